"""`python -m workers.agents.dice.sampling 1200` plays games alone and writes how they ended against what was promised.

`rests.json` is what this printed. By turns left (from one) and by thirds of what the table promised for them, it holds
equally likely differences between the points that came and those promised.
"""

import json
import sys
from collections import defaultdict
from collections.abc import Iterator, Sequence
from random import Random
from typing import Any, Final

import numpy as np

from domain.core.actions import Actions
from domain.core.ruleset import Ruleset
from domain.dice import DICE
from domain.dice.terms import BOXES, ROLL
from workers.agents import play
from workers.agents.dice.optimal import Optimal, promised

LIKELY: Final = 24
"""How many differences are kept of a third."""


class Noting(Optimal):
    """Plays as the optimal agent does, and notes before each turn what was promised."""

    def __init__(self) -> None:
        self.noted: list[tuple[int, int, float]] = []

    def choose(self, ruleset: Ruleset, knowledge: Any, actions: Actions, budget: float, rng: Random) -> Any | None:
        """Note turns left, points and promise where a turn begins."""
        if actions.must_act and knowledge.agenda[-1].kind == ROLL:
            left = BOXES - len(knowledge.boxes[0])
            self.noted.append((left, knowledge.total(0), promised(knowledge, 0)))
        return super().choose(ruleset, knowledge, actions, budget, rng)


def sampled(games: int) -> Iterator[tuple[int, float, float]]:
    """Play so many games alone; yield turns left, the promise, and what the points that came differ from it."""
    for number in range(games):
        agent = Noting()
        result = play(DICE, [agent], f"rest {number}").result
        assert result is not None
        for left, points, promise in agent.noted:
            yield left, promise, result.points[0] - points - promise


def summed_up(samples: Sequence[tuple[int, float, float]]) -> list[dict[str, Any]]:
    """Sum samples up by turns left and thirds of the promise."""
    by_turn = defaultdict(list)
    for left, promise, difference in samples:
        by_turn[left].append((promise, difference))
    return [_turn(np.array(by_turn[left])) for left in range(1, BOXES + 1)]


def _turn(rows: Any) -> dict[str, Any]:
    bounds = np.quantile(rows[:, 0], (1 / 3, 2 / 3))
    third = np.searchsorted(bounds, rows[:, 0])
    shares = (np.arange(LIKELY) + 0.5) / LIKELY
    likely = [np.quantile(rows[third == n, 1] if (third == n).any() else rows[:, 1], shares) for n in range(3)]
    return {"bounds": bounds.round(2).tolist(), "likely": [row.round(1).tolist() for row in likely]}


if __name__ == "__main__":
    turns = summed_up(list(sampled(int(sys.argv[1]))))
    sys.stdout.write("[\n" + ",\n".join(json.dumps(turn) for turn in turns) + "\n]\n")
