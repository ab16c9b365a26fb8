"""Sets up the game of a scenario, and plays its other seats where agents do not."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from random import Random
from threading import Thread
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from longroad_client import Client

LEAST: Final = 2
THOUGHTFUL: Final = 2
"""Says how many commands a seat of the kit thinks about where it is to let the client wait."""
KIND: Final = {"given": "human", "takes": "open"}


@dataclass(frozen=True)
class Wish:
    """Says which games are played: `rivals` are the hosted `agents` or the `kit` itself."""

    ruleset: str = "goofspiel"
    options: dict[str, Any] = field(default_factory=dict)
    seats: int = 0
    rivals: str = "agents"
    agent: str = ""


@dataclass(frozen=True)
class Table:
    """Is a game that is set up for a client; without an id the client creates it."""

    id: str = ""
    token: str = ""
    owner: str = ""


@contextmanager
def table(client: Client, wish: Wish, start: str, pause_s: float, seed: str) -> Iterator[Table]:
    """Yield the game of a scenario; seats of the kit play until the block ends, and then give up."""
    if start == "creates":
        yield Table()
        return
    is_ours = bool(pause_s) or wish.rivals == "kit"
    rival = (
        {"kind": "human", "name": "Kit"} if is_ours else {"kind": "ai"} | ({"agent": wish.agent} if wish.agent else {})
    )
    seats = [{"kind": KIND[start]}, *[rival] * (seats_of(client, wish) - 1)]
    body: Any = {"ruleset": wish.ruleset, "options": wish.options, "seats": seats}
    made: Any = client.create_game(body)
    tokens = [seat["token"] for seat in made["seats"][1:] if is_ours]
    with ExitStack() as stack:
        for number, token in enumerate(tokens, 1):
            stack.enter_context(_rival(client, made["id"], number, token, pause_s, Random(f"{seed} {number}")))
        yield Table(made["id"], made["seats"][0].get("token", ""), made["owner_token"])


def seats_of(client: Client, wish: Wish) -> int:
    """Return how many seats the games have: as many as wished, or as few as the ruleset allows, but two."""
    known: Any = client.get_ruleset(wish.ruleset)
    return wish.seats or min(max(LEAST, known["seats"]["minimum"]), known["seats"]["maximum"])


@contextmanager
def _rival(client: Client, game: str, number: int, token: str, pause_s: float, rng: Random) -> Iterator[None]:
    seat = client.seat(game, number, token)
    thoughts = [pause_s] * THOUGHTFUL

    def choose(legal: Any) -> Any:
        if thoughts:
            time.sleep(thoughts.pop())
        return choose_command(legal, rng)

    def play() -> None:
        with suppress(Exception):  # the game may end in any way, and it is the client that is judged
            seat.play_game(choose, decline)

    Thread(target=play, daemon=True).start()
    yield
    with suppress(Exception):
        seat.client().resign_seat(game)


def choose_command(legal: Any, rng: Random) -> Any:
    """Return one of the legal commands, one that builds if there is any."""
    commands: Sequence[Any] = [entry["command"] for entry in legal["actions"]]
    commands = commands or [entry["example"] for entry in legal["templates"]]
    building = [command for command in commands if "Build" in command["type"]]
    return rng.choice(building or commands)


def decline(legal: Any) -> Any:
    """Return the command that declines an offer, if there is one."""
    return next((entry["command"] for entry in legal["actions"] if entry["command"]["type"] == "DeclineOffer"), None)
