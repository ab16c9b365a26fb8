"""Tests the Erie canal: what its tokens are good for (ledger of the extras, section 4)."""

import pytest

from domain.catan import CATAN
from domain.catan.chapters.building.messages import BuildRoad
from domain.catan.chapters.development.messages import PlayMonopoly
from domain.catan.chapters.maritime import MaritimeTrade
from domain.catan.chapters.trading.messages import AcceptOffer, ConfirmTrade, OfferTrade
from domain.catan.chapters.turn import EndTurn
from domain.catan.modules.erie_canal.chapter import CanalTokenReturned, UseCanalToken, UseCanalTokenForAny
from domain.catan.modules.erie_canal.linking import CanalLinked
from domain.catan.modules.five_six import Pass
from domain.catan.terms import BRICK, GRAIN, ORE, WOOL
from tests.domain.catan.canal import supply, tokens
from tests.domain.catan.land import NEW_YORK
from tests.domain.catan.table import Table, cards

TOKEN = (0, 0, 0, 0, 0, 1)


def holding(*counts: int, seats: int = 4, **options: object) -> Table:
    """The first seats hold these numbers of canal tokens."""
    table = NEW_YORK.table(seats, "erie-canal", **options)
    for seat, count in enumerate(counts):
        table.happens(CanalLinked(seat, (), count))
    return table


@pytest.mark.rule("canal.token.used_as_2_to_1_one_turn")
def test_a_token_trades_one_resource_two_for_one_for_a_turn() -> None:
    table = holding(1).hand(0, wool=4, ore=2)
    trade = MaritimeTrade(cards(wool=2), GRAIN)
    assert table.refused(0, trade) == "catan.trade.maritime.two_to_one"
    assert {c.resource for c in table.listed(0) if isinstance(c, UseCanalToken)} == set(range(5))
    assert table.view(None)["erie_canal"]["used"] is None
    assert table.when(0, UseCanalToken(WOOL)).view(None)["erie_canal"]["used"] == "wool"
    table.when(0, trade).when(0, trade)
    assert table.hand_of(0) == {"grain": 2, "ore": 2}
    assert table.refused(0, MaritimeTrade(cards(ore=2), GRAIN)) == "catan.trade.maritime.two_to_one"
    table.when(0, EndTurn()).turn(0).hand(0, wool=2)
    assert table.refused(0, trade) == "catan.trade.maritime.two_to_one"
    assert table.refused(0, UseCanalToken(WOOL)) == "canal.token.held"


@pytest.mark.rule("canal.token.any_kind")
def test_as_an_option_a_token_trades_every_resource_two_for_one() -> None:
    table = holding(1, canal_any_kind=True).hand(0, wool=2, ore=2)
    assert [c for c in table.listed(0) if isinstance(c, UseCanalToken)] == []
    assert UseCanalTokenForAny() in table.listed(0)
    assert table.refused(0, UseCanalToken(WOOL)) == "canal.token.any_kind"
    shown = table.when(0, UseCanalTokenForAny()).view(None)["erie_canal"]
    assert (shown["used"], shown["used_for_any"]) == (None, True)
    assert table.seen(None)[0] == {"type": "CanalTokenUsedForAny", "seat": 0}
    table.when(0, MaritimeTrade(cards(wool=2), GRAIN)).when(0, MaritimeTrade(cards(ore=2), GRAIN))
    assert table.hand_of(0) == {"grain": 2}
    assert table.refused(0, UseCanalTokenForAny()) == "canal.token.one_per_turn"
    table.when(0, EndTurn()).turn(0).hand(0, wool=2)
    assert "used_for_any" not in table.view(None)["erie_canal"]
    assert table.refused(0, MaritimeTrade(cards(wool=2), GRAIN)) == "catan.trade.maritime.two_to_one"
    assert holding(1).refused(0, UseCanalTokenForAny()) == "canal.token.used_as_2_to_1_one_turn"


def test_a_token_is_used_while_trading_alone() -> None:
    table = holding(1).hand(0, brick=1, lumber=1).settlement(0, NEW_YORK.at("Utica")).phase("roll")
    assert table.refused(0, UseCanalToken(WOOL)) == "canal.token.used_as_2_to_1_one_turn"
    table.phase("trade").when(0, BuildRoad(NEW_YORK.path("Utica", "0,-2,SE")))
    assert table.refused(0, UseCanalToken(WOOL)) == "catan.turn.no_trade_after_build"


@pytest.mark.rule("canal.token.one_per_turn")
def test_one_token_a_turn() -> None:
    table = holding(2).when(0, UseCanalToken(WOOL))
    assert table.refused(0, UseCanalToken(ORE)) == "canal.token.one_per_turn"
    table.when(0, EndTurn()).turn(0).when(0, UseCanalToken(ORE))
    assert tokens(table)[0] == 0


@pytest.mark.rule("canal.token.returned_at_end")
def test_a_used_token_returns_at_the_end_of_the_turn() -> None:
    table = holding(1, 2, seats=5).when(0, UseCanalToken(WOOL))
    assert (supply(table), tokens(table)[0]) == (5, 0)
    assert table.refused(0, OfferTrade(TOKEN, cards(ore=1))) == "catan.trade.domestic.must_own"
    table.when(0, EndTurn())
    assert table.happened(CanalTokenReturned) == [CanalTokenReturned(0)]
    assert supply(table) == 6
    assert [entry.frame for entry in CATAN.awaiting(table.state)] == ["special_building"]


@pytest.mark.rule("canal.token.tradable")
def test_a_token_changes_hands_in_a_trade() -> None:
    # given a token of seat 0, when seat 1 gives ore for it, then both change hands
    table = holding(1).hand(1, ore=1, wool=1)
    table.when(0, OfferTrade(TOKEN, cards(ore=1))).when(1, AcceptOffer(1)).when(0, ConfirmTrade(1, 1))
    assert tokens(table) == [0, 1, 0, 0]
    assert (table.hand_of(0), table.hand_of(1)) == ({"ore": 1}, {"wool": 1})
    # it may be asked for, with cards beside it
    table.hand(0, brick=1).when(1, OfferTrade((0, 0, 1, 0, 0, 1), cards(brick=1))).when(0, AcceptOffer(2))
    assert tokens(table) == [1, 0, 0, 0]
    table.hand(1, ore=1).when(1, OfferTrade(cards(ore=1), TOKEN)).when(0, AcceptOffer(3))
    assert tokens(table) == [0, 1, 0, 0]
    table.hand(0, ore=1).when(0, OfferTrade(cards(ore=1), TOKEN)).when(1, AcceptOffer(4)).when(0, ConfirmTrade(4, 1))
    assert tokens(table) == [1, 0, 0, 0]
    # but not for nothing, not by who has none, and not between two others
    assert table.refused(0, OfferTrade(TOKEN, cards())) == "catan.trade.domestic.no_gift"
    assert table.refused(1, OfferTrade(TOKEN, cards(ore=1))) == "catan.trade.domestic.must_own"
    other = holding(0, 1)
    assert other.refused(1, OfferTrade(TOKEN, cards(ore=1), 1 << 2)) == "catan.trade.domestic.with_active"


@pytest.mark.rule("canal.token.tradable")
def test_whatever_a_token_may_be_offered_for_fits_the_template() -> None:
    table = holding(1)
    (template,) = CATAN.actions(table.state, 0).templates
    everything = OfferTrade(TOKEN, (19, 19, 19, 19, 19))
    assert template.fits(everything)
    table.when(0, everything)
    mixed = holding(0, 1).hand(0, wool=1)
    (template,) = CATAN.actions(mixed.state, 0).templates
    offer = OfferTrade(cards(wool=1), (19, 19, 0, 19, 19, 1), 1 << 1)
    assert template.fits(offer)
    mixed.when(0, offer)


def test_an_offer_of_a_token_is_read_and_shown_by_name() -> None:
    offer = CATAN.commands.decode({"type": "OfferTrade", "give": {"canal_token": 1}, "take": {"ore": 1}})
    assert offer == OfferTrade(TOKEN, cards(ore=1))
    table = holding(1).when(0, offer)
    assert table.view(None)["offers"][0]["give"] == {"canal_token": 1}
    assert table.seen(None)[0]["give"] == {"canal_token": 1}
    asked = holding(0, 1).hand(0, ore=1).when(0, OfferTrade(cards(ore=1), TOKEN))
    assert asked.refused(2, AcceptOffer(1)) == "catan.trade.domestic.must_own"
    asked.when(1, AcceptOffer(1))


def test_an_offer_of_a_token_lapses_when_it_is_used() -> None:
    table = holding(1).when(0, OfferTrade(TOKEN, cards(ore=1))).when(0, UseCanalToken(WOOL))
    assert table.view(None)["offers"] == []


@pytest.mark.rule("canal.token.bought_and_used")
def test_a_token_got_now_may_be_used_now() -> None:
    table = holding(0, 2).hand(0, ore=1, wool=2)
    table.when(0, OfferTrade(cards(ore=1), TOKEN)).when(1, AcceptOffer(1)).when(0, ConfirmTrade(1, 1))
    assert table.refused(1, UseCanalToken(WOOL)) == "canal.token.bought_and_used"
    table.when(0, UseCanalToken(WOOL)).when(0, MaritimeTrade(cards(wool=2), BRICK))
    assert table.hand_of(0) == {"brick": 1}


@pytest.mark.rule("canal.token.public_not_a_card")
def test_tokens_are_public_and_no_cards() -> None:
    table = holding(2, 1).hand(0, wool=7).cards(1, monopoly=1)
    assert tokens(table)[0] == 2
    assert table.view(3)["seats"][0]["resource_count"] == 7
    assert table.refused(0, MaritimeTrade((0, 0, 0, 0, 0, 4), ORE)) == "catan.trade.maritime.same_kind_given"
    table.phase("roll").roll(7)
    assert [entry.frame for entry in CATAN.awaiting(table.state)] == ["move_robber"]
    table.turn(1).when(1, PlayMonopoly(WOOL))
    assert tokens(table) == [2, 1, 0, 0]
    assert table.hand_of(1) == {"wool": 7}


def test_no_token_is_used_while_others_build() -> None:
    table = holding(1, 1, seats=5).hand(1, wool=2).when(0, EndTurn())
    assert table.refused(1, UseCanalToken(WOOL)) == "catan.special_building.what"
    assert table.refused(1, OfferTrade(TOKEN, cards(ore=1))) == "catan.special_building.no_trade"
    assert table.listed(1) == [Pass()]
