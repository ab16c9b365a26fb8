"""Measures what each step of a game costs: to copy, list, apply and observe, over the positions of random games."""

import time
from collections.abc import Callable
from random import Random
from typing import Any, NamedTuple

from domain.catan import CATAN
from domain.core.chance import SampledChance
from domain.core.ruleset import Ruleset
from domain.elasund import ELASUND
from tests.benchmarks.playout import open_position, plain
from tests.benchmarks.report import report

GAMES = {CATAN: 3, ELASUND: 5}
ROUNDS = 5


class Step(NamedTuple):
    """Represents a position with the seat that acts in it and the command of that seat."""

    state: Any
    seat: int
    command: Any


def steps(ruleset: Ruleset, seed: int) -> list[Step]:
    """Return all steps of a random game of four."""
    rng = Random(seed)
    state = open_position(ruleset, plain(ruleset, 4), rng)
    found = []
    while ruleset.result(state) is None:
        seat = ruleset.next_seat(state)
        moves = ruleset.moves(state, seat)
        command = rng.choice(moves) if moves else ruleset.actions(state, seat).templates[0].sample(rng)
        found.append(Step(state, seat, command))
        state = ruleset.decide(state, seat, command, SampledChance(rng)).state
    return found


def microseconds(run: Callable[[Step], Any], over: list[Step]) -> float:
    """Return the CPU microseconds of a step, the best of some rounds over all steps."""
    best = float("inf")
    for _ in range(ROUNDS):
        start = time.process_time()
        for step in over:
            run(step)
        best = min(best, time.process_time() - start)
    return best / len(over) * 1e6


def measure(ruleset: Ruleset, suffix: str = "") -> None:
    """Measure every kind of step; to apply a command is what it takes on top of copying the position."""
    over = [step for seed in range(GAMES[ruleset]) for step in steps(ruleset, seed)]
    chance = SampledChance(Random(0))

    def apply(step: Step) -> None:
        ruleset.play(ruleset.draft(step.state.copy(), chance), step.seat, step.command)

    copy = microseconds(lambda step: step.state.copy(), over)
    for name, value in (
        ("copy", copy),
        ("apply", microseconds(apply, over) - copy),
        ("list_moves", microseconds(lambda step: ruleset.moves(step.state, step.seat), over)),
        ("list_with_templates", microseconds(lambda step: ruleset.actions(step.state, step.seat), over)),
        ("observe", microseconds(lambda step: ruleset.observe(step.state, step.seat), over)),
    ):
        report(f"{ruleset.name}_{name}{suffix}", value, "us")


def run(suffix: str = "") -> None:
    """Measure the steps of Catan and of Elasund."""
    measure(CATAN, suffix)
    measure(ELASUND, suffix)
