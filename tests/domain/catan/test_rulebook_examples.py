"""Tests the worked examples of rulebook 003, Construction and Special cases, as games."""

from domain.catan.chapters.building.messages import BuildRoad, BuildSettlement
from domain.catan.chapters.robber.messages import Discard, DiscardsRevealed
from domain.core.masks import bits
from tests.domain.catan.table import TOPOLOGY, Table, cards, line, path_edges, upright

RED, ORANGE = 0, 1
ROW = line(2)


def route(table: Table, seat: int) -> int:
    """Return the length of a seat's route as everybody is shown it."""
    return int(table.view(None)["seats"][seat]["route_length"])


def test_the_red_route_of_six_with_a_fork_and_the_orange_seven_cut_in_two_and_five() -> None:
    red, orange = path_edges(line(4))[:6], path_edges(ROW)[:7]
    table = Table().road(ORANGE, *orange).road(RED, *red, upright(line(4)[2]))
    assert (len(table.roads_of(RED)), route(table, RED)) == (7, 6)
    assert (len(table.roads_of(ORANGE)), route(table, ORANGE)) == (7, 7)
    assert table.view(None)["longest_road"] == ORANGE
    table.road(RED, upright(ROW[2])).hand(RED, brick=1, lumber=1, wool=1, grain=1)
    table.when(RED, BuildSettlement(ROW[2]))
    assert (route(table, RED), route(table, ORANGE)) == (6, 5)
    assert table.view(None)["longest_road"] == RED
    assert (table.points(RED), table.points(ORANGE)) == (3, 0)


def test_the_orange_player_builds_at_the_free_nodes_and_not_past_the_red_settlement() -> None:
    west, middle, east, beyond = path_edges(ROW)[1:5]
    table = Table().road(ORANGE, middle, east).settlement(RED, ROW[4])
    table.hand(ORANGE, brick=1, lumber=1).turn(ORANGE)
    sites = {command.edge for command in table.listed(ORANGE) if isinstance(command, BuildRoad)}
    assert sites == {west, upright(ROW[2]), upright(ROW[3])}
    assert table.refused(ORANGE, BuildRoad(beyond)) == "catan.road.not_through_opponent"


def test_the_orange_settlement_keeps_its_distance() -> None:
    table = Table().road(ORANGE, *path_edges(ROW)[:6]).settlement(RED, ROW[1]).city(RED, ROW[5])
    table.hand(ORANGE, brick=1, lumber=1, wool=1, grain=1).turn(ORANGE)
    sites = [command.node for command in table.listed(ORANGE) if isinstance(command, BuildSettlement)]
    assert sites == [ROW[3]]
    assert table.refused(ORANGE, BuildSettlement(ROW[2])) == "catan.settlement.distance"
    assert table.refused(ORANGE, BuildSettlement(ROW[4])) == "catan.settlement.distance"
    table.when(ORANGE, BuildSettlement(ROW[3]))
    near = {end for _, end in TOPOLOGY.reach[ROW[3]]}
    assert not near & {at for seat in range(4) for at in bits(table.state.buildings(seat))}


def test_of_nine_cards_four_are_given_back() -> None:
    table = Table().hand(2, brick=3, wool=6).phase("roll").roll(7)
    table.when(2, Discard(cards(wool=4)))
    assert table.hand_of(2) == {"brick": 3, "wool": 2}
    assert table.happened(DiscardsRevealed)[0].discards[10:15] == cards(wool=4)
