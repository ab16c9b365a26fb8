"""Plays on from a position with agents, to the end or for a number of decisions, and returns the outcome."""

import math
from collections.abc import Sequence
from random import Random
from typing import Any, NamedTuple

from domain.core.chance import SampledChance
from domain.core.ruleset import Result, Ruleset
from workers.agents.agent import Agent
from workers.agents.turns import Decision, decide, first_decision


class Playout(NamedTuple):
    """Holds the outcome of a playout: each seat's share of the win (in sum 1, or 0 without a winner) and its points."""

    shares: tuple[float, ...]
    points: tuple[int, ...]
    is_over: bool
    decisions: int


class Players(NamedTuple):
    """Holds the agents that play on, one per seat, and the seconds that each may think."""

    ruleset: Ruleset
    agents: Sequence[Agent]
    seconds: float


def play_on(players: Players, state: Any, seed: str, most: int) -> Playout:
    """Play on from a position, changed in place, for at most `most` decisions; the same arguments give the same result.

    A playout that is broken off counts by the public points.
    """
    ruleset, rng = players.ruleset, Random(seed)
    draft = ruleset.draft(state, SampledChance(rng))
    draft.is_read = False
    asked = 0

    def ask(seat: int) -> Decision:
        nonlocal asked
        asked += 1
        return decide(ruleset, state, seat, players.agents[seat], players.seconds, rng)

    while asked < most:
        decision = first_decision(ruleset.awaiting(state), ask)
        if decision is None:
            break
        ruleset.play(draft, decision.seat, decision.command)
        draft.events.clear()
    result = ruleset.result(state)
    if result is not None:
        return Playout(shares_of(result), result.points, True, asked)
    points = ruleset.points(state)
    return Playout(shares_by_points(points), points, False, asked)


def shares_of(result: Result) -> tuple[float, ...]:
    """Share a win evenly among the winners, by seat."""
    winners = result.winners
    return tuple(1 / len(winners) if seat in winners else 0.0 for seat in range(len(result.points)))


def shares_by_points(points: Sequence[int]) -> tuple[float, ...]:
    """Share the win of a game that was broken off by points: each further point counts e times as much."""
    best = max(points)
    weights = [math.exp(own - best) for own in points]
    return tuple(weight / sum(weights) for weight in weights)
