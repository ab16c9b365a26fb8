"""Holds that a position is what its document tells: read back, it tells the same again and allows the same."""

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from domain.core.chance import SampledChance
from domain.core.ruleset import Known
from tests.laws.cases import CASES, Case
from tests.laws.playing import open_position, uniform

EVERY, MOST = 7, 40


def positions(case: Case) -> Iterator[Any]:
    """Yield positions of a random game: the opening, some of those that follow, and the end."""
    rules, rng = case.ruleset, Random(case.name)
    state, _ = open_position(case, 1)
    for number in range(EVERY * MOST):
        seat = rules.next_seat(state)
        if number % EVERY == 0 or seat < 0:
            yield state
        if seat < 0:
            return
        asked = rng.choice([awaited.seat for awaited in rules.awaiting(state)])
        draft = rules.draft(state, SampledChance(rng))
        rules.play(draft, asked, uniform(rules, state, asked, rules.actions(state, asked), rng))


def families(actions: Any) -> list[Any]:
    """Return the templates of legal actions so that they can be compared."""
    return [(one.example, {name: vars(bound) for name, bound in one.bounds.items()}) for one in actions.templates]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_a_position_is_what_its_document_tells(case: Case) -> None:
    rules = case.ruleset
    config = rules.configure(case.seats, case.map, case.modules, dict(case.options))
    for state in positions(case):
        for seat in (None, *range(state.seats)):
            shown = rules.render(rules.observe(state, seat))
            found = rules.restore(Known(config, shown, seat, rules.layout(state)))
            rules.check(found)
            assert rules.render(rules.observe(found, seat)) == shown
            if seat is not None:
                mine, theirs = rules.actions(found, seat), rules.actions(state, seat)
                assert (mine.must_act, [*mine], families(mine)) == (theirs.must_act, [*theirs], families(theirs))
