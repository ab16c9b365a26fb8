"""Tests what the planner of Catan does beyond the heuristic agent."""

from dataclasses import replace

import pytest

from domain.catan import CATAN
from domain.catan.chapters.building.messages import BuildCity
from domain.catan.chapters.development.messages import BuyDevelopmentCard
from domain.catan.chapters.maritime import MaritimeTrade
from domain.catan.chapters.trading.messages import AcceptOffer, DeclineOffer, OfferTrade
from domain.catan.chapters.turn import EndTurn
from domain.catan.terms import KINDS
from domain.core.masks import bits
from tests.domain.catan.table import Table, cards, node
from tests.workers.agents.catan.deciding import chosen
from workers.agents import play
from workers.agents.agent import Agent, load_agent
from workers.agents.catan.opening import site_worth, value_rest
from workers.agents.catan.planner import Planner
from workers.agents.catan.situation import Situation
from workers.agents.catan.tuned import TUNED
from workers.agents.catan.weights import Places, Weights


@pytest.fixture
def planner() -> Agent:
    return load_agent("planner")


@pytest.fixture
def asker() -> Agent:
    """Return version 2, which asks others whether they would agree or not."""
    return load_agent("planner@2")


def settled() -> Table:
    """Return a seat with two settlements that may build."""
    return Table().turn(0, "build").settlement(0, node("(1,0)N"), node("(-1,0)N"))


def test_it_plans_as_the_heuristic_agent_does(planner: Agent) -> None:
    assert isinstance(chosen(planner, settled().hand(0, ore=3, grain=2)), BuildCity)


def test_a_large_hand_buys_a_card_at_the_end_of_the_turn(planner: Agent, agent: Agent) -> None:
    table = settled().hand(0, ore=2, grain=2, wool=2)
    assert [type(chosen(a, table)) for a in (agent, planner)] == [EndTurn, BuyDevelopmentCard]


def test_a_smaller_hand_than_its_weight_says_is_kept() -> None:
    assert chosen(Planner(Weights(card_hand=7)), settled().hand(0, ore=2, grain=2, wool=2)) == EndTurn()


def test_it_finishes_games(planner: Agent) -> None:
    match = play(CATAN, ["planner", "heuristic", "planner"], "three")
    assert match.result is not None


def test_the_first_site_goes_with_what_the_others_leave() -> None:
    table = Table(map_name="variable", empty=False)
    seat = table.state.agenda[-1].seats.bit_length() - 1
    alone, paired = (Planner(replace(TUNED, opening=Places(second=second))) for second in (0.0, 1.0))
    now = Situation(CATAN.observe(table.state, seat), (), paired.weights)
    worth = {site: site_worth(now, site, [0] * KINDS) for site in bits(now.sites)}

    def pair(agent: Planner) -> float:
        first = chosen(agent, table, seat).node
        return worth[first] + value_rest(now, first, worth)

    assert pair(paired) + now.places.room * max(worth.values()) > pair(alone)


@pytest.mark.parametrize(
    ("seats", "map_name", "foreseen"), [(4, "variable", True), (5, "new-york", False), (6, "new-york", False)]
)
def test_what_others_leave_is_not_foretold_at_large_tables(seats: int, map_name: str, foreseen: bool) -> None:
    table = Table(seats, map_name=map_name, empty=False)
    seat = table.state.agenda[-1].seats.bit_length() - 1
    agents = [Planner(replace(TUNED, opening=Places(second=second))) for second in (0.0, 1.0)]
    alone, paired = (chosen(agent, table, seat) for agent in agents)
    assert (alone != paired) is foreseen


def test_it_asks_for_two_cards_and_gives_one(asker: Agent) -> None:
    table = Table().settlement(0, node("(1,0)N"), node("(-1,0)N")).hand(0, ore=1, grain=2, brick=3)
    table.hand(1, ore=7).hand(2, ore=7)
    command = chosen(asker, table)
    assert isinstance(command, OfferTrade)
    assert sum(command.take) >= sum(command.give)


def test_it_asks_others_before_it_pays_the_bank(asker: Agent, agent: Agent) -> None:
    table = Table().settlement(0, node("(1,0)N"), node("(-1,0)N")).hand(0, ore=2, grain=2, wool=5).hand(1, ore=4)
    assert isinstance(chosen(agent, table), MaritimeTrade)
    assert isinstance(chosen(asker, table), OfferTrade)


def asked_for(wool: int, given: str, **hand: int) -> Table:
    """Return a table where seat 1 is offered a card for so much wool."""
    table = Table().settlement(1, node("(1,0)N")).hand(1, wool=3, **hand).hand(0, **{given: 1})
    return table.when(0, OfferTrade(cards(**{given: 1}), cards(wool=wool), 0b0010))


def test_it_gives_two_cards_for_one_only_where_that_completes_a_plan(planner: Agent, agent: Agent) -> None:
    """The seat that asks gains a card each time; one that asks often would live on it."""
    assert [chosen(agent, asked_for(wool, "grain"), 1) for wool in (1, 2)] == [AcceptOffer(1), AcceptOffer(1)]
    assert [chosen(planner, asked_for(wool, "grain"), 1) for wool in (1, 2)] == [AcceptOffer(1), DeclineOffer(1)]
    assert chosen(planner, asked_for(2, "ore", ore=2, grain=2), 1) == AcceptOffer(1)


def after_other_offers(count: int) -> Table:
    """Return a table where seat 1 is offered grain for wool, after so many offers that nobody has taken."""
    table = Table().settlement(1, node("(1,0)N")).hand(1, wool=3).hand(0, grain=1, brick=count)
    for number in range(count):
        table.when(0, OfferTrade(cards(brick=number + 1), cards(ore=1), 0b0100))
    return table.when(0, OfferTrade(cards(grain=1), cards(wool=1), 0b0010))


def test_a_third_open_offer_must_bring_more_than_the_first_two(planner: Agent, agent: Agent) -> None:
    """Who offers again and again finds out the least that others take."""
    assert [chosen(planner, after_other_offers(count), 1) for count in (0, 1)] == [AcceptOffer(1), AcceptOffer(2)]
    assert chosen(planner, after_other_offers(2), 1) == DeclineOffer(3)
    assert chosen(agent, after_other_offers(2), 1) == AcceptOffer(3)
