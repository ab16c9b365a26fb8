"""Tests that agents play on in sandbox games after whatever events were given."""

from random import Random
from typing import Any

import pytest

from domain.catan import CATAN
from domain.catan.chapters.turn import TurnStarted
from domain.core.chance import SampledChance
from domain.core.ruleset import Ruleset
from domain.elasund import ELASUND
from service.catalog import RULESETS
from service.game.context import Context, compose
from service.handlers.new_seats import NewSeat
from service.handlers.openings import NewGame, create_game
from tests.workers.conftest import owes, run_job

CASES = [
    (CATAN, 3, {}, 70),
    (CATAN, 4, {"map": "new-york", "modules": ("favors", "helpers")}, 60),
    (ELASUND, 2, {}, 60),
]


def history(ruleset: Ruleset, seats: int, rng: Random, most: int, **wish: Any) -> list[Any]:
    """Return the events of a random game from its set-up up to the beginning of a turn of seat 1."""
    config = ruleset.configure(seats, wish.get("map"), wish.get("modules", ()), {})
    events = ruleset.setup(config, SampledChance(rng))
    state = ruleset.begin(events[0])
    for event in events[1:]:
        ruleset.evolve(state, event)
    ends = 0
    while len(events) < most:
        seat = ruleset.next_seat(state)
        actions = ruleset.actions(state, seat)
        command = rng.choice(actions.commands) if actions.commands else actions.templates[0].sample(rng)
        draft = ruleset.decide(state, seat, command, SampledChance(rng))
        state, events = draft.state, [*events, *draft.events]
        begun = [event for event in draft.events if type(event).__name__ == TurnStarted.__name__]
        if begun and ruleset.next_seat(state) == 1:
            ends = len(events)
    return events[:ends]


@pytest.mark.parametrize(("ruleset", "seats", "wish", "most"), CASES)
def test_an_agent_plays_on_after_what_was_given(
    ctx: Context, ruleset: Ruleset, seats: int, wish: dict[str, Any], most: int
) -> None:
    hosted = compose(ctx.settings, ctx.store, RULESETS, ctx.jobs)
    seed = next(seed for seed in range(99) if history(ruleset, seats, Random(seed), most, **wish))
    given = history(ruleset, seats, Random(seed), most, **wish)
    kinds = [NewSeat("human"), NewSeat("ai"), *[NewSeat("human")] * (seats - 2)]
    made = create_game(hosted, NewGame(ruleset.name, kinds, sandbox=True, given=given[1:], **wish))
    assert owes(hosted, made.id, 1)
    run_job(hosted, made.id)
    assert hosted.store.head(made.id) > 1
