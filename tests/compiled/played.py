"""Plays random games of the smallest family and prints a digest of them; no other family is imported."""

import hashlib

from domain.dice import DICE
from tests.benchmarks.playout import plain, play


def digest() -> str:
    """Return a digest over the last positions of one game at each number of seats."""
    total = hashlib.sha256()
    for seats in (1, 2, 3, 4):
        state, commands = play(DICE, plain(DICE, seats), seats)
        total.update(DICE.pack(state) + b"%d" % commands)
    return total.hexdigest()


if __name__ == "__main__":
    print(digest())
