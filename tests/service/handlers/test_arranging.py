"""Tests that events which happened in a game of any ruleset, map and module can be given to a sandbox game."""

from random import Random

import pytest

from domain.core.chance import SampledChance
from domain.core.ruleset import Ruleset
from service.handlers.sandboxes import arrange
from service.schemas.new_games import read_given
from tests.laws.cases import CASES, Case

PLAYED = 40
"""So many events are given, since every game has so many."""


def played(case: Case, rng: Random) -> tuple[Ruleset, list[object]]:
    """Return the first events of a random game."""
    ruleset = case.ruleset
    config = ruleset.configure(case.seats, case.map, case.modules, dict(case.options))
    events = ruleset.setup(config, SampledChance(rng))
    state = ruleset.begin(events[0])
    for event in events[1:]:
        ruleset.evolve(state, event)
    while len(events) < PLAYED:
        actions = ruleset.actions(state, ruleset.next_seat(state))
        command = rng.choice(actions.commands) if actions.commands else actions.templates[0].sample(rng)
        draft = ruleset.decide(state, ruleset.next_seat(state), command, SampledChance(rng))
        state, events = draft.state, [*events, *draft.events]
    return ruleset, events


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_what_happened_in_a_game_can_be_given(case: Case) -> None:
    ruleset, (opening, *events) = played(case, Random(case.name))
    state = ruleset.begin(opening)
    for event in events:
        ruleset.evolve(state, event)

    position = ruleset.begin(opening)
    shown = [ruleset.events.encode(event) for event in events]
    given = arrange(ruleset, position, read_given(ruleset, shown))

    assert given == events, "nothing was left to settle"
    assert ruleset.pack(position) == ruleset.pack(state)
