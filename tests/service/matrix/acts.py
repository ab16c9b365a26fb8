"""Lists every act that changes a seat, the head, a vote or a clock; those on a seat are aimed at the victim's."""

from collections.abc import Callable
from typing import Any, Final

from tests.service.matrix.world import DAY_S, VICTIM, World, iso

Act = Callable[[World, str | None], Any]


def _seat(method: str, body: Any, place: str = "") -> Act:
    return lambda world, token: world.ask(method, f"/seats/{VICTIM}{place}", token, body)


def _table(method: str, place: str, body: Any = None) -> Act:
    return lambda world, token: world.ask(method, place, token, body)


def _undo_to_the_roll(world: World, token: str | None) -> Any:
    """Undo back to before the victim's step, which is the newest command of a running game."""
    return world.ask("POST", "/undo", token, {"to_version": max(1, world.game.version - 2)})


def _undo_as_expected(world: World, token: str | None) -> Any:
    """Ask for an undo with a version that is surely not the newest one, to learn which is."""
    return world.ask("POST", "/undo", token, {"expected_version": 9_999})


def _pause(world: World, token: str | None) -> Any:
    return world.ask("POST", "/pause", token, {"until": iso(world.house.clock.ms + DAY_S * 1000)})


def _vote(accept: bool) -> Act:
    return lambda world, token: world.ask(
        "POST", f"/votes/{max(1, len(world.game.table.votes))}", token, {"accept": accept}
    )


ACTS: Final[dict[str, Act]] = {
    "undo": _table("POST", "/undo", {}),
    "undo to the roll": _undo_to_the_roll,
    "undo as expected": _undo_as_expected,
    "redo": _table("POST", "/redo", {}),
    "vote yes": _vote(True),
    "vote no": _vote(False),
    "abandon": _table("POST", "/abandon", {}),
    "resign": _table("POST", "/resign", {}),
    "pause": _pause,
    "end the pause": _table("DELETE", "/pause"),
    "holiday": _seat("POST", {"days": 1}, "/holiday"),
    "holiday too long": _seat("POST", {"days": 30}, "/holiday"),
    "command": _table("POST", "/commands", {"type": "Step"}),
    "take a seat": _table("POST", "/seats", {}),
    "take the seat": _table("POST", "/seats", {"seat": VICTIM}),
    "renew": _seat("POST", {}, "/token"),
    "rename": _seat("PATCH", {"name": "Bea"}),
    "lend or put an agent": _seat("PATCH", {"agent": "uniform"}),
    "take back": _seat("PATCH", {"agent": None}),
    "reissue": _seat("PATCH", {"reissue": True}),
    "open": _seat("PATCH", {"open": True}),
    "leave": _seat("DELETE", None),
    "rematch": _table("POST", "/rematch", {}),
    "remove the game": _table("DELETE", ""),
}
