"""Plays games between agents in memory, without store or HTTP, by the same rules and views as hosted ones."""

import math
from collections.abc import Sequence
from hashlib import sha256
from random import Random
from typing import Any, NamedTuple

from domain.core.chance import SeededChance
from domain.core.config import Config
from domain.core.ruleset import Result, Ruleset
from workers.agents.agent import Agent, load_agent
from workers.agents.catalog import BY_ID, entry_named
from workers.agents.following import Follower
from workers.agents.turns import Decision, decide, first_decision


class Match(NamedTuple):
    """Holds the outcome of a match: the result (None if it was broken off), and the number of commands."""

    result: Result | None
    commands: int


def open_position(ruleset: Ruleset, config: Config, chance: SeededChance) -> Any:
    """Set up a new game and return the position."""
    opening, *rest = ruleset.setup(config, chance)
    state = ruleset.begin(opening)
    for event in rest:
        ruleset.evolve(state, event)
    return state


def play(
    ruleset: Ruleset,
    agents: Sequence[Agent | str],
    seed: str,
    config: Config | None = None,
    most_commands: int = 20_000,
) -> Match:
    """Play a whole game between agents, or their ids, one per seat; the same arguments give the same game.

    Without `config` it is a plain game. Raises KeyError for an id that the catalog lacks, TypeError for anything that
    is no agent and for an agent that returns what is no command, ValueError for an agent that does not know the ruleset
    or the number of seats, IllegalCommand if an agent breaks a rule.
    """
    players = [_seat_agent(agent, ruleset) for agent in agents]
    config = config or ruleset.configure(len(players), None, (), {})
    if config.seats != len(players):
        raise ValueError(f"{len(players)} agents for {config.seats} seats")
    chance = SeededChance(seed.encode())
    rng = Random(sha256(f"agents:{seed}".encode()).digest())  # its output reveals its seed
    state = open_position(ruleset, config, chance)
    follower = Follower(ruleset, state, [seat for seat, player in enumerate(players) if player.believes])

    def ask(seat: int) -> Decision:
        return decide(ruleset, state, seat, players[seat], math.inf, rng, follower.belief(seat))

    for commands in range(most_commands):
        decision = first_decision(ruleset.awaiting(state), ask)
        if decision is None:
            return Match(ruleset.result(state), commands)
        draft = ruleset.draft(state, chance)
        ruleset.play(draft, decision.seat, decision.command)
        state = draft.state
        follower.follow(draft.events)
    return Match(None, most_commands)


def _seat_agent(agent: Agent | str, ruleset: Ruleset) -> Agent:
    if isinstance(agent, Agent):
        return agent
    if not isinstance(agent, str):
        raise TypeError(f"{agent!r} is neither the id of an agent nor an object whose class is a workers.agents.Agent")
    entry = entry_named(agent)
    if entry is None:
        raise KeyError(f"no agent {agent!r}; there are {', '.join(BY_ID)}")
    if not entry.plays(ruleset.name):
        raise ValueError(f"{agent} does not play {ruleset.name}")
    return load_agent(agent)
