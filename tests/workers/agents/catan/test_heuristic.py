"""Tests each decision of the heuristic agent of Catan on the beginner board, and whole games."""

from random import Random
from typing import Any

import pytest

from domain.catan import CATAN
from domain.catan.chapters.building.messages import BuildCity, BuildRoad, BuildSettlement
from domain.catan.chapters.development.messages import BuyDevelopmentCard, PlayKnight, PlayMonopoly, PlayYearOfPlenty
from domain.catan.chapters.maritime import MaritimeTrade
from domain.catan.chapters.production import RollDice
from domain.catan.chapters.robber.messages import Discard, MoveRobber, Steal
from domain.catan.chapters.trading.messages import AcceptOffer, ConfirmTrade, DeclineOffer, OfferTrade
from domain.catan.chapters.turn import EndTurn
from domain.catan.terms import BRICK, LUMBER, MOVE_ROBBER, ORE, STEAL
from domain.core.agenda import Frame
from tests.domain.catan.table import PLACES, Table, cards, line, node, path_edges, tile
from tests.workers.agents.catan.deciding import chosen
from workers.agents import play
from workers.agents.agent import Agent, load_agent
from workers.agents.catan.board_values import ground_of


def settled() -> Table:
    """Return four seats with two settlements and roads each, as the beginner sheet has them."""
    return Table(empty=False).turn(0, "trade")


def test_it_opens_on_many_pips_of_several_kinds(agent: Agent) -> None:
    table = Table(map_name="variable", empty=False)
    place = chosen(agent, table, table.state.agenda[-1].seats.bit_length() - 1).node
    yields = ground_of(table.state.setting).yields
    best = max(sum(pips) for pips in yields)
    assert sum(yields[place]) >= best - 3
    assert sum(1 for pips in yields[place] if pips) >= 2


def test_it_rolls_first(agent: Agent) -> None:
    assert chosen(agent, settled().turn(0, "roll").hand(0, ore=3, grain=2)) == RollDice()


def test_it_builds_a_city_when_it_can(agent: Agent) -> None:
    assert isinstance(chosen(agent, settled().hand(0, ore=3, grain=2)), BuildCity)


def test_the_city_goes_where_the_pips_are(agent: Agent) -> None:
    rich, poor = node("(1,0)N"), node("(-2,2)S")
    table = Table().settlement(0, poor, rich).hand(0, ore=3, grain=2)
    yields = ground_of(table.state.setting).yields
    assert sum(yields[rich]) > sum(yields[poor])
    assert chosen(agent, table) == BuildCity(rich)


def test_it_settles_when_it_can(agent: Agent) -> None:
    row = line(2)
    table = Table().settlement(0, row[0]).road(0, *path_edges(row[:3])).hand(0, brick=1, lumber=1, wool=1, grain=1)
    assert chosen(agent, table) == BuildSettlement(row[2])


def test_it_keeps_the_cards_of_its_plan(agent: Agent) -> None:
    table = settled().hand(0, ore=3, grain=1, wool=1, brick=1)
    assert chosen(agent, table) not in (BuyDevelopmentCard(), None)
    assert not isinstance(chosen(agent, table), MaritimeTrade)


def test_it_trades_with_the_bank_to_complete_a_plan(agent: Agent) -> None:
    table = Table().settlement(0, node("(1,0)N")).hand(0, ore=2, grain=2, wool=4)
    assert chosen(agent, table) == MaritimeTrade(cards(wool=4), ORE)


def test_it_trades_rather_than_let_a_seven_halve_its_hand(agent: Agent) -> None:
    table = Table().settlement(0, node("(1,0)N"))
    assert chosen(agent, table.hand(0, lumber=7)) == EndTurn()
    assert chosen(agent, table.hand(0, lumber=1)) == MaritimeTrade(cards(lumber=4), BRICK)


def test_it_ends_the_turn_with_nothing_to_do(agent: Agent) -> None:
    assert chosen(agent, settled().hand(0, wool=1)) == EndTurn()


def test_it_wins_at_once_when_it_can(agent: Agent) -> None:
    """At eight points the road that takes Longest Road wins the game."""
    row = line(2)
    table = Table().city(0, *[line(4)[k] for k in (0, 2, 4, 6)]).road(0, *path_edges(row[:5]))
    table.hand(0, brick=1, lumber=1)
    assert table.points(0) == 8
    command = chosen(agent, table)
    assert isinstance(command, BuildRoad)
    table.when(0, command)
    assert CATAN.result(table.state) is not None


def test_a_knight_before_the_roll_frees_the_own_tile(agent: Agent) -> None:
    place = tile("(1,0)")
    table = Table().settlement(0, node("(1,0)N")).cards(0, knight=1).turn(0, "roll").robber(place)
    assert chosen(agent, table) == PlayKnight()
    assert chosen(agent, table.robber(tile("(0,0)"))) == RollDice()


def test_a_knight_that_wins_is_played_before_the_roll(agent: Agent) -> None:
    table = Table().city(0, *[line(4)[k] for k in (0, 2, 4, 6)]).knights(0, 2).cards(0, knight=1).turn(0, "roll")
    assert chosen(agent, table) == PlayKnight()
    assert CATAN.result(table.when(0, PlayKnight()).state) is not None


def test_the_robber_never_goes_to_an_own_tile(agent: Agent) -> None:
    mine, theirs = node("(1,0)N"), node("(1,1)N")
    table = Table().settlement(0, mine).settlement(1, theirs).hand(1, ore=1).agenda(Frame(MOVE_ROBBER, 1))
    command = chosen(agent, table)
    assert isinstance(command, MoveRobber)
    nodes = table.state.setting.board.tile_mask[command.tile]
    assert nodes >> theirs & 1
    assert not nodes >> mine & 1


def test_the_robber_blocks_the_leader(agent: Agent) -> None:
    row = line(1)
    table = Table().settlement(1, row[0], row[2]).city(2, row[4], row[6], row[8]).agenda(Frame(MOVE_ROBBER, 1))
    table.hand(1, ore=1).hand(2, ore=1)
    command = chosen(agent, table)
    assert table.state.setting.board.tile_mask[command.tile] & table.state.cities[2]


def test_it_robs_a_hand_that_is_not_empty(agent: Agent) -> None:
    table = Table().city(1, node("(1,0)N")).settlement(2, node("(1,0)S")).hand(2, ore=1)
    table.robber(tile("(1,0)")).agenda(Frame(STEAL, 1))
    assert chosen(agent, table) == Steal(2)


def test_a_discard_keeps_the_plan(agent: Agent) -> None:
    table = Table().settlement(0, node("(1,0)N")).hand(0, ore=3, grain=2, wool=5)
    table.turn(0, "roll").roll(7)
    assert chosen(agent, table) == Discard(cards(wool=5))


def test_it_offers_what_it_can_spare_for_what_it_lacks(agent: Agent) -> None:
    table = Table().settlement(0, node("(1,0)N")).hand(0, ore=2, grain=2, lumber=2).hand(1, ore=2)
    command = chosen(agent, table)
    assert isinstance(command, OfferTrade)
    assert command.take == cards(ore=1)
    assert sum(command.give) == command.give[LUMBER]
    assert command.to == 0b0010


def test_it_asks_nobody_who_is_about_to_win(agent: Agent) -> None:
    table = Table().settlement(0, node("(1,0)N")).hand(0, ore=2, grain=2, lumber=2).hand(1, ore=2)
    table.city(1, *[line(4)[k] for k in (0, 2, 4, 6)])
    assert table.points(1) == 8
    assert not isinstance(chosen(agent, table), OfferTrade)


def test_it_makes_an_offer_once_a_turn(agent: Agent) -> None:
    table = Table().settlement(0, node("(1,0)N")).hand(0, ore=2, grain=2, lumber=2).hand(1, ore=2)
    first = chosen(agent, table)
    table.when(0, first).when(1, DeclineOffer(1))
    assert chosen(agent, table) != first


def test_it_confirms_what_was_accepted(agent: Agent) -> None:
    table = Table().settlement(0, node("(1,0)N")).hand(0, ore=2, grain=2, lumber=2).hand(1, ore=2)
    table.when(0, chosen(agent, table)).when(1, AcceptOffer(1))
    assert chosen(agent, table) == ConfirmTrade(1, 1)


def offered(give: dict[str, int], take: dict[str, int]) -> Table:
    """Seat 0 offers seat 1 a trade; seat 1 lacks one ore for a city."""
    table = Table().settlement(1, node("(1,0)N")).hand(1, ore=2, grain=2, wool=3).hand(0, **give)
    return table.when(0, OfferTrade(cards(**give), cards(**take), 0b0010))


def test_it_accepts_what_completes_its_plan(agent: Agent) -> None:
    assert chosen(agent, offered({"ore": 1}, {"wool": 1}), 1) == AcceptOffer(1)


def test_it_declines_what_breaks_its_plan(agent: Agent) -> None:
    assert chosen(agent, offered({"brick": 1}, {"ore": 1}), 1) == DeclineOffer(1)


def test_it_declines_to_help_the_leader(agent: Agent) -> None:
    table = offered({"ore": 1}, {"wool": 1})
    table.city(0, *[line(4)[k] for k in (0, 2, 4, 6)])
    assert chosen(agent, table, 1) == DeclineOffer(1)


def test_an_answered_offer_is_left_alone(agent: Agent) -> None:
    table = offered({"ore": 1}, {"wool": 1}).when(1, AcceptOffer(1))
    assert chosen(agent, table, 1) is None


def test_year_of_plenty_completes_a_plan(agent: Agent) -> None:
    table = Table().settlement(0, node("(1,1)N")).hand(0, ore=2, grain=1).cards(0, year_of_plenty=1)
    assert chosen(agent, table) == PlayYearOfPlenty(cards(ore=1, grain=1))


def test_monopoly_waits_until_much_is_out(agent: Agent) -> None:
    table = settled().cards(0, monopoly=1)
    assert not isinstance(chosen(agent, table), PlayMonopoly)
    table.hand(1, brick=3).hand(2, brick=2)
    assert chosen(agent, table) == PlayMonopoly(BRICK)


def test_free_roads_lead_towards_a_site(agent: Agent) -> None:
    row = line(2)
    table = Table().settlement(0, row[4]).road(0, *path_edges(row[4:6])).cards(0, road_building=1)
    for _ in range(3):
        command = chosen(agent, table)
        table.when(0, command)
    assert len(table.roads_of(0)) == 3


@pytest.mark.parametrize("number", range(6))
def test_it_knows_no_more_than_its_seat(agent: Agent, number: int) -> None:
    """In worlds that a seat cannot tell apart, it chooses the same for that seat."""
    rng = Random(number)
    table = settled().hand(1, ore=2, wool=1).hand(2, brick=2, grain=1).cards(1, knight=1, monopoly=1)
    table.hand(0, ore=2, grain=2, wool=2, brick=1).turn(0, "roll").roll(6)
    command = chosen(agent, table)
    for _ in range(5):
        table.state = CATAN.determinize(CATAN.observe(table.state, 0), rng)
        assert chosen(agent, table) == command


def test_it_plays_the_same_game_again() -> None:
    config = CATAN.configure(4, None, (), {})
    first = play(CATAN, ["heuristic"] * 4, "again", config)
    assert first.result is not None
    assert play(CATAN, ["heuristic"] * 4, "again", config) == first


@pytest.mark.parametrize(
    ("seats", "options"),
    [
        (3, {}),
        (4, {"combined_trade_build": False}),
        (4, {"combined_trade_build": True}),
        (3, {"steal_compulsory": False, "victory_points": 12}),
    ],
)
def test_it_finishes_games_under_every_option(seats: int, options: dict[str, Any]) -> None:
    config = CATAN.configure(seats, None, (), options)
    match = play(CATAN, ["heuristic"] * seats, "options", config)
    assert match.result is not None
    assert match.commands < 3000


def test_it_beats_blind_play() -> None:
    config = CATAN.configure(4, None, (), {})
    won = 0
    for number in range(12):
        agents = [load_agent("heuristic" if seat == number % 4 else "uniform") for seat in range(4)]
        match = play(CATAN, agents, f"beats {number}", config)
        won += match.result is not None and number % 4 in match.result.winners
    assert won >= 11


def test_every_tile_is_worth_its_pips() -> None:
    ground = ground_of(Table().state.setting)
    assert ground.pips[PLACES.index((2, 0))] == 5  # mountains 8
    assert ground.pips[PLACES.index((0, 0))] == 0  # desert
    assert sum(ground.pips) == 58
