"""Tests phase 2a: domestic trade (ledger section 8)."""

from typing import Any

import pytest

from domain.catan import CATAN
from domain.catan.chapters.building.messages import BuildRoad
from domain.catan.chapters.development.messages import PlayKnight
from domain.catan.chapters.maritime import MaritimeTrade
from domain.catan.chapters.trading.messages import (
    AcceptOffer,
    ConfirmTrade,
    DeclineOffer,
    OfferTrade,
    TradeMade,
    WithdrawOffer,
)
from domain.catan.chapters.turn import EndTurn
from domain.catan.terms import ORE, RESOURCES
from tests.domain.catan.table import Table, cards, edge, node

BRICK_FOR_GRAIN = OfferTrade(cards(brick=1), cards(grain=1))


def market(**options: Any) -> Table:
    """Seat 0 trades and has two bricks; the others have two grain each."""
    table = Table(**options).hand(0, brick=2)
    for seat in (1, 2, 3):
        table.hand(seat, grain=2)
    return table


def hands(table: Table) -> list[dict[str, int]]:
    """Return the hands of all four seats."""
    return [table.hand_of(seat) for seat in range(4)]


START = [{"brick": 2}, {"grain": 2}, {"grain": 2}, {"grain": 2}]


@pytest.mark.rule("catan.trade.domestic.phase")
def test_nobody_trades_before_the_roll() -> None:
    table = market().phase("roll")
    for seat, offer in ((0, BRICK_FOR_GRAIN), (1, OfferTrade(cards(grain=1), cards(brick=1)))):
        assert table.refused(seat, offer) == "catan.trade.domestic.phase"
        assert CATAN.actions(table.state, seat).templates == []
    table.roll(2).when(0, BRICK_FOR_GRAIN)
    assert len(table.view(None)["offers"]) == 1


@pytest.mark.rule("catan.trade.domestic.with_active")
def test_the_others_do_not_trade_with_each_other() -> None:
    table = market().hand(2, ore=1)
    offer = OfferTrade(cards(grain=1), cards(ore=1), 1 << 2)
    assert table.refused(1, offer) == "catan.trade.domestic.with_active"
    table.when(1, OfferTrade(cards(grain=1), cards(ore=1)))
    assert table.view(None)["offers"][0]["to"] == [0]
    assert table.refused(2, AcceptOffer(1)) == "catan.trade.domestic.with_active"
    assert AcceptOffer(1) not in table.listed(2)


@pytest.mark.rule("catan.trade.domestic.offers")
def test_an_offer_goes_to_all_others() -> None:
    table = market().when(0, BRICK_FOR_GRAIN)
    assert table.view(2)["offers"] == [
        {"offer": 1, "seat": 0, "give": {"brick": 1}, "take": {"grain": 1}, "to": [1, 2, 3]}
        | {"accepted": [], "declined": []}
    ]
    for seat in (1, 2, 3):
        assert table.listed(seat) == [AcceptOffer(1), DeclineOffer(1)]
    assert [(a.seat, a.must) for a in CATAN.awaiting(table.state)] == [(0, True), (1, False), (2, False), (3, False)]


@pytest.mark.rule("catan.trade.domestic.offers", "catan.trade.domestic.asked_only")
def test_an_offer_may_go_to_some() -> None:
    table = market().when(0, OfferTrade(cards(brick=1), cards(grain=1), 1 << 1 | 1 << 3))
    assert table.refused(2, AcceptOffer(1)) == "catan.trade.domestic.asked_only"
    assert table.listed(2) == []
    table.when(3, AcceptOffer(1)).when(0, ConfirmTrade(1, 3))
    assert hands(table) == [{"brick": 1, "grain": 1}, {"grain": 2}, {"grain": 2}, {"brick": 1, "grain": 1}]


@pytest.mark.rule("catan.trade.domestic.offers", "catan.trade.domestic.most_offers")
def test_a_seat_keeps_at_most_eight_offers_open() -> None:
    table = market()
    for _ in range(8):
        table.when(0, BRICK_FOR_GRAIN)
    assert table.refused(0, BRICK_FOR_GRAIN) == "catan.trade.domestic.most_offers"
    assert CATAN.actions(table.state, 0).templates == []
    table.when(1, OfferTrade(cards(grain=1), cards(brick=1))).when(0, WithdrawOffer(3)).when(0, BRICK_FOR_GRAIN)
    assert len(table.view(None)["offers"]) == 9


@pytest.mark.rule("catan.trade.domestic.counter_offer")
def test_the_active_player_may_take_a_counter_offer() -> None:
    table = market().when(0, OfferTrade(cards(brick=1), cards(grain=2)))
    table.when(1, OfferTrade(cards(grain=1), cards(brick=1)))
    assert AcceptOffer(2) in table.listed(0)
    assert hands(table) == START
    table.when(0, AcceptOffer(2))
    assert hands(table)[:2] == [{"brick": 1, "grain": 1}, {"brick": 1, "grain": 1}]
    assert [offer["offer"] for offer in table.view(None)["offers"]] == [1]


@pytest.mark.rule("catan.trade.domestic.consent", "catan.trade.domestic.own_offer")
def test_no_card_moves_without_both_sides() -> None:
    table = market().when(0, BRICK_FOR_GRAIN)
    assert table.refused(0, ConfirmTrade(1, 1)) == "catan.trade.domestic.consent"
    table.when(1, DeclineOffer(1))
    assert table.refused(0, ConfirmTrade(1, 1)) == "catan.trade.domestic.consent"
    table.when(0, EndTurn())
    assert hands(table) == START

    agreed = market().when(0, BRICK_FOR_GRAIN).when(1, AcceptOffer(1))
    assert hands(agreed) == START
    assert agreed.refused(2, WithdrawOffer(1)) == "catan.trade.domestic.own_offer"


@pytest.mark.rule("catan.trade.domestic.phase")
def test_the_example_gives_what_there_is_most_of_for_what_there_is_least_of() -> None:
    table = Table().hand(0, brick=1, lumber=3, grain=2, ore=1)
    (template,) = CATAN.actions(table.state, 0).templates
    assert template.example == OfferTrade(cards(lumber=1), cards(wool=1), 0b1110)


@pytest.mark.rule("catan.turn.pending_first")
def test_nobody_is_asked_for_an_answer_while_the_robber_moves() -> None:
    table = market().cards(0, knight=1).when(0, BRICK_FOR_GRAIN)
    assert [entry.seat for entry in CATAN.awaiting(table.state)] == [0, 1, 2, 3]
    table.when(0, PlayKnight())
    assert [(entry.seat, entry.frame) for entry in CATAN.awaiting(table.state)] == [(0, "move_robber")]


@pytest.mark.rule("catan.trade.domestic.answers_any_order", "catan.trade.domestic.one_answer")
def test_answers_come_in_any_order_or_not_at_all() -> None:
    table = market().when(0, BRICK_FOR_GRAIN).when(3, AcceptOffer(1)).when(1, DeclineOffer(1))
    assert table.view(None)["offers"][0]["accepted"] == [3]
    assert table.view(None)["offers"][0]["declined"] == [1]
    assert table.refused(3, AcceptOffer(1)) == "catan.trade.domestic.one_answer"
    assert table.refused(1, DeclineOffer(1)) == "catan.trade.domestic.one_answer"
    table.when(1, AcceptOffer(1)).when(0, ConfirmTrade(1, 3))
    market().when(0, BRICK_FOR_GRAIN).when(0, EndTurn())


@pytest.mark.rule("catan.trade.domestic.withdraw")
def test_an_answer_may_be_taken_back() -> None:
    table = market().when(0, BRICK_FOR_GRAIN).when(1, AcceptOffer(1))
    assert ConfirmTrade(1, 1) in table.listed(0)
    table.when(1, DeclineOffer(1))
    assert table.refused(0, ConfirmTrade(1, 1)) == "catan.trade.domestic.consent"
    assert ConfirmTrade(1, 1) not in table.listed(0)


@pytest.mark.rule("catan.trade.domestic.withdraw", "catan.trade.domestic.open_offer")
def test_an_offer_may_be_taken_back() -> None:
    table = market().when(0, BRICK_FOR_GRAIN).when(1, AcceptOffer(1)).when(0, WithdrawOffer(1))
    assert table.view(None)["offers"] == []
    assert table.refused(0, ConfirmTrade(1, 1)) == "catan.trade.domestic.open_offer"
    assert table.refused(2, AcceptOffer(1)) == "catan.trade.domestic.open_offer"
    assert hands(table) == START


@pytest.mark.rule("catan.trade.domestic.active_selects")
def test_the_active_player_picks_the_partner() -> None:
    table = market().when(0, BRICK_FOR_GRAIN).when(1, AcceptOffer(1)).when(2, AcceptOffer(1))
    assert table.refused(1, ConfirmTrade(1, 1)) == "catan.trade.domestic.active_selects"
    picks = [command for command in table.listed(0) if type(command) is ConfirmTrade]
    assert picks == [ConfirmTrade(1, 1), ConfirmTrade(1, 2)]
    table.when(0, ConfirmTrade(1, 2))
    assert hands(table) == [{"brick": 1, "grain": 1}, {"grain": 2}, {"brick": 1, "grain": 1}, {"grain": 2}]


@pytest.mark.rule("catan.trade.domestic.two_parties")
def test_a_deal_is_between_two() -> None:
    table = (
        market().when(0, BRICK_FOR_GRAIN).when(1, AcceptOffer(1)).when(2, AcceptOffer(1)).when(0, ConfirmTrade(1, 1))
    )
    assert table.happened(TradeMade) == [TradeMade(1, 0, 1, cards(brick=1), cards(grain=1))]
    assert table.refused(0, ConfirmTrade(1, 2)) == "catan.trade.domestic.open_offer"
    with pytest.raises(ValueError):
        CATAN.commands.decode({"type": "ConfirmTrade", "offer": 1, "partner": [1, 2]})


@pytest.mark.rule("catan.trade.domestic.two_parties")
def test_no_swap_goes_round_three() -> None:
    table = Table().hand(0, brick=1).hand(1, wool=1).hand(2, grain=1).when(0, BRICK_FOR_GRAIN)
    assert table.refused(1, AcceptOffer(1)) == "catan.trade.domestic.must_own"
    assert table.refused(1, OfferTrade(cards(wool=1), cards(brick=1), 1 << 2)) == "catan.trade.domestic.with_active"
    assert table.refused(0, AcceptOffer(1)) == "catan.trade.domestic.two_parties"
    assert hands(table) == [{"brick": 1}, {"wool": 1}, {"grain": 1}, {}]


@pytest.mark.rule("catan.trade.domestic.any_amounts")
def test_amounts_may_differ_and_mix() -> None:
    table = Table().hand(0, brick=2, lumber=1).hand(1, ore=1)
    table.when(0, OfferTrade(cards(brick=2, lumber=1), cards(ore=1))).when(1, AcceptOffer(1)).when(
        0, ConfirmTrade(1, 1)
    )
    assert hands(table)[:2] == [{"ore": 1}, {"brick": 2, "lumber": 1}]
    assert table.bank() == {"brick": 17, "lumber": 18, "wool": 19, "grain": 19, "ore": 18}


@pytest.mark.rule("catan.trade.domestic.no_gift")
def test_nothing_is_given_away() -> None:
    table = market()
    assert table.refused(0, OfferTrade(cards(brick=1), cards())) == "catan.trade.domestic.no_gift"
    assert table.refused(0, OfferTrade(cards(), cards(grain=1))) == "catan.trade.domestic.no_gift"
    assert table.refused(1, OfferTrade(cards(grain=1), cards())) == "catan.trade.domestic.no_gift"


@pytest.mark.rule("catan.trade.domestic.no_like_for_like")
def test_a_kind_stands_on_one_side_only() -> None:
    table = Table().hand(0, wool=2, brick=1).hand(1, wool=1)
    assert table.refused(0, OfferTrade(cards(wool=2), cards(wool=1))) == "catan.trade.domestic.no_like_for_like"
    mixed = OfferTrade(cards(wool=1, brick=1), cards(wool=1, ore=1))
    assert table.refused(0, mixed) == "catan.trade.domestic.no_like_for_like"
    table.when(0, OfferTrade(cards(wool=2), cards(ore=1)))


@pytest.mark.rule("catan.trade.domestic.resources_only")
def test_only_resource_cards_are_traded() -> None:
    offer = {"type": "OfferTrade", "give": {"brick": 1}, "take": {"grain": 1}, "to": [1]}
    assert CATAN.commands.decode(offer) == OfferTrade(cards(brick=1), cards(grain=1), 1 << 1)
    for thing in ("knight", "road", "settlement", "victory_point", "longest_road", "promise"):
        for side in ("give", "take"):
            with pytest.raises(ValueError):
                CATAN.commands.decode({**offer, side: {thing: 1}})
    schema = CATAN.commands.by_name["OfferTrade"].fields[0].kind.schema
    assert list(schema["properties"]) == [*RESOURCES, "canal_token"]
    assert schema["additionalProperties"] is False
    table = market()
    for give, take in (((1, 0, 0, 0, 0, 1), cards(ore=1)), (cards(brick=1), (0, 0, 0, 0, 0, 1))):
        assert table.refused(0, OfferTrade(give, take)) == "catan.trade.domestic.resources_only"


@pytest.mark.rule("catan.trade.domestic.must_own")
def test_a_side_gives_only_what_it_holds() -> None:
    table = market().when(0, OfferTrade(cards(brick=1), cards(ore=1)))
    assert table.refused(1, AcceptOffer(1)) == "catan.trade.domestic.must_own"
    assert table.listed(1) == [DeclineOffer(1)]
    assert table.refused(0, OfferTrade(cards(brick=3), cards(ore=1))) == "catan.trade.domestic.must_own"
    assert table.refused(1, OfferTrade(cards(ore=1), cards(brick=1))) == "catan.trade.domestic.must_own"
    assert hands(table) == START


@pytest.mark.rule("catan.trade.domestic.stale_offer")
def test_an_offer_lapses_with_the_cards_of_its_giver() -> None:
    table = Table().hand(0, brick=4).hand(1, grain=1).when(0, BRICK_FOR_GRAIN).when(1, AcceptOffer(1))
    table.when(0, MaritimeTrade(cards(brick=4), ORE))
    assert table.view(None)["offers"] == []
    assert table.refused(1, AcceptOffer(1)) == "catan.trade.domestic.open_offer"
    assert table.refused(0, ConfirmTrade(1, 1)) == "catan.trade.domestic.open_offer"
    assert hands(table)[:2] == [{"ore": 1}, {"grain": 1}]


@pytest.mark.rule("catan.trade.domestic.stale_offer")
def test_all_offers_lapse_that_their_giver_cannot_keep() -> None:
    table = Table().hand(0, brick=4, wool=1)
    for give in ({"brick": 1}, {"wool": 1}, {"brick": 2}):
        table.when(0, OfferTrade(cards(**give), cards(grain=1)))
    table.when(0, MaritimeTrade(cards(brick=4), ORE))
    assert [offer["give"] for offer in table.view(None)["offers"]] == [{"wool": 1}]


@pytest.mark.rule("catan.trade.domestic.stale_offer")
def test_an_agreement_lapses_with_the_cards_of_its_giver() -> None:
    table = Table().hand(0, brick=1, wool=1).hand(1, grain=1).when(0, BRICK_FOR_GRAIN).when(1, AcceptOffer(1))
    table.when(1, OfferTrade(cards(grain=1), cards(wool=1))).when(0, AcceptOffer(2))
    assert table.view(None)["offers"][0]["accepted"] == []
    assert table.refused(0, ConfirmTrade(1, 1)) == "catan.trade.domestic.consent"
    assert hands(table)[:2] == [{"brick": 1, "grain": 1}, {"wool": 1}]


@pytest.mark.rule("catan.trade.domestic.repeat")
def test_trades_may_be_repeated() -> None:
    table = market()
    for number in (1, 2):
        table.when(0, BRICK_FOR_GRAIN).when(1, AcceptOffer(number)).when(0, ConfirmTrade(number, 1))
    assert hands(table)[:2] == [{"grain": 2}, {"brick": 2}]


@pytest.mark.rule("catan.trade.domestic.offers_end")
def test_offers_end_with_the_trade_phase() -> None:
    table = market().settlement(0, node("(0,0)N")).hand(0, lumber=1).when(0, BRICK_FOR_GRAIN).when(1, AcceptOffer(1))
    table.when(0, BuildRoad(edge("(0,0)", "NE")))
    assert table.view(None)["offers"] == []
    assert table.refused(2, AcceptOffer(1)) == "catan.trade.domestic.offers_end"
    assert table.refused(0, ConfirmTrade(1, 1)) == "catan.turn.no_trade_after_build"

    over = market().when(0, BRICK_FOR_GRAIN).when(0, EndTurn())
    assert over.view(None)["offers"] == []
    assert over.roll(2).refused(2, AcceptOffer(1)) == "catan.trade.domestic.open_offer"
