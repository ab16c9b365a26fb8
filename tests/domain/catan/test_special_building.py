"""Tests five and six players: the special building phase (ledger section 19)."""

import pytest

from domain.catan import CATAN
from domain.catan.chapters.building.messages import BuildCity, BuildRoad, BuildSettlement
from domain.catan.chapters.development.messages import BuyDevelopmentCard, PlayKnight
from domain.catan.chapters.longest_road import LongestRoadMoved
from domain.catan.chapters.maritime import MaritimeTrade
from domain.catan.chapters.production import RollDice
from domain.catan.chapters.scoring import GameWon
from domain.catan.chapters.trading.messages import OfferTrade
from domain.catan.chapters.turn import EndTurn, TurnStarted
from domain.catan.modules.five_six import Pass
from domain.catan.terms import KNIGHT, ORE
from tests.domain.catan.larger_island import TOPOLOGY, founding
from tests.domain.catan.table import Table, cards

FAR = (0, 16, 30, 44, 58)  # nodes far from each other


def ended(seats: int = 5, **hands: int) -> Table:
    """Seat 0 has ended its turn; seat 1 holds some cards."""
    return Table(seats, "variable").hand(1, **hands).when(0, EndTurn())


def awaited(table: Table) -> list[tuple[int, str]]:
    """Return who has to act, and in which frame."""
    return [(entry.seat, entry.frame) for entry in CATAN.awaiting(table.state)]


def passed(table: Table, *seats: int) -> Table:
    """These seats decline or finish, one after the other."""
    for seat in seats:
        table.when(seat, Pass())
    return table


@pytest.mark.rule("catan.special_building.after_each_turn")
def test_while_others_build_it_is_nobodys_turn() -> None:
    table = Table(5, "variable")
    assert CATAN.in_turn(table.state) == 0

    table.when(0, EndTurn())
    assert CATAN.in_turn(table.state) is None

    passed(table, 1, 2, 3, 4)
    assert CATAN.in_turn(table.state) == 1


def trail(seat: int, table: Table, start: int, length: int) -> list[int]:
    """Return the edges of a path of free edges that starts at a node."""
    path, at, seen = [], start, {start}
    while len(path) < length:
        edge, at = next((e, end) for e, end in TOPOLOGY.reach[at] if end not in seen and not _taken(table, e))
        seen.add(at)
        path.append(edge)
    return path


def _taken(table: Table, edge: int) -> bool:
    return bool(table.state.road_total >> edge & 1)


@pytest.mark.rule("catan.special_building.after_each_turn")
def test_after_a_turn_the_others_may_build_before_the_next_roll() -> None:
    table = ended()
    assert awaited(table) == [(1, "special_building")]
    assert table.refused(1, RollDice()) == "catan.special_building.no_roll"
    passed(table, 1, 2, 3, 4)
    assert awaited(table) == [(1, "roll")]
    table.roll(7)
    assert table.state.active == 1


@pytest.mark.rule("catan.special_building.only_five_six")
def test_four_players_have_no_such_phase() -> None:
    table = Table(4, "variable").when(0, EndTurn())
    assert awaited(table) == [(1, "roll")]
    assert table.refused(1, Pass()) == "catan.turn.phase_order"


@pytest.mark.rule("catan.special_building.after_each_turn")
def test_nobody_passes_in_a_turn() -> None:
    table = Table(5, "variable")
    for phase in ("roll", "trade", "build"):
        for seat in range(5):
            assert table.phase(phase).refused(seat, Pass()) == "catan.special_building.after_each_turn"
    mixed = Table(6, "variable", combined_trade_build=True)
    assert mixed.refused(0, Pass()) == "catan.special_building.after_each_turn"


@pytest.mark.rule("catan.special_building.not_after_founding")
def test_no_phase_follows_the_founding() -> None:
    table = founding(5)
    while not table.state.turn:
        seat = CATAN.awaiting(table.state)[0].seat
        table.when(seat, table.listed(seat)[0])
        assert CATAN.awaiting(table.state)[0].frame != "special_building"
    assert awaited(table) == [(0, "roll")]


@pytest.mark.rule("catan.special_building.others_only")
def test_who_just_ended_takes_no_part() -> None:
    table = Table(5, "variable").hand(0, brick=1, lumber=1).settlement(0, FAR[0]).when(0, EndTurn())
    assert table.listed(0) == []
    assert table.refused(0, BuildRoad(TOPOLOGY.node_edges[FAR[0]][0])) == "catan.special_building.clockwise"
    passed(table, 1, 2, 3, 4)
    assert table.state.active == 1


@pytest.mark.rule("catan.special_building.clockwise")
def test_the_others_act_one_after_the_other_clockwise() -> None:
    table = Table(6, "variable").turn(3).when(3, EndTurn())
    for seat in (4, 5, 0, 1, 2):
        assert awaited(table) == [(seat, "special_building")]
        assert table.refused((seat + 1) % 6, Pass()) == "catan.special_building.clockwise"
        table.when(seat, Pass())
    assert table.state.active == 4


@pytest.mark.rule("catan.special_building.optional")
def test_when_all_decline_nothing_has_changed() -> None:
    table = ended(brick=1, lumber=1)
    hands, pieces = table.state.hands[:], table.state.road_total
    passed(table, 1, 2, 3, 4)
    assert (table.state.hands, table.state.road_total) == (hands, pieces)
    assert (table.state.active, table.state.turn) == (1, 2)


@pytest.mark.rule("catan.special_building.ask_everyone")
def test_everybody_is_asked_whatever_the_hand() -> None:
    table = passed(ended(brick=4, lumber=4), 1)
    assert table.hand_of(2) == {}
    assert awaited(table) == [(2, "special_building")]
    assert table.listed(2) == [Pass()]


@pytest.mark.rule("catan.special_building.once")
def test_each_is_asked_once() -> None:
    table = ended(brick=1, lumber=1).settlement(1, FAR[1])
    road = BuildRoad(TOPOLOGY.node_edges[FAR[1]][0])
    passed(table, 1)
    assert table.refused(1, road) == "catan.special_building.clockwise"
    passed(table, 2, 3, 4)
    assert awaited(table) == [(1, "roll")]


@pytest.mark.rule("catan.special_building.what")
def test_everything_is_built_and_bought_by_the_usual_rules() -> None:
    table = ended(brick=4, lumber=4, wool=3, grain=5, ore=5).settlement(1, FAR[1])
    first, second = trail(1, table, FAR[1], 2)
    table.when(1, BuildRoad(first))
    assert table.hand_of(1) == {"brick": 3, "lumber": 3, "wool": 3, "grain": 5, "ore": 5}
    close = next(end for end in TOPOLOGY.edge_nodes[first] if end != FAR[1])
    assert table.refused(1, BuildSettlement(close)) == "catan.settlement.distance"
    table.when(1, BuildRoad(second))
    place = next(end for end in TOPOLOGY.edge_nodes[second] if end != close)
    table.when(1, BuildSettlement(place)).when(1, BuildCity(place)).when(1, BuyDevelopmentCard(), KNIGHT)
    assert table.points(1) == 3
    assert awaited(table) == [(1, "special_building")]
    assert table.refused(2, BuyDevelopmentCard()) == "catan.special_building.clockwise"


@pytest.mark.rule("catan.special_building.any_number")
def test_several_things_may_be_built_in_one_chance() -> None:
    table = ended(brick=2, lumber=2).settlement(1, FAR[1])
    for edge in trail(1, table, FAR[1], 2):
        table.when(1, BuildRoad(edge))
    assert len(table.roads_of(1)) == 2
    assert table.listed(1) == [Pass()]


@pytest.mark.rule("catan.special_building.no_trade")
def test_there_is_no_trade_of_any_kind() -> None:
    table = ended(wool=4).hand(2, ore=1)
    assert table.refused(1, MaritimeTrade(cards(wool=4), ORE)) == "catan.special_building.no_trade"
    assert table.refused(1, OfferTrade(cards(wool=1), cards(ore=1))) == "catan.special_building.no_trade"
    assert table.refused(2, OfferTrade(cards(ore=1), cards(wool=1))) == "catan.special_building.no_trade"


@pytest.mark.rule("catan.special_building.no_card_play")
def test_no_development_card_is_played() -> None:
    table = ended().cards(1, knight=1, monopoly=1, road_building=1)
    assert table.refused(1, PlayKnight()) == "catan.special_building.no_card_play"
    assert table.listed(1) == [Pass()]


@pytest.mark.rule("catan.special_building.no_roll")
def test_nobody_rolls() -> None:
    table = ended()
    for seat in range(5):
        assert table.refused(seat, RollDice()) == "catan.special_building.no_roll"


@pytest.mark.rule("catan.special_building.card_next_turn")
def test_a_card_bought_there_may_be_played_in_the_next_own_turn() -> None:
    table = ended(wool=1, grain=1, ore=1).when(1, BuyDevelopmentCard(), KNIGHT)
    assert table.refused(1, PlayKnight()) == "catan.special_building.no_card_play"
    passed(table, 1, 2, 3, 4).when(1, PlayKnight())
    assert table.state.knights[1] == 1


@pytest.mark.rule("catan.special_building.special_cards")
def test_longest_road_moves_at_once() -> None:
    table = Table(5, "variable").settlement(0, FAR[0]).settlement(3, FAR[3])
    table.road(0, *trail(0, table, FAR[0], 6))
    way = trail(3, table, FAR[3], 7)
    table.road(3, *way[:6]).hand(3, brick=1, lumber=1)
    assert table.state.longest_road == 0
    passed(table.when(0, EndTurn()), 1, 2).when(3, BuildRoad(way[6]))
    assert table.happened(LongestRoadMoved) == [LongestRoadMoved(3)]
    assert table.points(3) == 3


@pytest.mark.rule("catan.special_building.no_win")
def test_nobody_wins_in_the_phase() -> None:
    table = Table(5, "variable").city(1, *FAR[:3]).settlement(1, *FAR[3:]).hand(1, ore=3, grain=2).knights(1, 3)
    table.state.points[1] -= 1  # as if one settlement fewer: nine points
    table.when(0, EndTurn()).when(1, BuildCity(FAR[3]))
    assert table.points(1) == 10
    assert CATAN.result(table.state) is None
    passed(table, 1, 2, 3, 4)
    assert [type(event) for event in table.events[:2]] == [TurnStarted, GameWon]


@pytest.mark.rule("catan.special_building.ended_player_no_win")
def test_who_just_ended_cannot_win_there_either() -> None:
    # given seat 0 with eight points, six roads like seat 2, and seat 2 holding Longest Road
    table = Table(5, "variable").city(0, *FAR[:4]).settlement(2, FAR[4])
    way = trail(2, table, FAR[4], 6)
    table.road(2, *way).road(0, *trail(0, table, FAR[0], 6))
    assert (table.state.longest_road, table.points(0)) == (2, 8)
    # when seat 3 cuts the road of seat 2
    cut = set(TOPOLOGY.edge_nodes[way[2]]) & set(TOPOLOGY.edge_nodes[way[3]])
    spur = next(e for node in cut for e in TOPOLOGY.node_edges[node] if e not in way)
    table.road(3, spur).hand(3, brick=1, lumber=1, wool=1, grain=1)
    passed(table.when(0, EndTurn()), 1, 2).when(3, BuildSettlement(cut.pop()))
    # then seat 0 has ten points, and wins when its turn comes again
    assert (table.state.longest_road, table.points(0)) == (0, 10)
    assert CATAN.result(table.state) is None
    passed(table, 3, 4)
    for seat in (1, 2, 3, 4):
        assert CATAN.result(table.state) is None
        table.phase("trade").when(seat, EndTurn())
        passed(table, *((seat + step) % 5 for step in range(1, 5)))
    result = CATAN.result(table.state)
    assert result
    assert result.winners == (0,)


@pytest.mark.rule("catan.special_building.not_after_win")
def test_no_phase_follows_a_win() -> None:
    table = Table(5, "variable").city(0, *FAR[:3]).settlement(0, *FAR[3:]).hand(0, ore=3, grain=2).knights(0, 3)
    table.when(0, BuildCity(FAR[3]))
    assert CATAN.result(table.state)
    assert awaited(table) == []
    assert table.refused(1, Pass()) == "catan.end.immediate"


@pytest.mark.rule("catan.special_building.end")
def test_after_the_last_of_the_others_the_next_turn_begins() -> None:
    table = passed(Table(6, "variable").when(0, EndTurn()), 1, 2, 3, 4)
    assert awaited(table) == [(5, "special_building")]
    passed(table, 5)
    assert awaited(table) == [(1, "roll")]
    assert table.happened(TurnStarted) == [TurnStarted(1, 2)]
    table.cards(1, knight=1).when(1, PlayKnight())
