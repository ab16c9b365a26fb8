"""Tests each decision of the heuristic agent with the guilds: gifts, uses, exchanges, links, the harmless robber."""

import pytest

from domain.catan import CATAN
from domain.catan.chapters.building.messages import BuildRoad
from domain.catan.chapters.robber.messages import DeclineSteal, MoveRobber
from domain.catan.chapters.turn import EndTurn
from domain.catan.modules.favors.earning import AcceptGift, DeclineGift, OfferGift
from domain.catan.modules.favors.exchange import ExchangeFavor, ReturnFavor
from domain.catan.modules.favors.guilds import CallMasterBuilders, CallMerchants, CallScholars, CallTraders
from domain.catan.modules.favors.linking import NameDrawer
from domain.catan.terms import MOVE_ROBBER
from domain.core.agenda import Frame
from tests.domain.catan.favoring import BOOK, COMPASS, ORE, WAGON, WOOL, Favoring, settled
from tests.domain.catan.table import line, path_edges, ring, tile
from tests.workers.agents.catan.deciding import chosen
from workers.agents import play
from workers.agents.agent import Agent
from workers.agents.catan.goal import PLACE
from workers.agents.catan.goal_finding import goals
from workers.agents.catan.modules import tactics_of
from workers.agents.catan.situation import Situation

ROW = line(2)
EDGES = path_edges(ROW)


def test_it_takes_a_point_before_anything_else(agent: Agent) -> None:
    assert chosen(agent, settled().tokens(0, compass=2, book=2, ship=1)) == CallMasterBuilders()


def test_it_completes_a_city_with_the_merchants(agent: Agent) -> None:
    table = settled().hand(0, ore=2, grain=2).tokens(0, ship=1, book=2)
    assert chosen(agent, table) == CallMerchants(ORE)


def test_it_completes_a_city_with_the_traders(agent: Agent) -> None:
    table = settled().hand(0, ore=2, grain=2, wool=1).tokens(0, wagon=1)
    assert chosen(agent, table) == CallTraders(WOOL, ORE)


def test_it_draws_a_card_for_books(agent: Agent) -> None:
    assert chosen(agent, settled().tokens(0, book=2)) == CallScholars()


def test_it_gives_a_card_to_spare_and_not_to_the_leader(agent: Agent) -> None:
    table = settled().hand(0, wool=3).catan_tokens(0, 7).catan_tokens(1, 7)
    table.phase("build")
    gift = chosen(agent, table)
    assert isinstance(gift, OfferGift)
    assert (gift.resource, gift.to == 1) == (WOOL, False)


def test_it_takes_a_gift_but_not_from_somebody_about_to_win(agent: Agent) -> None:
    table = Favoring().hand(0, wool=1).when(0, OfferGift(WOOL, 1))
    assert chosen(agent, table, 1) == AcceptGift(WOOL, 0)
    late = Favoring().hand(0, wool=1).catan_tokens(0, 9).when(0, OfferGift(WOOL, 1))
    assert chosen(agent, late, 1) == DeclineGift(WOOL, 0)


def test_it_exchanges_at_the_end_and_keeps_what_makes_a_pair(agent: Agent) -> None:
    table = settled().tokens(0, compass=1, book=1).phase("build")
    assert chosen(agent, table) == ExchangeFavor()
    paired = settled().tokens(0, compass=1, book=1).when(0, ExchangeFavor(), COMPASS)
    assert chosen(agent, paired) == ReturnFavor(BOOK)
    wagon = settled().tokens(0, compass=1, ship=1).when(0, ExchangeFavor(), WAGON)
    assert chosen(agent, wagon) == ReturnFavor(WAGON)
    done = paired.when(0, ReturnFavor(BOOK)).phase("build")
    assert chosen(agent, done) == EndTurn()


def test_it_plans_a_first_link(agent: Agent) -> None:
    def planned(table: Favoring) -> list[int]:
        now = Situation(CATAN.observe(table.state, 0), tactics_of(table.state.setting))
        return [goal.roads[0] for goal in goals(now) if goal.kind == PLACE]

    table = Favoring().road(0, *EDGES[:2]).road(1, *EDGES[3:5])
    assert EDGES[2] in planned(table)
    assert planned(Favoring().road(0, *EDGES[:3]).road(1, *EDGES[3:5])) == []
    assert planned(table.supply(ship=1)) == []


def test_it_moves_the_robber_where_it_harms_nobody_when_that_pays(agent: Agent) -> None:
    around = ring("(0,0)")
    table = Favoring().settlement(0, around[0]).agenda(Frame(MOVE_ROBBER, 1)).robber(tile("(2,0)"))
    table.settlement(1, around[3])
    assert chosen(agent, table) != MoveRobber(tile("(0,0)"))
    alone = Favoring().agenda(Frame(MOVE_ROBBER, 1)).robber(tile("(2,0)")).when(0, chosen(agent, _unsettled()), BOOK)
    assert alone.drawn() == [0]
    spared = Favoring().settlement(1, around[0]).hand(1, wool=2).robber(tile("(2,0)")).phase("roll").roll(7)
    assert chosen(agent, spared.when(0, MoveRobber(tile("(0,0)")))) == DeclineSteal()


def _unsettled() -> Favoring:
    """Seat 0 has to move the robber on an empty island."""
    return Favoring().agenda(Frame(MOVE_ROBBER, 1)).robber(tile("(2,0)"))


def test_it_lets_the_weaker_owner_draw_first(agent: Agent) -> None:
    table = Favoring().road(0, *EDGES[:2]).road(1, EDGES[3]).settlement(2, ROW[3]).hand(0, brick=1, lumber=1)
    table.catan_tokens(2, 4).supply(ship=1)
    assert chosen(agent, table.when(0, BuildRoad(EDGES[2]))) == NameDrawer(1)


@pytest.mark.parametrize("seats", [3, 6])
def test_whole_games_come_to_their_end(seats: int) -> None:
    config = CATAN.configure(seats, None, ("favors",), {})
    match = play(CATAN, ["heuristic"] * seats, f"guilds {seats}", config)
    assert match.result is not None
    assert max(match.result.points) >= 11
