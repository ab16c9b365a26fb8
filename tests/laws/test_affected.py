"""Tests that a seat which loses or gets something by an event is among those that the event's row says it affects."""

from random import Random
from typing import Any

import pytest

from domain.core.ruleset import Ruleset
from tests.laws.belongings import belongings
from tests.laws.cases import CASES, Case
from tests.laws.playing import open_position, uniform

MOST_STEPS = 400


def affected(ruleset: Ruleset, events: list[Any]) -> int:
    """Return the mask of the seats that events say they affect."""
    mask = 0
    for event in events:
        mask |= ruleset.events.of(event).affects(event)
    return mask


def undeclared(ruleset: Ruleset, before: Any, after: Any, seat: int, events: list[Any]) -> list[int]:
    """Return the seats besides the acting one whose belongings changed though no event says so."""
    mask = affected(ruleset, events) | 1 << seat
    pairs = zip(belongings(ruleset.name, before), belongings(ruleset.name, after), strict=True)
    return [number for number, (had, has) in enumerate(pairs) if had != has and not mask >> number & 1]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_events_declare_whose_belongings_they_change(case: Case) -> None:
    ruleset, rng = case.ruleset, Random(case.name)
    state, chance = open_position(case, 1)
    for _ in range(MOST_STEPS):
        seat = rng.choice(ruleset.awaiting(state)).seat
        command = uniform(ruleset, state, seat, ruleset.actions(state, seat), rng)
        draft = ruleset.decide(state, seat, command, chance)
        if ruleset.result(draft.state) is not None:
            break  # the end counts everybody's hidden points, and is not undone
        assert undeclared(ruleset, state, draft.state, seat, draft.events) == [], draft.events
        state = draft.state


@pytest.mark.parametrize("name", ["catan-4", "elasund-german-3", "favors-4", "helpers-4"])
def test_what_touches_others_is_found(name: str) -> None:
    """If the rows declared no affected seats, the law would find breaches in random games."""
    case = next(case for case in CASES if case.name == name)
    ruleset, rng = case.ruleset, Random(name)
    state, chance = open_position(case, 1)
    found = 0
    for _ in range(400):
        seat = rng.choice(ruleset.awaiting(state)).seat
        command = uniform(ruleset, state, seat, ruleset.actions(state, seat), rng)
        draft = ruleset.decide(state, seat, command, chance)
        found += bool(undeclared(ruleset, state, draft.state, seat, []))
        state = draft.state
    assert found
