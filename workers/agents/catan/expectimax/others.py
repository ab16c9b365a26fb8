"""Says how the other seats are taken to trade: a planner gives no more cards than it gets, others may.

The agent does not know who sits there. So every seat is taken to be generous until it has refused too often.
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
"""How often a seat may refuse to give more cards than it gets, before it is taken to do so always."""
FOR_EACH: Final = 4
"""How many more refusals each time allows that it agreed to."""


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
    """Plays as its floor does, but in the seats of a mask as a planner that may give more cards than it gets."""

    def __init__(self, floor: Agent, generous: int) -> None:
        self.floor = floor
        self.generous = generous
        self.giver = Planner(GENEROUS)

    def choose(self, ruleset: Ruleset, knowledge: Any, actions: Actions, budget: float, rng: Random) -> Any | None:
        """Choose a legal command; None if nothing needs an answer."""
        agent = self.giver if self.generous >> knowledge.seat & 1 else self.floor
        return agent.choose(ruleset, knowledge, actions, budget, rng)
