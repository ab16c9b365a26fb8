"""Tests each decision of the heuristic agent with helper cards: it uses them with a purpose and settles them well."""

from domain.catan.chapters.building.messages import BuildSettlement
from domain.catan.chapters.maritime import MaritimeTrade
from domain.catan.chapters.turn import EndTurn
from domain.catan.modules.helpers.building import KeepCard, UseCardChoice, UseKnightToBuilding, UseRoadHelp
from domain.catan.modules.helpers.moving import TakeCard, UseMoveRoad, UseRobberToDesert, UseTakeFromLeader
from domain.catan.modules.helpers.rolling import UseProtectSeven, UseResourceBalance
from domain.catan.modules.helpers.trading import ReturnCard, UseForcedTrade, UseTwoToOne
from domain.catan.modules.helpers.using import ExchangeHelper, FlipHelper
from domain.catan.terms import CARD_COST, KNIGHT, MONOPOLY, ORE, VICTORY_POINT
from tests.domain.catan.helping import awaited, effect, helping
from tests.domain.catan.table import Table, cards, line, path_edges, tile, upright
from tests.workers.agents.catan.deciding import chosen
from workers.agents.agent import Agent

ROW = line(2)
WAY = path_edges(ROW)


def settled(name: str, seats: int = 4) -> Table:
    """Seat 0 holds this helper and has a settlement that may become a city, and a road."""
    return helping(name, seats=seats).settlement(0, ROW[4]).road(0, WAY[4]).settlement(1, line(4)[2])


def test_it_takes_the_card_that_it_lacks_most(agent: Agent) -> None:
    table = helping("two_to_one", "resource_balance").settlement(1, ROW[4]).hand(1, ore=2, grain=2).phase("roll")
    assert chosen(agent, table.roll(2), 1) == UseResourceBalance(ORE)
    seven = helping("two_to_one", "protect_seven").settlement(1, ROW[4]).hand(1, ore=2, grain=2).phase("roll").roll(7)
    assert chosen(agent, seven, 1) == UseProtectSeven(ORE)


def test_it_keeps_a_good_helper_and_parts_with_a_poor_one(agent: Agent) -> None:
    table = helping("two_to_one", "resource_balance").phase("roll").roll(2).when(1, UseResourceBalance(ORE))
    assert chosen(agent, table, 1) == FlipHelper()
    moved = helping("move_road").settlement(0, ROW[0]).road(0, *WAY[:2]).when(0, UseMoveRoad(WAY[1], upright(ROW[1])))
    assert chosen(agent, moved) == ExchangeHelper(effect("resource_balance"))


def test_it_demands_what_completes_a_city(agent: Agent) -> None:
    table = settled("forced_trade").hand(0, ore=2, grain=2, wool=1).hand(1, ore=3)
    command = chosen(agent, table)
    assert isinstance(command, UseForcedTrade)
    assert (command.resource, command.seats) == (ORE, 0b10)
    assert chosen(agent, table.when(0, command)) == ReturnCard(2)


def test_of_three_players_it_demands_from_both_what_one_of_them_has(agent: Agent) -> None:
    table = settled("forced_trade", 3).hand(0, ore=2, grain=2, wool=1).hand(1, ore=3)
    command = chosen(agent, table)
    assert isinstance(command, UseForcedTrade)
    assert (command.resource, command.seats) == (ORE, 0b110)


def test_it_names_a_rate_that_completes_a_city(agent: Agent) -> None:
    table = settled("two_to_one").hand(0, ore=2, grain=2, wool=2)
    assert chosen(agent, table) == UseTwoToOne(2)
    table.when(0, UseTwoToOne(2))
    assert chosen(agent, table) == MaritimeTrade(cards(wool=2), ORE)


def test_it_takes_what_it_needs_from_a_leader(agent: Agent) -> None:
    table = settled("take_from_leader").hand(0, ore=2, grain=2).city(2, line(3)[2]).hand(2, ore=1, wool=2)
    assert chosen(agent, table) == UseTakeFromLeader(2)
    assert chosen(agent, table.when(0, UseTakeFromLeader(2))) == TakeCard(ORE)


def test_it_sends_the_robber_off_its_own_hex_before_the_roll(agent: Agent) -> None:
    table = helping("robber_to_desert").settlement(0, ROW[4])
    near = next(t for t in table.state.setting.board.topology.node_tiles[ROW[4]] if t != tile("(0,0)"))
    assert isinstance(chosen(agent, table.turn(0, "roll").robber(near)), UseRobberToDesert)
    assert not isinstance(chosen(agent, table.robber(tile("(0,2)"))), UseRobberToDesert)


def test_it_saves_the_price_of_a_card_it_wants(agent: Agent) -> None:
    table = helping("card_choice").hand(0, ore=1, wool=1, grain=1)
    assert chosen(agent, table) == UseCardChoice(CARD_COST)
    table.when(0, UseCardChoice(CARD_COST), MONOPOLY, VICTORY_POINT, KNIGHT)
    assert chosen(agent, table) == KeepCard(VICTORY_POINT)


def test_it_builds_a_planned_road_with_help(agent: Agent) -> None:
    table = helping("road_help").settlement(0, ROW[4]).road(0, WAY[4]).hand(0, lumber=3)
    command = chosen(agent, table)
    assert isinstance(command, UseRoadHelp)
    assert command.cards == cards(lumber=2)


def test_it_spends_a_knight_but_not_the_largest_army(agent: Agent) -> None:
    def knightly(count: int) -> Table:
        table = helping("knight_to_building").settlement(0, ROW[2]).road(0, *WAY[2:4]).knights(0, count)
        return table.hand(0, brick=1, lumber=1, wool=1, grain=1)

    assert chosen(agent, knightly(1)) == UseKnightToBuilding(ROW[4])
    assert chosen(agent, knightly(3)) == BuildSettlement(ROW[4])


def test_it_moves_a_road_for_the_longest_road_alone(agent: Agent) -> None:
    table = helping("move_road").settlement(0, ROW[0]).road(0, *WAY[:4], upright(ROW[2]))
    assert table.view(None)["longest_road"] is None
    command = chosen(agent, table)
    assert isinstance(command, UseMoveRoad)
    assert command.origin == upright(ROW[2])
    table.when(0, command)
    assert table.view(None)["longest_road"] == 0
    short = helping("move_road").settlement(0, ROW[0]).road(0, *WAY[:2])
    assert chosen(agent, short) == EndTurn()
    assert awaited(short) == ("trade", [0])
