"""Tests offers for one of several things, counter-offers, and offers that end by themselves."""

from random import Random
from typing import Any

import pytest

from domain.catan import CATAN
from domain.catan.chapters.maritime import MaritimeTrade
from domain.catan.chapters.trading.messages import (
    AcceptOffer,
    ConfirmTrade,
    DeclineOffer,
    OfferAccepted,
    OfferDeclined,
    OfferExpired,
    OfferTrade,
    OfferWithdrawn,
    TradeMade,
    TradeOffered,
    WithdrawOffer,
)
from domain.catan.chapters.turn import EndTurn
from domain.catan.terms import ORE
from domain.core.chance import SampledChance
from tests.domain.catan.table import Table, cards

BRICK, WOOL, GRAIN, TWO_ORE = cards(brick=1), cards(wool=1), cards(grain=1), cards(ore=2)
ANY = OfferTrade(BRICK, GRAIN, or_take=(WOOL, TWO_ORE))
"""One brick for a grain, a wool, or two ore."""
NOON = 1_800_000_000_000


def market() -> Table:
    """Seat 0 trades and has two bricks; seat 1 has grain and wool, seat 2 ore, seat 3 wool."""
    return Table().hand(0, brick=2).hand(1, grain=1, wool=1).hand(2, ore=2).hand(3, wool=1)


def shown(table: Table) -> list[dict[str, Any]]:
    """Return the open offers of a spectator's view, without the members that all offers have."""
    usual = {"seat", "give", "take", "to", "accepted", "declined"}
    return [{name: value for name, value in offer.items() if name not in usual} for offer in table.view(None)["offers"]]


def at_noon(table: Table, seat: int, command: Any) -> Table:
    """Play a command at a known time."""
    draft = CATAN.draft(table.state.copy(), SampledChance(Random(1)))
    draft.now = NOON
    CATAN.play(draft, seat, command)
    for event in draft.events:
        table.happens(event)
    return table


def ended(table: Table, now: int) -> list[Any]:
    """Return what ends by itself until a time, and let it happen."""
    draft = CATAN.draft(table.state.copy(), SampledChance(Random(1)))
    draft.now = now
    CATAN.expire(draft)
    for event in draft.events:
        table.happens(event)
    return draft.events


@pytest.mark.rule("catan.trade.domestic.any_of")
def test_who_accepts_says_what_they_give() -> None:
    table = market().when(0, ANY)
    assert shown(table) == [{"offer": 1, "or_take": [{"wool": 1}, {"ore": 2}]}]
    assert table.listed(1) == [AcceptOffer(1), AcceptOffer(1, WOOL), DeclineOffer(1)]
    assert table.listed(2) == [AcceptOffer(1, TWO_ORE), DeclineOffer(1)]
    assert table.listed(3) == [AcceptOffer(1, WOOL), DeclineOffer(1)]

    table.when(1, AcceptOffer(1, WOOL)).when(2, AcceptOffer(1, TWO_ORE))
    assert shown(table)[0]["chosen"] == [{"seat": 1, "give": {"wool": 1}}, {"seat": 2, "give": {"ore": 2}}]
    assert [one for one in table.listed(0) if type(one) is ConfirmTrade] == [
        ConfirmTrade(1, 1, WOOL),
        ConfirmTrade(1, 2, TWO_ORE),
    ]
    table.when(0, ConfirmTrade(1, 2, TWO_ORE))
    assert table.happened(TradeMade) == [TradeMade(1, 0, 2, BRICK, TWO_ORE)]
    assert [table.hand_of(seat) for seat in range(3)] == [{"brick": 1, "ore": 2}, {"grain": 1, "wool": 1}, {"brick": 1}]


@pytest.mark.rule("catan.trade.domestic.any_of")
def test_an_answer_that_names_nothing_means_what_is_asked_for_first() -> None:
    table = market().when(0, ANY).when(1, AcceptOffer(1))
    assert table.happened(OfferAccepted) == [OfferAccepted(1, 1)]
    assert table.refused(2, AcceptOffer(1)) == "catan.trade.domestic.must_own"
    assert table.refused(1, AcceptOffer(1)) == "catan.trade.domestic.one_answer"
    table.when(0, ConfirmTrade(1, 1))
    assert table.happened(TradeMade) == [TradeMade(1, 0, 1, BRICK, GRAIN)]


@pytest.mark.rule("catan.trade.domestic.any_of")
def test_only_what_is_asked_for_is_given() -> None:
    table = market().when(0, ANY)
    for give in (cards(lumber=1), cards(wool=2), GRAIN):
        assert table.refused(1, AcceptOffer(1, give)) == "catan.trade.domestic.any_of"
    assert table.refused(2, AcceptOffer(1, WOOL)) == "catan.trade.domestic.must_own"


@pytest.mark.rule("catan.trade.domestic.any_of", "catan.trade.domestic.consent")
def test_a_trade_is_not_made_for_what_was_agreed_to_before() -> None:
    table = market().when(0, ANY).when(1, AcceptOffer(1, WOOL))
    assert AcceptOffer(1) in table.listed(1)
    assert AcceptOffer(1, WOOL) not in table.listed(1)
    table.when(1, AcceptOffer(1))
    assert table.refused(0, ConfirmTrade(1, 1, WOOL)) == "catan.trade.domestic.consent"
    assert "chosen" not in shown(table)[0]
    table.when(1, AcceptOffer(1, WOOL))
    assert table.refused(0, ConfirmTrade(1, 1)) == "catan.trade.domestic.consent"
    table.when(1, DeclineOffer(1))
    assert "chosen" not in shown(table)[0]
    assert table.refused(0, ConfirmTrade(1, 1, WOOL)) == "catan.trade.domestic.consent"


@pytest.mark.rule("catan.trade.domestic.any_of")
@pytest.mark.parametrize(
    ("others", "rule"),
    [
        ((GRAIN,), "any_of"),
        ((WOOL, WOOL), "any_of"),
        ((cards(),), "no_gift"),
        ((cards(brick=1),), "no_like_for_like"),
        ((cards(wool=20),), "most_asked"),
        (((0, 0, 0, 0, 0, 1),), "resources_only"),
    ],
)
def test_each_thing_could_be_asked_for_alone_and_is_another_one(others: tuple[Any, ...], rule: str) -> None:
    table = market()
    assert table.refused(0, OfferTrade(BRICK, GRAIN, or_take=others)) == f"catan.trade.domestic.{rule}"
    (template,) = CATAN.actions(table.state, 0).templates
    assert not template.fits(OfferTrade(BRICK, GRAIN, or_take=others))


@pytest.mark.rule("catan.trade.domestic.any_of", "catan.trade.domestic.counter_offer")
def test_the_active_player_takes_one_of_several_things() -> None:
    table = market().when(1, OfferTrade(GRAIN, cards(ore=1), or_take=(BRICK,)))
    assert [one for one in table.listed(0) if type(one) is AcceptOffer] == [AcceptOffer(1, BRICK)]
    table.when(0, AcceptOffer(1, BRICK))
    assert table.happened(TradeMade) == [TradeMade(1, 1, 0, GRAIN, BRICK)]


@pytest.mark.rule("catan.trade.domestic.any_of", "catan.hidden.trade_public")
def test_an_agreement_tells_what_its_seat_holds_and_an_open_offer_does_not() -> None:
    table = market().when(0, ANY)
    table.state.known = [0] * len(table.state.known)  # nobody remembers who got what
    assert table.view(3)["seats"][2]["at_least"]["ore"] == 0
    table.when(2, AcceptOffer(1, TWO_ORE))
    assert (table.view(3)["seats"][2]["at_least"]["ore"], table.view(3)["seats"][2]["at_least"]["grain"]) == (2, 0)


@pytest.mark.rule("catan.trade.domestic.any_of", "catan.trade.domestic.stale_offer")
def test_an_agreement_lapses_with_the_cards_that_it_named() -> None:
    table = Table().hand(0, brick=2).hand(1, grain=1, wool=1).when(0, ANY).when(1, AcceptOffer(1, WOOL))
    table.when(1, OfferTrade(WOOL, BRICK)).when(0, AcceptOffer(2))
    assert table.view(None)["offers"][0]["accepted"] == []
    table.when(1, AcceptOffer(1)).when(0, ConfirmTrade(1, 1))


@pytest.mark.rule("catan.trade.domestic.answers", "catan.trade.domestic.counter_offer")
def test_a_counter_offer_goes_to_the_maker_and_declines_what_it_answers() -> None:
    table = market().when(0, OfferTrade(BRICK, GRAIN)).when(1, OfferTrade(WOOL, cards(brick=2), answers=1))
    assert table.happened(OfferDeclined) == [OfferDeclined(1, 1)]
    assert table.happened(TradeOffered)[-1] == TradeOffered(2, 1, WOOL, cards(brick=2), 1 << 0, answers=1)
    assert shown(table) == [{"offer": 1}, {"offer": 2, "answers": 1}]
    assert [(one.seat, one.frame) for one in CATAN.awaiting(table.state)][1:] == [
        (2, "answer_offer"),
        (3, "answer_offer"),
    ]
    assert AcceptOffer(1) in table.listed(1)
    table.when(0, AcceptOffer(2))
    assert table.happened(TradeMade) == [TradeMade(2, 1, 0, WOOL, cards(brick=2))]
    assert table.view(None)["offers"] == []


@pytest.mark.rule("catan.trade.domestic.answers", "catan.trade.domestic.with_active")
def test_a_counter_offer_keeps_the_active_player_on_one_side() -> None:
    table = market().when(0, OfferTrade(BRICK, GRAIN, 1 << 1)).when(1, OfferTrade(GRAIN, cards(brick=2)))
    assert table.refused(2, OfferTrade(cards(ore=1), GRAIN, answers=2)) == "catan.trade.domestic.with_active"
    assert table.refused(2, OfferTrade(cards(ore=1), BRICK, answers=1)) == "catan.trade.domestic.asked_only"
    assert table.refused(1, OfferTrade(WOOL, BRICK, answers=2)) == "catan.trade.domestic.two_parties"
    assert table.refused(1, OfferTrade(WOOL, BRICK, answers=3)) == "catan.trade.domestic.open_offer"
    assert table.refused(0, OfferTrade(BRICK, WOOL, 0b1110, answers=2)) == "catan.trade.domestic.answers"
    assert not CATAN.actions(table.state, 2).templates[0].fits(OfferTrade(cards(ore=1), BRICK, answers=1))
    (template,) = CATAN.actions(table.state, 0).templates
    assert template.fits(OfferTrade(BRICK, WOOL, 1 << 1, answers=2))
    assert not template.fits(OfferTrade(BRICK, WOOL, 0b1110, answers=2))
    assert not template.fits(OfferTrade(BRICK, WOOL, answers=1))


@pytest.mark.rule("catan.trade.domestic.answers")
def test_a_trade_settles_the_whole_haggle_and_nothing_else() -> None:
    table = market().when(0, OfferTrade(BRICK, GRAIN)).when(0, OfferTrade(BRICK, TWO_ORE, 1 << 2))
    table.when(1, OfferTrade(GRAIN, cards(brick=2), answers=1)).when(3, OfferTrade(WOOL, BRICK, answers=1))
    table.when(0, OfferTrade(BRICK, cards(wool=1, grain=1), answers=3))
    assert [offer["to"] for offer in table.view(None)["offers"]] == [[1, 2, 3], [2], [0], [0], [1]]
    table.when(1, AcceptOffer(5)).when(0, ConfirmTrade(5, 1))
    assert [offer["offer"] for offer in table.view(None)["offers"]] == [2]
    assert [event.offer for event in table.happened(OfferWithdrawn)] == [3, 1, 4]


@pytest.mark.rule("catan.trade.domestic.answers", "catan.trade.domestic.withdraw", "catan.trade.domestic.stale_offer")
def test_a_counter_offer_ends_with_the_offer_that_it_answers() -> None:
    def haggle() -> Table:
        table = Table().hand(0, brick=4).hand(1, grain=1)
        return table.when(0, OfferTrade(BRICK, GRAIN)).when(1, OfferTrade(GRAIN, cards(brick=2), answers=1))

    assert haggle().when(0, WithdrawOffer(1)).view(None)["offers"] == []
    assert haggle().when(0, MaritimeTrade(cards(brick=4), ORE)).view(None)["offers"] == []
    assert shown(haggle().when(1, WithdrawOffer(2))) == [{"offer": 1}]
    assert haggle().when(0, EndTurn()).view(None)["offers"] == []


@pytest.mark.rule("catan.trade.domestic.answers")
def test_whoever_accepted_may_answer_with_a_counter_offer_instead() -> None:
    table = market().when(0, OfferTrade(BRICK, GRAIN)).when(1, AcceptOffer(1))
    table.when(1, OfferTrade(GRAIN, cards(brick=2), answers=1))
    assert table.refused(0, ConfirmTrade(1, 1)) == "catan.trade.domestic.consent"
    assert table.happened(OfferDeclined) == [OfferDeclined(1, 1)]
    table.when(1, OfferTrade(WOOL, cards(brick=2), answers=1))
    assert table.happened(OfferDeclined) == []


@pytest.mark.rule("catan.trade.domestic.expires")
def test_an_offer_ends_at_its_time() -> None:
    table = at_noon(market(), 0, OfferTrade(BRICK, GRAIN, expires_after_s=60)).when(0, OfferTrade(BRICK, WOOL))
    assert shown(table) == [{"offer": 1, "expires_at": NOON + 60_000}, {"offer": 2}]
    assert CATAN.expires_at(table.state) == NOON + 60_000
    assert ended(table, NOON + 59_999) == []
    assert ended(table, NOON + 60_000) == [OfferExpired(1, 0)]
    assert CATAN.expires_at(table.state) == 0
    assert table.refused(1, AcceptOffer(1)) == "catan.trade.domestic.open_offer"


@pytest.mark.rule("catan.trade.domestic.expires", "catan.trade.domestic.answers")
def test_counter_offers_end_with_an_offer_whose_time_is_over() -> None:
    table = at_noon(market(), 0, OfferTrade(BRICK, GRAIN, expires_after_s=60))
    table.when(1, OfferTrade(GRAIN, cards(brick=2), answers=1)).when(0, OfferTrade(BRICK, WOOL, answers=2))
    assert ended(table, NOON + 60_000) == [OfferExpired(1, 0), OfferWithdrawn(2, 1), OfferWithdrawn(3, 0)]


@pytest.mark.rule("catan.trade.domestic.expires")
def test_where_no_clock_runs_an_offer_stands() -> None:
    table = market().when(0, OfferTrade(BRICK, GRAIN, expires_after_s=60))
    assert shown(table) == [{"offer": 1}]
    assert CATAN.expires_at(table.state) == 0


@pytest.mark.rule("catan.trade.domestic.expires")
@pytest.mark.parametrize(("seconds", "is_legal"), [(4, False), (5, True), (604_800, True), (604_801, False)])
def test_the_time_of_an_offer_has_bounds(seconds: int, is_legal: bool) -> None:
    body = {"type": "OfferTrade", "give": {"brick": 1}, "take": {"grain": 1}, "expires_after_s": seconds}
    (template,) = CATAN.actions(market().state, 0).templates
    assert template.fits(OfferTrade(BRICK, GRAIN, expires_after_s=seconds)) == is_legal
    if is_legal:
        assert CATAN.commands.decode(body) == OfferTrade(BRICK, GRAIN, expires_after_s=seconds)
    else:
        with pytest.raises(ValueError):
            CATAN.commands.decode(body)


@pytest.mark.rule("catan.trade.domestic.any_of", "catan.trade.domestic.answers")
def test_plain_messages_are_written_as_they_always_were() -> None:
    table = market().when(0, OfferTrade(BRICK, GRAIN))
    (offered,) = table.happened(TradeOffered)
    (accepted,) = table.when(1, AcceptOffer(1)).happened(OfferAccepted)
    assert CATAN.events.encode(offered) == {
        "type": "TradeOffered", "offer": 1, "seat": 0, "give": {"brick": 1}, "take": {"grain": 1}, "to": [1, 2, 3]
    }  # fmt: skip
    assert CATAN.events.encode(accepted) == {"type": "OfferAccepted", "offer": 1, "seat": 1}
    assert CATAN.commands.encode(OfferTrade(BRICK, GRAIN)).keys() == {"type", "give", "take", "to"}
    assert CATAN.commands.encode(ConfirmTrade(1, 1)) == {"type": "ConfirmTrade", "offer": 1, "partner": 1}
    assert b"[[1,0,[1,0,0,0,0],[0,0,0,1,0],14,2,0]]" in CATAN.pack(table.state)
