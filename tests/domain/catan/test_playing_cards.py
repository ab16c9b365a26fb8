"""Tests special cases b: when development cards are played, and victory point cards (ledger section 15)."""

import pytest

from domain.catan import CATAN
from domain.catan.chapters.building.messages import BuildRoad, BuildSettlement
from domain.catan.chapters.development.messages import (
    BuyDevelopmentCard,
    PlayKnight,
    PlayMonopoly,
    PlayRoadBuilding,
    PlayYearOfPlenty,
)
from domain.catan.chapters.robber.messages import CardStolen, Discard, MoveRobber, NothingStolen, Steal
from domain.catan.chapters.scoring import GameWon
from domain.catan.chapters.turn import EndTurn
from domain.catan.terms import CARDS, DECK, KNIGHT, LUMBER, ORE, VICTORY_POINT, WOOL
from tests.domain.catan.table import Table, cards, line, path_edges, ring, tile

BUY = BuyDevelopmentCard()
SETTLEMENT = {"brick": 1, "lumber": 1, "wool": 1, "grain": 1}
CARD = {"wool": 1, "grain": 1, "ore": 1}
TWO_ORE = PlayYearOfPlenty(cards(ore=2))
AROUND = ring("(-2,1)")
FOREST = tile("(-2,1)")


def held(table: Table, seat: int = 0) -> dict[str, int]:
    """Return the unplayed development cards that a seat is shown as its own."""
    own = table.view(seat)["seats"][seat]["development_cards"]
    return {name: count for name, count in own.items() if count}


def ahead(points: int) -> Table:
    """Seat 0 shows that many points with buildings, has a road to a free node, and can pay for a settlement."""
    row = line(2)
    table = Table().city(0, *line(4)[0 : min(points // 2, 4) * 2 : 2])
    rest = points - 2 * min(points // 2, 4)
    table.settlement(0, *line(0)[0 : rest * 2 : 2]).road(0, path_edges(row)[4]).hand(0, **SETTLEMENT)
    assert table.points(0) == points
    return table


@pytest.mark.rule("catan.development_card.any_time")
def test_a_card_is_played_before_the_roll_in_trade_and_in_build() -> None:
    for phase in ("roll", "trade", "build"):
        table = Table().cards(0, year_of_plenty=1).phase(phase).when(0, TWO_ORE)
        assert table.hand_of(0) == {"ore": 2}
        assert table.view(None)["agenda"][-1]["frame"] == phase
    busy = Table().cards(0, year_of_plenty=1).phase("roll").roll(7)
    assert busy.refused(0, TWO_ORE) == "catan.turn.pending_first"


@pytest.mark.rule("catan.development_card.own_turn")
def test_a_card_is_played_in_the_own_turn_only() -> None:
    for phase in ("roll", "trade", "build"):
        table = Table().cards(1, knight=1).phase(phase)
        assert table.refused(1, PlayKnight()) == "catan.development_card.own_turn"
        assert held(table, 1) == {"knight": 1}
    table.when(0, EndTurn()).when(1, PlayKnight())
    assert held(table, 1) == {}


@pytest.mark.rule("catan.development_card.one_per_turn")
def test_one_card_is_played_in_a_turn() -> None:
    table = Table().cards(0, knight=2, monopoly=1).phase("roll").when(0, PlayKnight()).when(0, MoveRobber(FOREST))
    assert table.refused(0, PlayKnight()) == "catan.development_card.one_per_turn"
    table.roll(8)
    assert table.refused(0, PlayMonopoly(ORE)) == "catan.development_card.one_per_turn"
    assert held(table) == {"knight": 1, "monopoly": 1}
    for _ in range(4):
        table.when(table.state.active, EndTurn()).roll(8)
    table.when(0, PlayMonopoly(ORE))
    assert held(table) == {"knight": 1}


@pytest.mark.rule("catan.development_card.not_bought_now")
def test_a_card_bought_now_waits_for_the_next_own_turn() -> None:
    table = Table().hand(0, **CARD).when(0, BUY, KNIGHT)
    assert table.refused(0, PlayKnight()) == "catan.development_card.not_bought_now"
    assert PlayKnight() not in table.listed(0)
    for _ in range(3):
        table.when(table.state.active, EndTurn()).roll(8)
    table.when(3, EndTurn()).when(0, PlayKnight())
    assert table.view(None)["seats"][0]["knights"] == 1


EACH_CARD = {
    "knight": PlayKnight(),
    "road_building": PlayRoadBuilding(),
    "year_of_plenty": TWO_ORE,
    "monopoly": PlayMonopoly(ORE),
}
each_card = pytest.mark.parametrize("card", EACH_CARD)


@pytest.mark.rule("catan.development_card.own_card")
@each_card
def test_a_card_is_held_before_it_is_played(card: str) -> None:
    others = dict.fromkeys([name for name in EACH_CARD if name != card], 1)
    assert Table().cards(0, **others).refused(0, EACH_CARD[card]) == "catan.development_card.own_card"


@pytest.mark.rule("catan.development_card.one_per_turn")
@each_card
def test_no_second_card_is_played_whatever_it_is(card: str) -> None:
    table = Table().cards(0, monopoly=1).cards(0, **{card: 1}).when(0, PlayMonopoly(WOOL))
    assert table.refused(0, EACH_CARD[card]) == "catan.development_card.one_per_turn"


@pytest.mark.rule("catan.development_card.not_bought_now")
@each_card
def test_no_card_is_played_in_the_turn_it_is_bought(card: str) -> None:
    table = Table().cards(0, fresh=True, **{card: 1})
    assert table.refused(0, EACH_CARD[card]) == "catan.development_card.not_bought_now"


@pytest.mark.rule("catan.development_card.older_copy")
def test_an_older_card_of_a_kind_bought_now_may_be_played() -> None:
    table = Table().hand(0, **CARD).cards(0, knight=1).when(0, BUY, KNIGHT)
    table.when(0, PlayKnight()).when(0, MoveRobber(FOREST))
    assert held(table) == {"knight": 1}
    for _ in range(4):
        table.when(table.state.active, EndTurn()).roll(8)
    table.when(0, PlayKnight())
    assert table.view(None)["seats"][0]["knights"] == 2


@pytest.mark.rule("catan.development_card.no_return")
def test_used_cards_never_return_to_the_deck() -> None:
    table = Table().cards(0, monopoly=1).cards(1, **dict(zip(CARDS, [*DECK[:3], 1, 5], strict=True)))
    assert table.view(None)["deck"] == 0
    table.hand(0, **CARD).when(0, PlayMonopoly(LUMBER))
    assert table.view(None)["deck"] == 0
    assert table.view(None)["played_cards"]["monopoly"] == 1
    assert table.refused(0, BUY) == "catan.development_card.deck_empty"


@pytest.mark.rule("catan.victory_point_card.value")
def test_each_victory_point_card_counts_one() -> None:
    table = Table().settlement(0, line(2)[0])
    assert table.view(0)["seats"][0]["own_points"] == 1
    table.cards(0, victory_point=2)
    assert table.view(0)["seats"][0]["own_points"] == 3
    assert table.points(0) == 1
    for count, winners in ((3, None), (4, (1,))):
        waiting = Table().city(1, *line(2)[0:6:2]).cards(1, victory_point=count).when(0, EndTurn())
        result = CATAN.result(waiting.state)
        assert (result and result.winners) == winners


@pytest.mark.rule("catan.victory_point_card.not_played")
def test_victory_point_cards_are_revealed_together_beside_a_played_knight() -> None:
    table = ahead(7).cards(0, knight=1, victory_point=2)
    assert {type(command) for command in table.listed(0)} == {PlayKnight, BuildRoad, BuildSettlement, EndTurn}
    table.when(0, PlayKnight()).when(0, MoveRobber(FOREST))
    assert table.state.card_played
    table.when(0, BuildSettlement(line(2)[4]))
    assert table.happened(GameWon) == [GameWon(0, 10, 2)]
    short = ahead(7).cards(0, knight=1, victory_point=1).when(0, PlayKnight()).when(0, MoveRobber(FOREST))
    assert short.when(0, BuildSettlement(line(2)[4])).happened(GameWon) == []


@pytest.mark.rule("catan.victory_point_card.bought_now")
def test_a_victory_point_card_wins_in_the_turn_it_is_bought() -> None:
    table = ahead(9).hand(0, **CARD).when(0, BUY, VICTORY_POINT)
    assert table.happened(GameWon) == [GameWon(0, 10, 1)]
    assert ahead(9).hand(0, **CARD).when(0, BUY, KNIGHT).happened(GameWon) == []
    waits = Table(victory_point_card_waits=True).city(0, *line(4)[0:7:2]).settlement(0, line(2)[0]).hand(0, **CARD)
    waits.when(0, BUY, VICTORY_POINT)
    assert waits.happened(GameWon) == []
    for _ in range(3):
        waits.when(waits.state.active, EndTurn()).roll(8)
    assert waits.when(3, EndTurn()).happened(GameWon) == [GameWon(0, 10, 1)]


@pytest.mark.rule("catan.victory_point_card.safe")
def test_victory_point_cards_are_not_stolen_discarded_or_traded() -> None:
    table = Table().settlement(1, AROUND[0]).settlement(2, AROUND[2]).cards(1, victory_point=3).hand(1, wool=8)
    table.phase("roll").roll(7).when(1, Discard(cards(wool=4))).when(0, MoveRobber(FOREST)).when(0, Steal(1), WOOL)
    assert table.happened(CardStolen) == [CardStolen(0, 1, WOOL)]
    assert held(table, 1) == {"victory_point": 3}
    bare = Table().settlement(1, AROUND[0]).settlement(2, AROUND[2]).cards(1, victory_point=3).hand(2, ore=1)
    bare.phase("roll").roll(7).when(0, MoveRobber(FOREST)).when(0, Steal(1))
    assert bare.happened(NothingStolen) == [NothingStolen(0, 1)]
    assert held(bare, 1) == {"victory_point": 3}
    for name, field in (("OfferTrade", "give"), ("MaritimeTrade", "give"), ("Discard", "cards")):
        body = {"type": name, "take": {"ore": 1}, field: {"victory_point": 1}}
        with pytest.raises(ValueError, match="unknown member victory_point"):
            CATAN.commands.decode(body)
