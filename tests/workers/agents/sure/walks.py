"""Walks through turns without chance, and looks whether the bound calls out of reach what a walk reached."""

from collections.abc import Callable, Sequence
from itertools import islice
from random import Random
from typing import Any

from domain.catan.chapters.maritime import MaritimeTrade
from domain.catan.state import State
from domain.catan.terms import VICTORY_POINT
from domain.core.chance import outcomes
from tests.workers.agents.sure.positions import Found, with_target

STEPS = 14
NEVER = 99
"""Points that nobody reaches, so that a walk goes on."""


def walk(found: Found, rng: Random) -> list[tuple[State, int]]:
    """Return the positions of a walk by own commands that leave nothing to chance, each with the points in it."""
    ruleset, seat = found.ruleset, found.seat
    state = with_target(found, NEVER).state
    turn, passed = ruleset.turn(state), [(state, points_of(state, seat))]
    for _ in range(STEPS):
        commands = ruleset.moves(state, seat)
        rare = [command for command in commands if type(command) is not MaritimeTrade]
        tried = rng.sample(rare if rare and rng.random() < 0.7 else commands, 1) if commands else []
        after = _after(found, state, tried)
        if after is None or ruleset.turn(after) != turn or ruleset.next_seat(after) != seat:
            continue
        state = after
        passed.append((state, points_of(state, seat)))
    return passed


def _after(found: Found, state: State, tried: Sequence[Any]) -> State | None:
    """Return the position after a command; None without one, and where something is drawn."""
    if not tried:
        return None
    reached = outcomes(lambda chance: found.ruleset.decide(state, found.seat, tried[0], chance).state)
    first = list(islice(reached, 2))
    return first[0][0] if len(first) == 1 else None


def points_of(state: State, seat: int) -> int:
    """Return a seat's points with its hidden ones."""
    return state.points[seat] + state.card(seat, VICTORY_POINT)


def broken_bounds(found: Found, rng: Random, is_hopeless: Callable[[State], bool]) -> list[tuple[State, int]]:
    """Return the positions of a walk from which more points were reached than a bound says, and how many."""
    passed, broken, best = walk(found, rng), [], 0
    for state, points in reversed(passed):
        best = max(best, points)
        if best > points:
            target = with_target(found._replace(state=state), best - points).state
            if is_hopeless(target):
                broken.append((state, best - points))
    return broken
