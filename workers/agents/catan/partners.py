"""Foretells whether another seat would agree to an exchange: as if it judged by given weights, in a dealt world."""

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from domain.catan.state import Offer
from workers.agents.catan import bargaining
from workers.agents.catan.goal import Goal
from workers.agents.catan.goal_finding import first_goals
from workers.agents.catan.prospects import promise
from workers.agents.catan.situation import Situation
from workers.agents.catan.tactics import Tactics
from workers.agents.catan.turn import PLANS
from workers.agents.catan.weights import Weights

LATEST: Final = 1 << 30
"""The number of an offer that is made after all others."""


class Partner(NamedTuple):
    """Holds how another seat sees a dealt world, what it works towards there, and the value of its hand as it is."""

    now: Situation
    goals: Sequence[Goal]
    before: float

    def takes(self, maker: int, give: Sequence[int], take: Sequence[int]) -> bool:
        """Return whether the seat can and would give `take` to the maker of an offer, for `give`."""
        offer = Offer(LATEST, maker, tuple(give), tuple(take), 1 << self.now.seat)
        return bargaining.takes(self.now, offer, self.goals, self.before)


def imagine_partner(view: Any, tactics: Sequence[Tactics[Any]], weights: Weights) -> Partner:
    """Return a partner by what its seat knows in a dealt world."""
    now = Situation(view, tactics, weights)
    goals = first_goals(now, PLANS)
    return Partner(now, goals, promise(now, now.hand, goals))
