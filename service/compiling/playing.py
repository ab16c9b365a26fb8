"""Plays random games under the laws."""

from collections.abc import Mapping
from random import Random
from typing import Any, Final

from domain.core.belief import Belief
from domain.core.chance import SeededChance
from domain.core.decider import Draft
from domain.core.ruleset import Ruleset
from service.compiling import laws

EVERY: Final = 25
"""Says after how many commands the laws on positions are asked, which take longer."""
MOST: Final = 20_000
"""Limits how many commands a game takes."""


def play(ruleset: Ruleset, seats: int, seed: int) -> None:
    """Play to the end with the usual options; raises LawBroken."""
    rng, chance = Random(seed), SeededChance(b"%d" % seed)
    opening = ruleset.setup(ruleset.configure(seats, None, (), {}), chance)
    state = ruleset.begin(opening[0])
    for event in opening[1:]:
        ruleset.evolve(state, event)
    beliefs = {seat: ruleset.believe(ruleset.observe(state, seat)) for seat in range(seats)}
    for number in range(MOST):
        if ruleset.result(state) is not None:
            return
        draft = _step(ruleset, state, chance, rng)
        state = draft.state
        for seat, belief in beliefs.items():
            beliefs[seat] = belief and belief.after(ruleset.events.seen(draft.events, seat))
        if number % EVERY == 0:
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
    laws.hidden_stays_hidden(ruleset, draft.events, state.seats)
    return draft
