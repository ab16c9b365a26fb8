"""Tests the founding phase of variable set-up (ledger section 4), on the printed island."""

from random import Random

import pytest

from domain.catan import CATAN
from domain.catan.chapters.building.messages import BuildRoad
from domain.catan.chapters.development.messages import BuyDevelopmentCard, PlayKnight
from domain.catan.chapters.maritime import MaritimeTrade
from domain.catan.chapters.production import RollDice
from domain.catan.chapters.setup.messages import FoundRoad, FoundSettlement
from domain.catan.chapters.trading.messages import OfferTrade
from domain.catan.chapters.turn import EndTurn
from domain.catan.terms import ORE, RESOURCES
from tests.domain.catan.boards import SPOTS, founded, founding, printed, step
from tests.domain.catan.table import TOPOLOGY, Table, cards, edge, node


def acting(table: Table) -> list[int]:
    """Return the seats that have to act."""
    return [awaited.seat for awaited in CATAN.awaiting(table.state) if awaited.must]


@pytest.mark.rule("catan.founding.snake_order")
def test_founding_goes_round_and_back() -> None:
    order = []
    table = founding()
    for name in SPOTS:
        seat = acting(table)[0]
        order.append(seat)
        for other in set(range(4)) - {seat}:
            assert table.refused(other, FoundSettlement(node(name))) == "catan.founding.snake_order"
            assert table.listed(other) == []
        step(table, seat, node(name))
    assert order == [0, 1, 2, 3, 3, 2, 1, 0]


@pytest.mark.rule("catan.founding.snake_order")
def test_the_snake_begins_with_the_starting_player() -> None:
    table = Table(3, "variable", empty=False, board={**printed(), "first": 2}, starting_seat=2)
    order = []
    for name in SPOTS[:6]:
        order += acting(table)
        step(table, order[-1], node(name))
    assert order == [2, 0, 1, 1, 0, 2]


@pytest.mark.rule("catan.founding.pair")
def test_a_step_is_a_settlement_and_then_a_road() -> None:
    table = founding()
    place, road = node("(0,0)N"), edge("(0,0)", "NE")
    assert table.refused(0, FoundRoad(road)) == "catan.founding.pair"
    table.when(0, FoundSettlement(place))
    assert table.refused(0, FoundSettlement(node("(0,2)N"))) == "catan.founding.pair"
    assert table.refused(1, FoundSettlement(node("(0,2)N"))) == "catan.founding.snake_order"
    table.when(0, FoundRoad(road))
    assert table.refused(0, FoundRoad(edge("(0,0)", "NW"))) == "catan.founding.snake_order"
    table.when(1, FoundSettlement(node("(0,2)N")))


@pytest.mark.rule("catan.founding.settlement_anywhere")
def test_the_first_settlement_stands_anywhere_for_free() -> None:
    for place in range(TOPOLOGY.nodes):
        table = founding()
        assert FoundSettlement(place) in table.listed(0)
        table.when(0, FoundSettlement(place))
        assert table.view(None)["seats"][0]["settlements"] == [place]
        assert table.view(None)["seats"][0]["supply"]["settlements"] == 4
        assert table.bank() == dict.fromkeys(RESOURCES, 19)
    assert founding().refused(0, FoundSettlement(TOPOLOGY.nodes)) == "catan.board.coast"


@pytest.mark.rule("catan.founding.distance")
def test_founding_keeps_the_distance() -> None:
    table = step(founding(), 0, node("(0,0)N"))
    assert table.refused(1, FoundSettlement(node("(0,0)N"))) == "catan.settlement.free_vertex"
    for name in ("(1,-2)S", "(0,-1)S", "(1,-1)S"):
        assert table.refused(1, FoundSettlement(node(name))) == "catan.founding.distance"
        assert FoundSettlement(node(name)) not in table.listed(1)
    table.when(1, FoundSettlement(node("(0,1)N")))


@pytest.mark.rule("catan.founding.road_touches")
def test_the_road_touches_the_settlement_of_its_step() -> None:
    table = founded(7)
    table.when(0, FoundSettlement(node("(0,0)S")))
    first = node(SPOTS[0])
    for road in TOPOLOGY.node_edges[first]:
        assert table.refused(0, FoundRoad(road)) == "catan.founding.road_touches"
    assert table.refused(0, FoundRoad(edge("(1,0)", "E"))) == "catan.founding.road_touches"
    assert [command.edge for command in table.listed(0)] == list(TOPOLOGY.node_edges[node("(0,0)S")])
    table.when(0, FoundRoad(edge("(0,0)", "SW")))
    assert edge("(0,0)", "SW") in table.roads_of(0)


def test_founding_roads_are_routes() -> None:
    table = founded(8)
    assert [seat["route_length"] for seat in table.view(None)["seats"]] == [1, 1, 1, 1]
    joined = founding(3)
    for name, side in (("(0,-1)N", "NE"), ("(-2,2)N", "NE"), ("(2,0)S", "SW"), ("(0,2)S", "SW"), ("(-2,0)N", "NE")):
        seat = acting(joined)[0]
        joined.when(seat, FoundSettlement(node(name))).when(seat, FoundRoad(edge(name[:-1], side)))
    joined.when(0, FoundSettlement(node("(1,-1)N"))).when(0, FoundRoad(edge("(1,-1)", "NW")))
    assert [seat["route_length"] for seat in joined.view(None)["seats"]] == [2, 1, 1]
    assert joined.view(None)["longest_road"] is None


@pytest.mark.rule("catan.founding.second_anywhere")
def test_the_second_settlement_needs_no_connection() -> None:
    table = founded(7)
    table.when(0, FoundSettlement(node("(0,2)S")))
    assert table.view(None)["seats"][0]["settlements"] == [node("(0,-2)N"), node("(0,2)S")]


@pytest.mark.rule("catan.founding.first_pays_nothing")
def test_round_one_pays_nothing() -> None:
    table = founded(4)
    assert [table.hand_of(seat) for seat in range(4)] == [{}, {}, {}, {}]
    assert table.bank() == dict.fromkeys(RESOURCES, 19)
    assert table.view(None)["seats"][3]["settlements"] == [node("(0,2)N")]


@pytest.mark.rule("catan.founding.second_pays")
def test_the_second_settlement_pays_at_once() -> None:
    table = Table(4, "variable", empty=False, board=printed({"(1,1)": ("hills", 5), "(2,0)": ("pasture", 8)}))
    for seat, name in enumerate(SPOTS[:2] + SPOTS[3:5]):
        step(table, seat, node(name))
    table.when(3, FoundSettlement(node("(1,1)N")))
    assert table.hand_of(3) == {"lumber": 1, "brick": 1, "wool": 1}
    assert [table.hand_of(seat) for seat in range(3)] == [{}, {}, {}]
    assert table.bank() == {"brick": 18, "lumber": 18, "wool": 18, "grain": 19, "ore": 19}
    assert table.seen(None)[1] == {
        "type": "StartingCardsPaid",
        "seat": 3,
        "cards": {"brick": 1, "lumber": 1, "wool": 1},
    }
    table.when(3, FoundRoad(edge("(1,0)", "E")))
    assert table.hand_of(3) == {"lumber": 1, "brick": 1, "wool": 1}


@pytest.mark.rule("catan.founding.desert_sea_pay_nothing")
def test_desert_and_sea_pay_nothing() -> None:
    board = printed({"(-2,0)": ("desert", 0), "(0,0)": ("hills", 9)})
    table = Table(4, "variable", empty=False, board=board)
    for seat, name in enumerate(SPOTS[:4]):
        step(table, seat, node(name))
    table.when(3, FoundSettlement(node("(-2,0)N")))
    assert table.hand_of(3) == {"grain": 1}

    inland = founded(4).when(3, FoundSettlement(node("(0,1)N")))
    assert inland.hand_of(3) == {"lumber": 1, "grain": 1}


@pytest.mark.rule("catan.founding.number_irrelevant")
def test_every_tile_pays_one_card_whatever_its_number() -> None:
    table = founded(4).when(3, FoundSettlement(node("(-1,2)N")))
    assert table.hand_of(3) == {"ore": 1, "grain": 2}


@pytest.mark.rule("catan.founding.nothing_else")
def test_nothing_else_happens_while_founding() -> None:
    table = founded(5).hand(2, wool=4, brick=1, lumber=1, grain=1, ore=1).cards(2, knight=1)
    commands = [
        RollDice(),
        EndTurn(),
        MaritimeTrade(cards(wool=4), ORE),
        OfferTrade(cards(wool=1), cards(ore=1)),
        BuyDevelopmentCard(),
        PlayKnight(),
        BuildRoad(edge("(2,-1)", "SE")),
    ]
    for command in commands:
        assert table.refused(2, command) == "catan.founding.nothing_else"
        assert table.refused(0, command) == "catan.founding.snake_order"
    table.when(2, FoundSettlement(node("(-2,0)N")))
    for command in commands:
        assert table.refused(2, command) == "catan.founding.nothing_else"
    assert {type(command) for command in table.listed(2)} == {FoundRoad}


@pytest.mark.rule("catan.founding.first_turn")
def test_the_starting_player_takes_the_first_turn() -> None:
    table = founded(8)
    view = table.view(None)
    assert (view["active"], view["turn"]) == (0, 1)
    assert [(a.seat, a.frame, a.must) for a in CATAN.awaiting(table.state)] == [(0, "roll", True)]
    assert table.refused(1, RollDice()) == "catan.turn.active_only"
    assert table.listed(0) == [RollDice()]
    assert founded(7).view(None)["active"] is None


@pytest.mark.rule("catan.founding.always_placeable")
def test_a_founding_site_is_always_left() -> None:
    for number in range(40):
        rng = Random(number)
        table = founding()
        for _ in range(8):
            seat = acting(table)[0]
            sites = table.listed(seat)
            assert sites
            free = set(range(TOPOLOGY.edges)) - {e for s in range(4) for e in table.roads_of(s)}
            assert all(set(TOPOLOGY.node_edges[site.node]) <= free for site in sites)
            crowded = max(sites, key=lambda site: (len(TOPOLOGY.reach[site.node]), rng.random()))
            table.when(seat, crowded)
            roads = table.listed(seat)
            assert len(roads) == len(TOPOLOGY.node_edges[crowded.node])
            table.when(seat, rng.choice(roads))
