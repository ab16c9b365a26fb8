"""Tests what version 3 of the planner of Catan does where version 2 errs."""

from random import Random
from typing import Any

import pytest

from domain.catan import CATAN
from domain.catan.chapters.building.messages import BuildRoad, BuildSettlement
from domain.catan.chapters.development.messages import BuyDevelopmentCard, PlayKnight, PlayRoadBuilding
from domain.catan.chapters.maritime import MaritimeTrade
from domain.catan.chapters.robber.messages import RobberMoved, Steal
from domain.catan.chapters.setup.messages import StartingCardsPaid
from domain.catan.chapters.trading.messages import AcceptOffer, DeclineOffer, OfferTrade
from domain.catan.chapters.turn import EndTurn
from domain.catan.terms import GRAIN, STEAL
from domain.core.agenda import Frame
from tests.domain.catan.table import Table, across, cards, line, node, path_edges, ring, tile, upright
from tests.workers.agents.catan.deciding import chosen
from workers.agents.agent import Agent, load_agent
from workers.agents.catan.winning.finding import find_win


@pytest.fixture
def before() -> Agent:
    """Return version 2."""
    return load_agent("planner@2")


@pytest.fixture
def now() -> Agent:
    """Return version 3."""
    return load_agent("planner@3")


def two_pieces() -> Table:
    """Return a table where one road of seat 0 joins two pieces to a route of five; it looks like two roads more."""
    row = line(2)
    table = Table().turn(0, "build").settlement(0, row[0], row[5]).road(0, *path_edges(row[:4]), *path_edges(row[4:6]))
    return table.hand(0, brick=1, lumber=1)


def test_a_road_that_joins_two_pieces_is_seen(before: Agent, now: Agent) -> None:
    joint = BuildRoad(path_edges(line(2)[3:5])[0])
    assert chosen(before, two_pieces()) != joint
    assert chosen(now, two_pieces()) == joint


def a_chase(length: int) -> Table:
    """Return a table where seat 0 holds the Longest Road with five, and a rival has a route of a length."""
    mine, theirs = line(2), line(4)
    table = Table().turn(0, "build").settlement(0, mine[0]).road(0, *path_edges(mine[:6]))
    table.settlement(1, theirs[0]).road(1, *path_edges(theirs[: length + 1]))
    return table.hand(0, brick=1, lumber=1)


def test_the_longest_road_is_defended_when_a_rival_is_near(before: Agent, now: Agent) -> None:
    assert chosen(before, a_chase(5)) == EndTurn()
    assert isinstance(chosen(now, a_chase(5)), BuildRoad)
    assert chosen(now, a_chase(2)) == EndTurn()


def two_sites() -> tuple[Table, int, int]:
    """Return a table where seat 0 may part the Longest Road of seat 1 or found at a richer place, and both places."""
    theirs, middle = line(4), line(3)
    cut = next(at for at in theirs[2:4] if across(at) in middle)
    beside = middle[middle.index(across(cut)) + 1]
    rich = line(1)[2]
    table = Table().turn(0, "build").settlement(0, beside).road(0, *path_edges([beside, across(cut), cut]))
    table.road(0, *path_edges([rich, across(rich)])).settlement(1, theirs[0]).road(1, *path_edges(theirs[:6]))
    return table.hand(0, brick=1, lumber=1, wool=1, grain=1), cut, rich


def test_a_settlement_parts_the_longest_road_of_a_rival(before: Agent, now: Agent) -> None:
    table, cut, rich = two_sites()
    assert chosen(before, table) == BuildSettlement(rich)
    assert chosen(now, table) == BuildSettlement(cut)


def test_road_building_that_no_plan_waits_for_is_played(before: Agent, now: Agent) -> None:
    places = (node("(1,0)N"), node("(-1,0)N"), *line(0)[0:6:2])
    table = Table().turn(0).settlement(0, *places).cards(0, road_building=1)
    assert [chosen(agent, table) for agent in (before, now)] == [EndTurn(), PlayRoadBuilding()]


def two_ahead() -> Table:
    """Return a table where seat 1 holds the cards of two cities and needs them, and seat 2, at nine, holds others."""
    north, *_, south = ring("(0,0)")[:4]
    far, other = line(0), line(5)
    table = Table().turn(0).settlement(1, north, far[0], far[2], far[4]).city(1, other[0], line(3)[8])
    table.city(2, south, other[2], other[4]).settlement(2, other[6], far[6], line(3)[0])
    return table.hand(1, ore=6, grain=4).hand(2, brick=5, wool=5)


def test_who_would_win_next_is_robbed_before_who_has_more_points(before: Agent, now: Agent) -> None:
    table = two_ahead()
    table.happens(RobberMoved(0, tile("(0,0)"))).agenda(*table.state.agenda, Frame(STEAL, 0b0001, 0))
    assert [chosen(agent, table) for agent in (before, now)] == [Steal(2), Steal(1)]


def test_a_knight_is_played_against_who_would_win_next(before: Agent, now: Agent) -> None:
    table = two_ahead().cards(0, knight=1)
    assert chosen(before, table) != PlayKnight()
    assert chosen(now, table) == PlayKnight()


def last_site(phase: str = "build", **hand: int) -> tuple[Table, int]:
    """Return a table where seat 1, at nine, can found only where seat 0 may as well, which has a richer site, too."""
    row, rich = line(3), line(1)[2]
    hand = hand or {"brick": 1, "lumber": 1, "wool": 1, "grain": 1}
    table = Table().turn(0, phase).settlement(0, row[6]).road(0, *path_edges(row[4:7]), upright(rich))
    table.settlement(1, row[2]).road(1, *path_edges(row[2:5])).city(1, *line(5)[0:7:2])
    return table.hand(1, brick=1, lumber=1, wool=1, grain=1).hand(0, **hand), row[4]


def test_the_site_that_a_rival_would_win_by_is_taken(before: Agent, now: Agent) -> None:
    table, site = last_site()
    first = chosen(before, table)
    assert isinstance(first, BuildSettlement)
    assert first != BuildSettlement(site)
    assert chosen(now, table) == BuildSettlement(site)


def test_what_takes_the_site_is_bought_from_the_bank(now: Agent) -> None:
    table, site = last_site("trade", brick=1, lumber=1, wool=5)
    trade = chosen(now, table)
    assert trade == MaritimeTrade(cards(wool=4), GRAIN)
    assert chosen(now, table.when(0, trade).phase("build")) == BuildSettlement(site)


def leaders_offer() -> Table:
    """Return a table where seat 1, who leads by far, offers what saves it more than the own seat."""
    table = Table().turn(1).settlement(0, node("(1,0)N"), node("(-1,0)N"))
    table.city(1, *line(0)[0:6:2]).settlement(1, line(5)[0])
    table.hand(0, brick=1, lumber=2, wool=1, ore=1).hand(1, brick=1, grain=2, ore=2)
    return table.when(1, OfferTrade(cards(brick=1), cards(lumber=1), 0b0001))


def test_a_trade_by_which_the_own_chance_falls_is_declined(before: Agent, now: Agent) -> None:
    answers = [chosen(agent, leaders_offer()) for agent in (before, now)]
    assert answers == [AcceptOffer(1), DeclineOffer(1)]


def asking() -> Table:
    """Return a table where seat 0 may ask for the ore that it lacks."""
    table = Table().settlement(0, node("(1,0)N"), node("(-1,0)N")).hand(0, ore=2, grain=2, brick=2)
    return table.hand(1, ore=4).hand(2, wool=1).hand(3, wool=1)


def ask_after_refusal(agent: Agent, *, grown: bool) -> Any:
    """Return what an agent does in its next turn after an offer of it was refused by all, with the same hand."""
    table = asking()
    belief: Any = CATAN.believe(CATAN.observe(table.state, 0))
    first = chosen(agent, table)
    course = [(0, first), *((seat, DeclineOffer(1)) for seat in (1, 2, 3) if first.to >> seat & 1)]
    for seat, command in (*course, (0, EndTurn())):
        belief = belief.after(table.when(seat, command).events)
    if grown:
        belief = belief.after([StartingCardsPaid(1, cards(ore=1))])
        table.hand(1, ore=1)
    view = CATAN.observe(table.turn(0).state, 0)
    CATAN.add_belief(view, belief)
    return first, agent.choose(CATAN, view, CATAN.actions(table.state, 0), 0.25, Random(1))


def test_nothing_is_asked_of_a_seat_that_would_not_agree(before: Agent, now: Agent) -> None:
    """Seat 1 needs all its ore itself, for a city."""
    table = Table().settlement(0, node("(1,0)N"), node("(-1,0)N")).hand(0, ore=2, grain=2, brick=2)
    table.settlement(1, *line(0)[0:4:2]).hand(1, ore=3, grain=2)
    asked = chosen(before, table)
    assert isinstance(asked, OfferTrade)
    assert not isinstance(chosen(now, table), OfferTrade)


def test_what_was_refused_is_offered_again_only_to_a_hand_that_has_grown(before: Agent, now: Agent) -> None:
    for agent, grown, repeats in ((before, False, True), (now, False, False), (now, True, True)):
        first, second = ask_after_refusal(agent, grown=grown)
        assert isinstance(first, OfferTrade)
        assert (second == first) is repeats


@pytest.mark.parametrize(("knights", "wins"), [(0, True), (1, True), (2, False)])
def test_cards_are_bought_where_one_of_them_must_be_a_point(knights: int, wins: bool) -> None:
    """The seat at nine pays two cards. A knight that it has not seen may lie in the deck, or in another hand."""
    table = Table().turn(0).city(0, *line(2)[0:6:2]).settlement(0, *line(4)[0:6:2]).hand(0, wool=2, grain=2, ore=2)
    table.cards(1, victory_point=1)
    table.state.deck = (knights, 0, 0, 0, 2)
    view = CATAN.observe(table.state, 0)
    assert find_win(CATAN, view, draws=True) == (BuyDevelopmentCard() if wins else None)
    assert find_win(CATAN, view) == (None if knights else BuyDevelopmentCard())
