"""Removes single checks of the table, as an audit once found them missing; without any of them the matrix must fail."""

from collections.abc import Callable
from typing import Any, Final

import pytest

from service.clients.tokens import new_holder, new_token
from service.game import clocks, undo_rights
from service.game.clocks import allowance_ms
from service.handlers import holders, passed_deadlines, seat_changes, undo_requests
from service.handlers.accept import Accepted
from service.table.seat_events import TokenRenewed
from service.views import view_tags

Plant = Callable[[pytest.MonkeyPatch], None]


def anybody_undoes(patch: pytest.MonkeyPatch) -> None:
    """H1: Let everybody undo, whosever moves would be undone."""
    patch.setattr(undo_rights, "is_own", lambda who, party, passed: True)


def owners_open_every_door(patch: pytest.MonkeyPatch) -> None:
    """H2: Let the owner renew the token of a held seat, or open the seat for somebody else."""

    def by_owner(ctx: Any, game: Any, number: int, change: Any) -> Any:
        if not change.reissue:
            return seat_changes._hand_over(ctx, game, number, seat_changes.SeatChange(open=True))
        event, token = TokenRenewed(number, new_holder(), held=False), new_token(game.id)
        return holders.with_new_token(ctx, game, event, token, ctx.store.facts(game.id), {})

    patch.setattr(seat_changes, "_by_owner", by_owner)


def undo_gives_time_back(patch: pytest.MonkeyPatch) -> None:
    """H3: Forget the time that a seat has used when the head moves."""
    patch.setattr(clocks, "left_ms", lambda game, owing: allowance_ms(game))


def refusals_name_the_true_version(patch: pytest.MonkeyPatch) -> None:
    """L1: Let a refusal name the true version to a caller who sees the game late."""
    patch.setattr(undo_requests, "visible_to", lambda ctx, game, caller: game.version)


def tags_are_versions_alone(patch: pytest.MonkeyPatch) -> None:
    """L8: Give the views of different callers the same tag."""
    patch.setattr(view_tags, "sight_of", lambda caller: "all the same")


def votes_stop_clocks(patch: pytest.MonkeyPatch) -> None:
    """Let a time-out wait until the open vote is over."""
    one = passed_deadlines._time_out_one
    patch.setattr(
        passed_deadlines,
        "_time_out_one",
        lambda ctx, game: Accepted(game, False) if game.table.vote else one(ctx, game),
    )


HOLES: Final[dict[str, tuple[Plant, str, tuple[str, ...]]]] = {
    "H1": (anybody_undoes, "running", ("other seat",)),
    "H2": (owners_open_every_door, "running", ("owner who plays",)),
    "H3": (undo_gives_time_back, "running", ("own seat",)),
    "L1": (refusals_name_the_true_version, "running", ("owner who does not",)),
    "L8": (tags_are_versions_alone, "running", ("spectator",)),
    "vote clock": (votes_stop_clocks, "voting", ("spectator",)),
}
"""Maps each hole to the function that plants it and to the cells of the matrix that find it."""
