"""Holds that a position that cannot be is refused for its own reason, with the place that is to blame."""

import copy
from functools import cache
from random import Random
from typing import Any

import pytest

from domain.core.chance import SampledChance
from domain.core.errors import Unsound
from domain.core.ruleset import Known, Ruleset
from tests.laws.cases import CASES
from tests.laws.playing import open_position, uniform
from tests.laws.unsound import CHANGES, DICE, GOOFSPIEL, Change

STEPS = {GOOFSPIEL: 9, DICE: 40}
USUAL_STEPS = 220


@cache
def position(name: str) -> tuple[Ruleset, Known]:
    """Return what the first seat knows in the middle of a random game."""
    case = next(case for case in CASES if case.name == name)
    rules, rng = case.ruleset, Random(name)
    state, _ = open_position(case, 1)
    for _ in range(STEPS.get(name, USUAL_STEPS)):
        seat = rng.choice([awaited.seat for awaited in rules.awaiting(state)])
        draft = rules.draft(state, SampledChance(rng))
        rules.play(draft, seat, uniform(rules, state, seat, rules.actions(state, seat), rng))
    config = rules.configure(case.seats, case.map, case.modules, dict(case.options))
    return rules, Known(config, rules.render(rules.observe(state, 0)), 0, rules.layout(state))


@pytest.mark.parametrize("change", CHANGES, ids=lambda change: f"{change.case}: {change.name}")
def test_a_position_that_cannot_be_is_refused(change: Change) -> None:
    rules, known = position(change.case)
    state: dict[str, Any] = copy.deepcopy(dict(known.state))
    rules.restore(Known(known.config, state, 0, known.layout))
    change.change(state)
    with pytest.raises(Unsound) as refused:
        rules.restore(Known(known.config, state, 0, known.layout))
    assert (refused.value.key, refused.value.pointer) == (change.key, change.pointer)
