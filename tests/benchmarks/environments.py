"""Measures steps of the Gymnasium environment per CPU second: one seat of Catan against random agents."""

from collections.abc import Callable
from typing import Any

import numpy as np

from tests.benchmarks.report import rate, report
from workers.environments.seat import SeatEnv

SECONDS = 6.0


def own_step() -> Callable[[int], Any]:
    """Return a function that takes a random step of a seat against three that play at random."""
    env, chosen = SeatEnv("catan", ["uniform"] * 3, without=["OfferTrade"]), np.random.default_rng(1)
    observation, _ = env.reset(seed=1)

    def step(number: int) -> None:
        nonlocal observation
        observation, _, terminated, truncated, _ = env.step(chosen.choice(np.flatnonzero(observation["action_mask"])))
        if terminated or truncated:
            observation, _ = env.reset(seed=number)

    return step


def run() -> None:
    """Measure steps, those of the agents included in the time of the seat's own."""
    done, seconds = rate(own_step(), 1_000_000, SECONDS)
    report("environment_steps", done / seconds, "1/s")
