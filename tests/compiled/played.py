"""Plays random games of the smallest family and prints a digest of them; no other family is imported."""

import hashlib

from domain.goofspiel import RULESET
from tests.benchmarks.playout import plain, play


def digest() -> str:
    """Return a digest over the last positions of one game at each number of seats."""
    total = hashlib.sha256()
    for seats in (2, 3, 4, 5):
        state, commands = play(RULESET, plain(RULESET, seats), seats)
        total.update(RULESET.pack(state) + b"%d" % commands)
    return total.hexdigest()


if __name__ == "__main__":
    print(digest())
