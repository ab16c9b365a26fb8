"""Tests favors: what each guild does (rulebook 003, Entre amigos, Usar un favor gremial)."""

import pytest

from domain.catan.chapters.building.messages import BuildRoad
from domain.catan.chapters.development.messages import PlayKnight
from domain.catan.chapters.maritime import MaritimeTrade
from domain.catan.modules.favors.guilds import (
    CallMasterBuilders,
    CallMerchants,
    CallRoadBuilders,
    CallScholars,
    CallTraders,
)
from domain.catan.terms import KNIGHT, NOBODY, VICTORY_POINT
from domain.core.number_rows import add
from tests.domain.catan.favoring import BRICK, GRAIN, ORE, WOOL, Favoring
from tests.domain.catan.table import cards, line, path_edges

EDGES = path_edges(line(2))


@pytest.mark.rule("favors.traders.two_swaps")
def test_the_traders_swap_twice_for_one_wagon() -> None:
    table = Favoring().tokens(0, wagon=1).hand(0, wool=3).when(0, CallTraders(WOOL, ORE))
    assert (table.held(0), table.guild()["this_turn"]["swaps_left"]) == ({}, 1)
    table.when(0, CallTraders(WOOL, BRICK))
    assert (table.counts(), table.guild()["used"]["wagon"]) == ([0] * 4, 1)
    assert (table.hand_of(0), table.bank()["wool"]) == ({"brick": 1, "wool": 1, "ore": 1}, 18)
    assert table.refused(0, CallTraders(WOOL, ORE)) == "favors.traders.two_swaps"
    assert not [command for command in table.listed(0) if isinstance(command, CallTraders)]


@pytest.mark.rule("favors.traders.second_later")
def test_the_second_swap_may_follow_later_in_the_turn() -> None:
    table = Favoring().tokens(0, wagon=1).hand(0, wool=2, brick=1, lumber=1).road(0, EDGES[0])
    table.when(0, CallTraders(WOOL, ORE)).when(0, BuildRoad(EDGES[1]))
    assert table.frame() == "build"
    assert table.when(0, CallTraders(WOOL, ORE)).hand_of(0) == {"ore": 2}
    lapsed = Favoring().tokens(0, wagon=1).hand(0, wool=2).when(0, CallTraders(WOOL, ORE)).turn(1).turn(0)
    assert lapsed.refused(0, CallTraders(WOOL, ORE)) == "favors.use.cost"
    assert lapsed.guild()["this_turn"]["swaps_left"] == 0


@pytest.mark.rule("favors.traders.other_kind_in_stock")
def test_the_traders_give_another_kind_that_the_bank_has() -> None:
    table = Favoring().tokens(0, wagon=1).hand(0, wool=1).hand(1, ore=19)
    assert table.refused(0, CallTraders(WOOL, ORE)) == "favors.traders.other_kind_in_stock"
    assert table.refused(0, CallTraders(WOOL, WOOL)) == "favors.traders.other_kind_in_stock"
    assert table.refused(0, CallTraders(BRICK, GRAIN)) == "favors.traders.two_swaps"
    swaps = [command.take for command in table.listed(0) if isinstance(command, CallTraders)]
    assert (WOOL in swaps, ORE in swaps, len(swaps)) == (False, False, 3)
    assert table.when(0, CallTraders(WOOL, GRAIN)).hand_of(0) == {"grain": 1}


@pytest.mark.rule("favors.merchants.take_one")
def test_the_merchants_give_a_card_of_choice() -> None:
    table = Favoring().tokens(0, ship=2).hand(1, ore=18).when(0, CallMerchants(ORE))
    assert (table.hand_of(0), table.bank()["ore"], table.held(0)) == ({"ore": 1}, 0, {"ship": 1})
    assert table.turn(0).refused(0, CallMerchants(ORE)) == "favors.merchants.take_one"
    assert table.held(0) == {"ship": 1}
    assert CallMerchants(ORE) not in table.listed(0)


@pytest.mark.rule("favors.road_builders.free_road")
def test_the_road_builders_build_free_under_all_rules() -> None:
    table = Favoring().tokens(0, shovel=1).road(0, EDGES[0])
    assert table.refused(0, CallRoadBuilders(EDGES[4])) == "catan.road.connection"
    assert table.when(0, CallRoadBuilders(EDGES[1])).roads_of(0) == [EDGES[0], EDGES[1]]
    assert (table.hand_of(0), table.held(0)) == ({}, {})
    used_up = Favoring().tokens(0, shovel=1).road(0, *EDGES, *path_edges(line(4))[:5])
    assert used_up.refused(0, CallRoadBuilders(path_edges(line(4))[5])) == "catan.road.limit"
    assert not [command for command in used_up.listed(0) if isinstance(command, CallRoadBuilders)]


def test_a_guild_road_is_measured_for_the_longest_road() -> None:
    table = Favoring().tokens(0, shovel=1).road(0, *EDGES[:4])
    assert table.view(None)["longest_road"] is None
    assert table.when(0, CallRoadBuilders(EDGES[4])).view(None)["longest_road"] == 0


@pytest.mark.rule("favors.scholars.books")
def test_two_books_draw_a_development_card() -> None:
    table = Favoring().tokens(0, book=2).when(0, CallScholars(), KNIGHT)
    shown = table.view(0)
    assert (shown["deck"], shown["seats"][0]["development_cards"]["knight"]) == (24, 1)
    assert (table.hand_of(0), table.held(0)) == ({}, {})
    assert {"type": "DevelopmentCardBought", "seat": 0, "cost": {}} in table.seen(1)
    assert Favoring().tokens(0, compass=2).refused(0, CallScholars()) == "favors.use.cost"


@pytest.mark.rule("favors.scholars.card_is_new")
def test_the_scholars_card_counts_as_bought_in_this_turn() -> None:
    table = Favoring().tokens(0, book=2).when(0, CallScholars(), KNIGHT)
    assert table.refused(0, PlayKnight()) == "catan.development_card.not_bought_now"
    assert PlayKnight() in table.turn(0).listed(0)
    winning = Favoring(victory_points=3).tokens(0, book=2).catan_tokens(0, 2)
    winning.when(0, CallScholars(), VICTORY_POINT)
    assert winning.state.winner == 0


@pytest.mark.rule("favors.scholars.deck_empty")
def test_the_scholars_are_not_called_with_an_empty_deck() -> None:
    table = Favoring().tokens(0, book=2)
    deck = table.state.deck
    table.state.deck = (0,) * len(deck)
    assert table.refused(0, CallScholars()) == "favors.scholars.deck_empty"
    assert CallScholars() not in table.listed(0)
    assert table.held(0) == {"book": 2}
    table.state.deck = add(table.state.deck, KNIGHT, 1)
    assert table.when(0, CallScholars(), KNIGHT).view(None)["deck"] == 0


@pytest.mark.rule("favors.master_builders.point")
def test_two_compasses_take_a_point() -> None:
    table = Favoring().tokens(0, compass=4).settlement(0, *line(2)[:5]).when(0, CallMasterBuilders())
    assert (table.points(0), table.held(0), table.guild()["catan_tokens"]) == (6, {"compass": 2}, 11)
    assert table.guild()["seats"][0] == {"seat": 0, "tokens": 2, "catan_tokens": 1}
    assert table.refused(0, CallMasterBuilders()) == "favors.use.once_per_turn"


@pytest.mark.rule("favors.master_builders.stock")
def test_the_master_builders_are_not_called_without_catan_tokens() -> None:
    table = Favoring().tokens(0, compass=4).catan_tokens(1, 6).catan_tokens(2, 6)
    assert table.refused(0, CallMasterBuilders()) == "favors.master_builders.stock"
    assert (table.held(0), CallMasterBuilders() in table.listed(0)) == ({"compass": 4}, False)
    last = Favoring().tokens(0, compass=4).catan_tokens(1, 5).catan_tokens(2, 6).when(0, CallMasterBuilders())
    assert (last.points(0), last.guild()["catan_tokens"]) == (1, 0)


@pytest.mark.rule("combo.rates.traders_independent")
def test_the_traders_swaps_stand_beside_the_harbors() -> None:
    table = Favoring().tokens(0, wagon=1).hand(0, wool=7)
    board = table.state.setting.board
    table.settlement(0, (board.harbor_mask[WOOL]).bit_length() - 1)
    table.when(0, CallTraders(WOOL, ORE)).when(0, MaritimeTrade(cards(wool=2), ORE)).when(0, CallTraders(WOOL, ORE))
    assert table.hand_of(0) == {"wool": 3, "ore": 3}
    assert table.refused(0, CallTraders(WOOL, ORE)) == "favors.traders.two_swaps"
    assert table.when(0, MaritimeTrade(cards(wool=2), ORE)).hand_of(0) == {"wool": 1, "ore": 4}
    assert table.state.winner == NOBODY
