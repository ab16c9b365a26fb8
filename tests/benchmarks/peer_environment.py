"""`python -m tests.benchmarks.peer_environment ENEMIES SECONDS`: steps of catanatron's own environment.

It is run by itself, with the packages of `requirements-peer.lock` before ours: catanatron's environment needs an older
Gymnasium than ours. It prints how many steps it took and their CPU seconds. One seat is played at random against so
many players who play at random, too.
"""

import random
import sys
from collections.abc import Callable
from typing import Any

from tests.benchmarks.report import rate


def peer_step(enemies: int) -> Callable[[int], Any]:
    """Return a function that takes a random step of catanatron's environment."""
    import gymnasium
    from catanatron import Color, RandomPlayer

    colors = (Color.RED, Color.ORANGE, Color.WHITE)[:enemies]
    env = gymnasium.make("catanatron_gym:catanatron-v1", config={"enemies": [*map(RandomPlayer, colors)]}).unwrapped
    _, info = env.reset(seed=1)

    def step(number: int) -> None:
        nonlocal info
        _, _, terminated, truncated, info = env.step(random.choice(info["valid_actions"]))
        if terminated or truncated:
            _, info = env.reset(seed=number)

    return step


if __name__ == "__main__":
    print(*rate(peer_step(int(sys.argv[1])), 1, float(sys.argv[2])))
