"""Plays random games without laws or a store around them, to show how fast the bare rules are."""

from random import Random
from typing import Any

from domain.core.chance import SampledChance
from domain.core.config import Config
from domain.core.random_play import play_at_random
from domain.core.ruleset import Ruleset


def plain(ruleset: Ruleset, seats: int) -> Config:
    """Return the configuration with the default map and options, and no module."""
    return ruleset.configure(seats, None, (), {})


def open_position(ruleset: Ruleset, config: Config, rng: Random) -> Any:
    """Return a new game with sampled chance."""
    opening = ruleset.setup(config, SampledChance(rng))
    state = ruleset.begin(opening[0])
    for event in opening[1:]:
        ruleset.evolve(state, event)
    return state


def play(ruleset: Ruleset, config: Config, seed: int, most: int = 1_000_000) -> tuple[Any, int]:
    """Play a random game to its end, or for at most `most` commands, and return its position and its commands."""
    rng = Random(seed)
    state = open_position(ruleset, config, rng)
    return state, play_at_random(ruleset, state, rng, most)
