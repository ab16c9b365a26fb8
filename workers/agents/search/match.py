"""A game between agents in memory: no store, no HTTP, the same rules and the same view as at a hosted table."""

from collections.abc import Sequence
from hashlib import sha256
from random import Random
from typing import Any, NamedTuple

from domain.core.chance import SeededChance
from domain.core.ruleset import Config, Result, Ruleset
from workers.agents.agent import Agent
from workers.agents.turns import Decision, decide, first_decision


class Match(NamedTuple):
    """How a match went: the result (None when it was broken off), and how many commands it took."""

    result: Result | None
    commands: int


def open_position(ruleset: Ruleset, config: Config, chance: SeededChance) -> Any:
    """The position right after the set-up of a new game."""
    opening, *rest = ruleset.setup(config, chance)
    state = ruleset.begin(opening)
    for event in rest:
        ruleset.evolve(state, event)
    return state


def play(ruleset: Ruleset, config: Config, agents: Sequence[Agent], seed: str, most_commands: int = 20_000) -> Match:
    """Play a whole game; the same arguments give the same game. Raises IllegalCommand when an agent breaks a rule."""
    chance = SeededChance(seed.encode())
    rng = Random(sha256(f"agents:{seed}".encode()).digest())  # a generator tells its own seed to whoever computes back
    state = open_position(ruleset, config, chance)

    def ask(seat: int) -> Decision:
        return decide(ruleset, state, seat, agents[seat], 1.0, rng)

    for commands in range(most_commands):
        decision = first_decision(ruleset.awaiting(state), ask)
        if decision is None:
            return Match(ruleset.result(state), commands)
        draft = ruleset.draft(state, chance)
        ruleset.play(draft, decision.seat, decision.command)
        state = draft.state
    return Match(None, most_commands)
