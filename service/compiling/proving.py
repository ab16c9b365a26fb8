"""`python -m service.compiling.proving` proves the rules that it finds first on its path, before they are used.

They make every message and hide it, since compiled rules check that each field holds what it declares; they play golden
games again, in which every draw, event, digest and chain must come out as it stands there; and a random game of every
ruleset and number of seats keeps the laws.
"""

import gzip
import sys
from datetime import datetime
from pathlib import Path
from random import Random
from typing import Any, Final

import orjson

from domain.core.ruleset import Ruleset
from eventstore.memory.store import MemoryEventStore
from service.catalog import RULESETS
from service.compiling.messages import every_message
from service.compiling.playing import look, play
from service.game.context import Context, compose
from service.process.build import rules_form
from service.queue.jobs import Jobs
from service.records.proof import Reenactment
from service.settings import read_settings

SPECTATOR: Final = -1
GAMES: Final = Path(__file__).parent / "games"
SEED: Final = 20
EVERY: Final = 50
"""Says after how many versions of a golden game the laws on positions are asked."""


def prove() -> str:
    """Return what was proven; raises Problem, LawBroken or TypeError for the first that is wrong."""
    for ruleset in RULESETS.values():
        hide_messages(ruleset)
    golden = play_again()
    played = sum(play_at_random(ruleset) for ruleset in RULESETS.values())
    return f"{golden} golden games came out the same, and {played} random ones kept the laws, with {rules_form()} rules"


def hide_messages(ruleset: Ruleset[Any, Any, Any, Any]) -> None:
    """Show a spectator every message, with blanks for what is hidden."""
    for table in (ruleset.commands, ruleset.events):
        for row, message in every_message(table):
            row.seen(message, SPECTATOR)


def play_again() -> int:
    """Prove all golden games; returns how many there are."""
    ctx = compose(read_settings({}), MemoryEventStore(), RULESETS, Jobs.at("unix:///nowhere"))
    files = sorted(GAMES.glob("*.ndjson.gz"))
    for file in files:
        _reenact(ctx, _record(file))
    return len(files)


def play_at_random(ruleset: Ruleset[Any, Any, Any, Any]) -> int:
    """Play a game with each number of seats; returns how many there were."""
    seats = ruleset.describe()["seats"]
    numbers = range(seats["minimum"], seats["maximum"] + 1)
    for number in numbers:
        play(ruleset, number, SEED)
    return len(numbers)


def _reenact(ctx: Context, record: dict[str, Any]) -> None:
    proof, rng = Reenactment(ctx, record), Random(SEED)
    for number, version in enumerate(record["versions"]):
        proof.take(version)
        if number % EVERY == 0 and proof.game.position is not None:
            look(proof.ruleset, proof.game.position, rng, {})
    proof.compare_head(record)


def _record(file: Path) -> dict[str, Any]:
    """Return a record from a file with its head in the first line and its versions in the others."""
    head, *versions = map(orjson.loads, gzip.decompress(file.read_bytes()).splitlines())
    return {**head, "versions": [{**version, "time": _milliseconds(version["time"])} for version in versions]}


def _milliseconds(time: str) -> int:
    return round(datetime.fromisoformat(time).timestamp() * 1000)


if __name__ == "__main__":
    sys.stdout.write(f"{prove()}\n")
    sys.exit(rules_form() != "compiled")
