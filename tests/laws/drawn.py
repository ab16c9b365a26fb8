"""Plays random games whose positions tests look at as pictures."""

from collections.abc import Iterator
from random import Random
from typing import Any, Final

from domain.core.ruleset import Ruleset
from service.pictures.registry import picture_of
from service.pictures.shapes import Picture
from tests.laws.cases import CASES, Case
from tests.laws.playing import open_position, uniform

DRAWN: Final = (
    "catan-4",
    "catan-canal-5",
    "catan-mallorca-3",
    "favors-helpers-new-york-6",
    "dice-1",
    "dice-4",
    "elasund-english-2",
    "elasund-german-3",
    "elasund-english-4",
)
CASES_DRAWN: Final = [case for case in CASES if case.name in DRAWN]
NAMES: Final = (
    "Ana",
    "",
    "<script>&\"'",
    "李小龍",
    "\u202ebackwards\x07",
    "a name that is much too long for its place",
)
EVERY: Final = 300


def positions(case: Case, seed: int) -> Iterator[Any]:
    """Yield every `EVERY`-th position of a random game, and its last one."""
    state, chance = open_position(case, seed)
    rng, steps = Random(seed), 0
    while case.ruleset.result(state) is None:
        if steps % EVERY == 0:
            yield state
        seat = rng.choice(case.ruleset.awaiting(state)).seat
        command = uniform(case.ruleset, state, seat, case.ruleset.actions(state, seat), rng)
        state = case.ruleset.decide(state, seat, command, chance).state
        steps += 1
    yield state


def seen(ruleset: Ruleset, state: Any, seat: int | None) -> Picture:
    """Return what a seat is shown of a position."""
    return picture_of(ruleset, ruleset.observe(state, seat), NAMES)
