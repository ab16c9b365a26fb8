"""Says how the other seats are taken to trade: as a planner, which seldom gives more cards than it gets, or generously.

The agent does not know who sits there. So every seat is taken for generous until it has refused too often.
"""

from dataclasses import replace
from random import Random
from typing import Any, Final

from domain.core.actions import Actions
from domain.core.ruleset import Ruleset
from workers.agents.agent import Agent
from workers.agents.catan.planner_1 import Planner
from workers.agents.catan.refusals import answers_to_dear
from workers.agents.catan.tuned import TUNED

GENEROUS: Final = replace(TUNED, dear=0.0)
"""The weights of a planner that gives more cards than it gets wherever that raises the value of its hand."""
MOST_REFUSED: Final = 3
"""How often a seat may refuse to give more cards than it gets, and still be taken for generous."""
FOR_EACH: Final = 4
"""How many more times a seat may refuse for each time that it agreed."""


def find_generous(view: Any) -> int:
    """Return the mask of the other seats that may give more cards than they get, as far as the own seat has learned."""
    mask = 0
    for seat in range(view.seats):
        if seat != view.seat:
            agreed, refused = answers_to_dear(view, seat)
            if refused <= MOST_REFUSED + FOR_EACH * agreed:
                mask |= 1 << seat
    return mask


class Others(Agent):
    """Plays the seats of a mask as a planner that may give more cards than it gets, and all others as its floor."""

    def __init__(self, floor: Agent, generous: int) -> None:
        self.floor = floor
        self.generous = generous
        self.giver = Planner(GENEROUS)

    def choose(self, ruleset: Ruleset, knowledge: Any, actions: Actions, budget: float, rng: Random) -> Any | None:
        """Choose a legal command; None if nothing needs an answer."""
        agent = self.giver if self.generous >> knowledge.seat & 1 else self.floor
        return agent.choose(ruleset, knowledge, actions, budget, rng)
