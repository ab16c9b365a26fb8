"""Each lessened search lacks the part it says, and nothing else."""

from random import Random
from typing import Any

from domain.catan import CATAN
from domain.catan.chapters.trading.messages import AcceptOffer, DeclineOffer, OfferTrade
from domain.core.actions import Actions
from domain.core.chance import SeededChance
from domain.core.ruleset import Ruleset
from workers.agents.agent import Agent
from workers.agents.catan.lookahead.effort import Effort
from workers.agents.catan.lookahead.lessened import WithoutBeliefs, WithoutTrade, WithoutValue, points_alone
from workers.agents.search.match import open_position, play

QUICK = Effort(worlds=2, most=4, founding=2, offers=0)


def test_points_are_all_that_the_lesser_value_sees() -> None:
    state = open_position(CATAN, CATAN.configure(3, None, (), {}), SeededChance(b"points"))
    assert points_alone().chances(state) == [1 / 3] * 3
    state.points[1] = 4
    leader, *others = sorted(points_alone().chances(state), reverse=True)
    assert leader == points_alone().chances(state)[1] > others[0] == others[1]


def test_without_beliefs_none_are_folded() -> None:
    assert not WithoutBeliefs.believes


class Recorded(Agent):
    """Keeps what another agent chooses."""

    def __init__(self, player: Agent) -> None:
        self.player = player
        self.chosen: list[Any] = []

    def choose(self, ruleset: Ruleset, knowledge: Any, actions: Actions, budget: float, rng: Random) -> Any | None:
        """Choose as the other agent does."""
        self.chosen.append(self.player.choose(ruleset, knowledge, actions, budget, rng))
        return self.chosen[-1]


def test_among_those_who_trade_one_neither_makes_nor_takes_offers() -> None:
    alone, trader = Recorded(WithoutTrade(QUICK)), Recorded(WithoutValue(QUICK))
    assert play(CATAN, [alone, trader, "planner"], "some", CATAN.configure(3, None, (), {})).result is not None
    assert not [command for command in alone.chosen if isinstance(command, (OfferTrade, AcceptOffer))]
    assert [command for command in alone.chosen if isinstance(command, DeclineOffer)]
    assert [command for command in trader.chosen if isinstance(command, OfferTrade)]
