"""`python -m service.compiling.proving` proves the rules that it finds first on its path, before they are used.

They make every message and hide it, since compiled rules check that each field holds what it declares; they play golden
games again, in which every draw, event, digest and chain must come out as it stands there; and a random game of every
ruleset and number of seats keeps the laws.
"""

import gzip
import sys
from collections.abc import Iterator, Mapping
from datetime import datetime
from pathlib import Path
from random import Random
from typing import Any, Final

import orjson

from domain.core.chance import SeededChance
from domain.core.decider import Draft
from domain.core.knowledge import Belief
from domain.core.messages import Message, MessageTable
from domain.core.ruleset import Ruleset
from eventstore.memory.store import MemoryEventStore
from service.catalog import RULESETS
from service.compiling import laws
from service.examples import example_of
from service.game.context import Context, compose
from service.process.build import rules_form
from service.queue.jobs import Jobs
from service.records.proof import Reenactment
from service.settings import read_settings

SPECTATOR: Final = -1
GAMES: Final = Path(__file__).parent / "games"
SEED: Final = 20
VERSIONS_BETWEEN_LAWS: Final = 50
"""Says after how many versions of a golden game the laws on positions are asked, which take long."""
COMMANDS_BETWEEN_LAWS: Final = 25
"""Says the same of the commands of a random game."""
MOST_COMMANDS: Final = 20_000
"""Limits how many commands a random game takes."""


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


def play(ruleset: Ruleset, seats: int, seed: int) -> None:
    """Play to the end with the usual options; raises LawBroken."""
    rng, chance = Random(seed), SeededChance(b"%d" % seed)
    opening = ruleset.setup(ruleset.configure(seats, None, (), {}), chance)
    state = ruleset.begin(opening[0])
    for event in opening[1:]:
        ruleset.evolve(state, event)
    beliefs = {seat: ruleset.believe(ruleset.observe(state, seat)) for seat in range(seats)}
    for number in range(MOST_COMMANDS):
        if ruleset.result(state) is not None:
            return
        draft = _step(ruleset, state, chance, rng)
        state = draft.state
        for seat, belief in beliefs.items():
            beliefs[seat] = belief and belief.after(ruleset.events.seen(draft.events, seat))
        if number % COMMANDS_BETWEEN_LAWS == 0:
            look(ruleset, state, rng, beliefs)
    raise laws.LawBroken(f"{ruleset.name} does not end")


def look(ruleset: Ruleset, state: Any, rng: Random, beliefs: Mapping[int, Belief | None]) -> None:
    """Ask the laws on a position; raises LawBroken."""
    laws.snapshot_is_fold(ruleset, state)
    laws.listing_is_repeated(ruleset, state)
    if ruleset.result(state) is None:
        for seat in (None, *range(state.seats)):
            laws.worlds_look_alike(ruleset, state, seat, None if seat is None else beliefs.get(seat), rng)


def _step(ruleset: Ruleset, state: Any, chance: SeededChance, rng: Random) -> Draft:
    """Carry out a random command, or now and then one of an open family."""
    seat = rng.choice(ruleset.awaiting(state)).seat
    actions = ruleset.actions(state, seat)
    is_open = actions.templates and (not actions.commands or rng.random() < 0.05)
    command = rng.choice(actions.templates).sample(rng) if is_open else rng.choice(actions.commands)
    draft = ruleset.decide(state, seat, command, chance)
    laws.draft_is_fold(ruleset, state, draft)
    laws.events_survive_writing(ruleset, draft.events)
    laws.check_hidden(ruleset, draft.events, state.seats)
    return draft


def _reenact(ctx: Context, record: dict[str, Any]) -> None:
    proof, rng = Reenactment(ctx, record), Random(SEED)
    for number, version in enumerate(record["versions"]):
        proof.take(version)
        if number % VERSIONS_BETWEEN_LAWS == 0 and proof.game.position is not None:
            look(proof.ruleset, proof.game.position, rng, {})
    proof.compare_head(record)


def _record(file: Path) -> dict[str, Any]:
    """Return a record from a file with its head in the first line and its versions in the others."""
    head, *versions = map(orjson.loads, gzip.decompress(file.read_bytes()).splitlines())
    return {**head, "versions": [{**version, "time": _milliseconds(version["time"])} for version in versions]}


def _milliseconds(time: str) -> int:
    return round(datetime.fromisoformat(time).timestamp() * 1000)


def every_message(table: MessageTable[Any]) -> Iterator[tuple[Message[Any], Any]]:
    """Yield messages of each type that a log or a caller may hold, with their rows.

    There is one with an example of each field, one with the smallest, and one with the required fields alone.
    """
    for row in table.rows:
        for make in (_usual, _smallest):
            yield row, row.decode({field.name: make(dict(field.kind.schema)) for field in row.fields})
        yield row, row.decode({field.name: _usual(dict(field.kind.schema)) for field in row.fields if field.required})


def _smallest(schema: Any) -> Any:
    """Return a value that fits a schema and is empty where it may be."""
    if schema.get("type") == "array" and not schema.get("minItems"):
        return []
    return example_of(schema)


def _usual(schema: Any) -> Any:
    """Return an example of a schema; a list of one of several things holds the first."""
    variants = schema.get("items", {}).get("oneOf")
    return [example_of(variants[0])] if variants else example_of(schema)


if __name__ == "__main__":
    sys.stdout.write(f"{prove()}\n")
    sys.exit(rules_form() != "compiled")
