"""Plays one seeded game and prints a digest of its events and positions; it is run in a process of its own."""

import hashlib
import sys
from random import Random

from tests.laws.cases import CASES
from tests.laws.playing import open_position, uniform


def digest(name: str, seed: int) -> str:
    """Return a digest over the events and the packed positions of a game of a case."""
    case = next(case for case in CASES if case.name == name)
    ruleset, rng, total = case.ruleset, Random(seed), hashlib.sha256()
    state, chance = open_position(case, seed)
    while ruleset.result(state) is None:
        seat = rng.choice(ruleset.awaiting(state)).seat
        command = uniform(ruleset, state, seat, ruleset.actions(state, seat), rng)
        draft = ruleset.decide(state, seat, command, chance)
        state = draft.state
        total.update(repr([ruleset.events.encode(event) for event in draft.events]).encode())
        total.update(ruleset.pack(state))
    return total.hexdigest()


if __name__ == "__main__":
    print(digest(sys.argv[1], int(sys.argv[2])))
