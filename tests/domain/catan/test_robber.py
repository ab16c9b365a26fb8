"""Tests special cases a: moving the robber and stealing (ledger section 14)."""

import pytest

from domain.catan import CATAN
from domain.catan.chapters.development.messages import BuyDevelopmentCard, PlayKnight
from domain.catan.chapters.production import ResourcesProduced, RollDice
from domain.catan.chapters.robber.messages import (
    CardStolen,
    DeclineSteal,
    Discard,
    MoveRobber,
    NothingStolen,
    RobberMoved,
    Steal,
    StealDeclined,
)
from domain.catan.chapters.turn import EndTurn
from domain.catan.terms import GRAIN, MOVE_ROBBER, ORE, WOOL
from domain.core.agenda import Frame
from domain.core.chance import FirstChance, NotedChance, outcomes
from tests.domain.catan.table import TOPOLOGY, Table, cards, node, path_edges, ring, tile

DESERT = tile("(0,0)")
FOREST = tile("(-2,1)")
AROUND = ring("(-2,1)")
MOVE = MoveRobber(FOREST)


def after_seven(table: Table) -> Table:
    """Seat 0 has rolled a seven, and no seat owes a discard."""
    return table.phase("roll").roll(7)


def robbing(table: Table) -> Table:
    """Seat 0 has rolled a seven and moved the robber onto the forest."""
    return after_seven(table).when(0, MOVE)


def top(table: Table) -> str:
    """Return the name of the frame on top of the agenda."""
    return str(table.view(None)["agenda"][-1]["frame"])


@pytest.mark.rule("catan.robber.must_move")
def test_the_robber_must_be_moved() -> None:
    table = after_seven(Table())
    assert table.refused(0, EndTurn()) == "catan.robber.must_move"
    assert table.refused(0, RollDice()) == "catan.turn.pending_first"
    assert {type(command) for command in table.listed(0)} == {MoveRobber}
    table.when(0, MOVE).when(0, EndTurn())
    assert table.state.active == 1
    assert table.state.robber == FOREST


@pytest.mark.rule("catan.robber.other_hex")
def test_the_robber_goes_to_another_hex() -> None:
    table = after_seven(Table().robber(FOREST))
    assert table.refused(0, MOVE) == "catan.robber.other_hex"
    assert MOVE not in table.listed(0)
    table.when(0, MoveRobber(tile("(1,0)")))
    assert table.happened(RobberMoved) == [RobberMoved(0, tile("(1,0)"))]


@pytest.mark.rule("catan.robber.land_only")
def test_the_robber_stays_on_land() -> None:
    table = after_seven(Table())
    assert table.refused(0, MoveRobber(TOPOLOGY.tiles)) == "catan.robber.land_only"
    assert [command.tile for command in table.listed(0)] == [at for at in range(TOPOLOGY.tiles) if at != DESERT]
    table.when(0, MoveRobber(TOPOLOGY.tiles - 1))
    assert table.state.robber == TOPOLOGY.tiles - 1


@pytest.mark.rule("catan.robber.desert_allowed")
def test_the_robber_may_go_back_to_the_desert() -> None:
    table = after_seven(Table().robber(FOREST)).when(0, MoveRobber(DESERT))
    assert table.state.robber == DESERT
    tokens_only = after_seven(Table(robber_token_only=True).robber(FOREST))
    assert tokens_only.refused(0, MoveRobber(DESERT)) == "catan.robber.token_only"
    assert MoveRobber(DESERT) not in tokens_only.listed(0)


def friendly(**options: bool) -> Table:
    """Seat 0 has three points, seat 1 two and a settlement at the forest; the others have nothing."""
    table = Table(friendly_robber=True, **options).settlement(0, *ring("(1,0)")[0:5:2])
    return table.settlement(1, AROUND[0], node("(0,2)S"))


@pytest.mark.rule("catan.robber.friendly")
def test_a_friendly_robber_spares_players_with_few_points() -> None:
    table = after_seven(friendly())
    assert table.refused(0, MOVE) == "catan.robber.friendly"
    assert table.refused(0, MoveRobber(DESERT)) == "catan.robber.other_hex"
    assert MOVE not in table.listed(0)
    assert MoveRobber(tile("(1,0)")) in table.listed(0)
    both = {at for at in range(TOPOLOGY.tiles) if {AROUND[0], node("(0,2)S")} & set(TOPOLOGY.tile_nodes[at])}
    assert {command.tile for command in table.listed(0)} == set(range(TOPOLOGY.tiles)) - both - {DESERT}
    assert MOVE in after_seven(friendly().city(1, AROUND[2])).listed(0)
    knight = friendly().cards(0, knight=1).when(0, PlayKnight())
    assert knight.refused(0, MOVE) == "catan.robber.friendly"


@pytest.mark.rule("catan.robber.friendly")
def test_the_robber_is_not_friendly_unless_the_table_says_so() -> None:
    table = after_seven(Table().settlement(1, AROUND[0])).when(0, MOVE)
    assert table.state.robber == FOREST


@pytest.mark.rule("catan.robber.friendly", "catan.robber.own_hex_allowed")
def test_a_friendly_robber_spares_the_mover_too() -> None:
    table = after_seven(Table(friendly_robber=True).settlement(0, AROUND[0]))
    assert table.refused(0, MOVE) == "catan.robber.friendly"


@pytest.mark.rule("catan.robber.friendly", "catan.robber.desert_allowed")
def test_the_desert_stays_forbidden_to_a_friendly_robber() -> None:
    table = friendly(robber_token_only=True).robber(tile("(1,0)"))
    assert after_seven(table).refused(0, MoveRobber(DESERT)) == "catan.robber.token_only"


@pytest.mark.rule("catan.robber.friendly_nowhere")
def test_a_friendly_robber_that_can_go_nowhere_goes_anywhere() -> None:
    table = Table(friendly_robber=True)
    for at, nodes in enumerate(TOPOLOGY.tile_nodes):
        if at != DESERT:
            table.state.settlements[at % 4] |= 1 << nodes[0]
    table.state.points[:] = [2, 2, 2, 2]
    assert [command.tile for command in CATAN.actions(table.agenda(Frame(MOVE_ROBBER, 1)).state, 0)] == [
        at for at in range(TOPOLOGY.tiles) if at != DESERT
    ]
    table.state.points[0] = 3
    assert 0 < len(CATAN.actions(table.state, 0).commands) < TOPOLOGY.tiles - 1


@pytest.mark.rule("catan.robber.own_hex_allowed")
def test_the_robber_may_stand_at_own_buildings() -> None:
    table = robbing(Table().settlement(0, AROUND[0]).settlement(1, AROUND[2]).hand(0, ore=1).hand(1, wool=1))
    assert table.state.robber == FOREST
    assert table.listed(0) == [Steal(1), DeclineSteal()]
    assert table.refused(0, Steal(0)) == "catan.robber.not_self"
    table.when(0, Steal(1), WOOL)
    assert table.hand_of(0) == {"wool": 1, "ore": 1}


@pytest.mark.rule("catan.robber.steal_one")
def test_the_thief_takes_one_card_from_a_neighbor_of_the_hex() -> None:
    table = robbing(Table().settlement(1, AROUND[0]).hand(1, wool=2, ore=1))
    table.when(0, Steal(1), ORE)
    assert table.happened(CardStolen) == [CardStolen(0, 1, ORE)]
    assert table.hand_of(0) == {"ore": 1}
    assert table.hand_of(1) == {"wool": 2}
    assert table.refused(0, Steal(1)) == "catan.robber.steal_one"


@pytest.mark.rule("catan.robber.steal_may_decline")
def test_the_mover_may_decline_unless_stealing_is_compulsory() -> None:
    table = robbing(Table().settlement(1, AROUND[0]).hand(1, wool=2)).when(0, DeclineSteal())
    assert table.happened(StealDeclined) == [StealDeclined(0)]
    assert table.hand_of(1) == {"wool": 2}
    assert top(table) == "trade"
    strict = robbing(Table(steal_compulsory=True).settlement(1, AROUND[0]).hand(1, wool=2))
    assert strict.refused(0, DeclineSteal()) == "catan.robber.steal_may_decline"
    assert strict.listed(0) == [Steal(1)]
    assert top(robbing(Table(steal_compulsory=True).settlement(1, AROUND[0]))) == "trade"


@pytest.mark.rule("catan.robber.choose_victim")
def test_the_thief_chooses_among_the_neighbors_of_the_hex() -> None:
    table = Table().settlement(1, AROUND[0]).city(2, AROUND[2]).settlement(3, ring("(1,0)")[0])
    robbing(table.hand(1, wool=1).hand(2, grain=2).hand(3, ore=1))
    assert table.refused(0, Steal(3)) == "catan.robber.steal_one"
    assert table.listed(0) == [Steal(1), Steal(2), DeclineSteal()]
    table.when(0, Steal(2), GRAIN)
    assert [table.hand_of(seat) for seat in range(4)] == [{"grain": 1}, {"wool": 1}, {"grain": 1}, {"ore": 1}]


@pytest.mark.rule("catan.robber.one_card_only")
def test_several_buildings_cost_one_card() -> None:
    table = robbing(Table().city(1, AROUND[0]).settlement(1, AROUND[2]).hand(1, wool=5))
    table.when(0, Steal(1), WOOL)
    assert table.hand_of(1) == {"wool": 4}
    assert table.hand_of(0) == {"wool": 1}
    assert top(table) == "trade"


@pytest.mark.rule("catan.robber.random_card")
def test_the_card_is_drawn_blind() -> None:
    assert Steal.__slots__ == ("victim",)
    table = robbing(Table().settlement(1, AROUND[0]).hand(1, wool=3, ore=1))
    drawn = outcomes(lambda chance: CATAN.decide(table.state, 0, Steal(1), chance).events[0])
    assert sorted((event.resource, odds) for event, odds in drawn) == [(WOOL, 0.75), (ORE, 0.25)]
    table.when(0, Steal(1), ORE)
    assert table.seen(1)[0]["resource"] == table.seen(0)[0]["resource"] == "ore"
    assert "resource" not in table.seen(2)[0]


@pytest.mark.rule("catan.robber.random_card", "catan.hidden.deck_order")
def test_robberies_and_purchases_are_drawn_apart() -> None:
    table = robbing(Table().settlement(1, AROUND[0]).hand(1, wool=3, ore=1).hand(0, wool=1, grain=1, ore=1))
    stolen, bought = NotedChance(FirstChance()), NotedChance(FirstChance())
    CATAN.decide(table.state, 0, Steal(1), stolen)
    CATAN.decide(table.when(0, Steal(1), ORE).state, 0, BuyDevelopmentCard(), bought)
    assert [(draw.stream, draw.n) for draw in stolen.draws + bought.draws] == [("robber", 0), ("deck", 0)]


@pytest.mark.rule("catan.robber.resources_only")
def test_only_resource_cards_are_stolen() -> None:
    table = Table().settlement(1, AROUND[0]).settlement(2, AROUND[2]).cards(1, knight=2).hand(2, wool=1)
    robbing(table).when(0, Steal(1))
    assert table.happened(NothingStolen) == [NothingStolen(0, 1)]
    assert table.view(1)["seats"][1]["development_cards"]["knight"] == 2
    assert table.view(0)["seats"][0]["development_card_count"] == 0
    assert top(robbing(Table().settlement(1, AROUND[0]).cards(1, knight=2))) == "trade"


@pytest.mark.rule("catan.robber.not_self")
def test_the_thief_is_never_the_victim() -> None:
    alone = robbing(Table().settlement(0, AROUND[0]).hand(0, wool=3))
    assert top(alone) == "trade"
    assert alone.hand_of(0) == {"wool": 3}
    shared = robbing(Table().settlement(0, AROUND[0]).settlement(1, AROUND[2]).hand(0, wool=3).hand(1, ore=1))
    assert shared.refused(0, Steal(0)) == "catan.robber.not_self"
    assert Steal(1) in shared.listed(0)


@pytest.mark.rule("catan.robber.no_victim")
def test_without_a_foreign_building_nothing_is_stolen() -> None:
    for target in (FOREST, DESERT):
        table = Table().robber(tile("(1,0)")).settlement(1, ring("(2,-2)")[0]).hand(1, wool=2)
        after_seven(table).when(0, MoveRobber(target))
        assert table.happened(CardStolen) == []
        assert table.hand_of(1) == {"wool": 2}
        assert top(table) == "trade"
    assert top(robbing(Table().settlement(1, AROUND[0]).hand(1, wool=2))) == "steal"


@pytest.mark.rule("catan.robber.empty_victim")
def test_a_victim_without_cards_loses_nothing() -> None:
    table = robbing(Table().settlement(1, AROUND[0]).hand(2, wool=2))
    assert table.happened(CardStolen) == []
    assert [table.hand_of(seat) for seat in range(3)] == [{}, {}, {"wool": 2}]
    assert top(table) == "trade"
    chosen = robbing(Table().settlement(1, AROUND[0]).settlement(2, AROUND[2]).hand(2, wool=2)).when(0, Steal(1))
    assert chosen.happened(CardStolen) == []
    assert [chosen.hand_of(seat) for seat in range(3)] == [{}, {}, {"wool": 2}]


@pytest.mark.rule("catan.robber.empty_victim_choice")
def test_a_player_without_cards_may_be_chosen() -> None:
    table = robbing(Table().settlement(1, AROUND[0]).settlement(2, AROUND[2]).hand(2, wool=4))
    assert Steal(1) in table.listed(0)
    table.when(0, Steal(1))
    assert table.happened(NothingStolen) == [NothingStolen(0, 1)]
    assert [table.hand_of(seat) for seat in range(3)] == [{}, {}, {"wool": 4}]
    assert top(table) == "trade"


@pytest.mark.rule("catan.robber.road_no_victim")
def test_a_road_makes_nobody_a_victim() -> None:
    table = Table().road(1, path_edges(AROUND)[0]).settlement(2, AROUND[3]).hand(1, wool=1).hand(2, ore=1)
    robbing(table)
    assert table.refused(0, Steal(1)) == "catan.robber.road_no_victim"
    assert table.listed(0) == [Steal(2), DeclineSteal()]
    table.when(0, Steal(2), ORE)
    assert table.hand_of(1) == {"wool": 1}


@pytest.mark.rule("catan.robber.stays")
def test_the_robber_stays_until_the_next_seven_or_knight() -> None:
    table = robbing(Table().settlement(1, AROUND[0]))
    assert table.refused(0, MoveRobber(DESERT)) == "catan.robber.stays"
    for number in (8, 6, 12):
        table.when(table.state.active, EndTurn()).roll(number)
        assert table.view(None)["robber"] == FOREST
    assert table.hand_of(1) == {}
    table.when(3, EndTurn()).roll(7).when(0, MoveRobber(DESERT)).when(0, EndTurn()).roll(8)
    assert table.happened(ResourcesProduced)[0].gains[5:10] == cards(lumber=1)
    assert table.hand_of(1) == {"lumber": 1}
    assert not [command for command in table.listed(1) if isinstance(command, MoveRobber | Discard)]
