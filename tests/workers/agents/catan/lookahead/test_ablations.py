"""Each lessened search lacks the part it says, and nothing else."""

from domain.catan import CATAN
from domain.catan.chapters.trading.messages import AcceptOffer, DeclineOffer, OfferTrade
from domain.core.chance import SeededChance
from tests.workers.agents.catan.deciding import Recorded
from workers.agents.catan.lookahead.ablations import WithoutBeliefs, WithoutTrade, WithoutValue, points_alone
from workers.agents.catan.lookahead.effort import Effort
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


def test_among_those_who_trade_one_neither_makes_nor_takes_offers() -> None:
    alone, trader = Recorded(WithoutTrade(QUICK)), Recorded(WithoutValue(QUICK))
    assert play(CATAN, [alone, trader, "planner"], "some", CATAN.configure(3, None, (), {})).result is not None
    assert not [command for command in alone.chosen if isinstance(command, (OfferTrade, AcceptOffer))]
    assert [command for command in alone.chosen if isinstance(command, DeclineOffer)]
    assert [command for command in trader.chosen if isinstance(command, OfferTrade)]
