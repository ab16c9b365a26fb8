"""Tests hidden and public information: hands and what moves between them (ledger section 5)."""

from random import Random
from typing import Any

import pytest

from domain.catan import CATAN
from domain.catan.chapters.development.messages import PlayKnight, PlayMonopoly, PlayYearOfPlenty
from domain.catan.chapters.maritime import MaritimeTrade
from domain.catan.chapters.robber.messages import Discard, MoveRobber, Steal
from domain.catan.chapters.setup.messages import FoundSettlement
from domain.catan.chapters.trading.messages import AcceptOffer, ConfirmTrade, OfferTrade
from domain.catan.terms import ORE, WOOL
from tests.domain.catan.boards import founded
from tests.domain.catan.outsiders import EVERYONE, alike
from tests.domain.catan.table import Table, cards, node, tile

PLACE = tile("(0,2)")


def seat_of(table: Table, viewer: int | None, seat: int) -> dict[str, Any]:
    """Return a seat as a viewer is shown it."""
    shown: dict[str, Any] = table.view(viewer)["seats"][seat]
    return shown


def robbery(stolen: int) -> Table:
    """Seat 1 has robbed seat 2, who openly held two wool and an ore, of one card; now it is seat 0's turn."""
    table = Table().settlement(2, node("(0,2)N")).hand(2, wool=2, ore=1).hand(1, wool=1)
    table.cards(1, knight=1).turn(1).when(1, PlayKnight()).when(1, MoveRobber(PLACE)).when(1, Steal(2), stolen)
    return table


@pytest.mark.rule("catan.hidden.resource_kinds")
def test_a_hand_is_seen_by_its_owner_alone() -> None:
    table = Table().hand(1, wool=2, ore=1)
    assert seat_of(table, 1, 1)["resources"] == {"brick": 0, "lumber": 0, "wool": 2, "grain": 0, "ore": 1}
    for viewer in (0, 2, 3, None):
        assert "resources" not in seat_of(table, viewer, 1)
        assert seat_of(table, viewer, 1)["resource_count"] == 3


@pytest.mark.rule("catan.hidden.resource_kinds")
def test_nothing_tells_the_kinds_of_a_foreign_hand() -> None:
    wool, ore = robbery(WOOL).turn(0), robbery(ORE).turn(0)
    assert alike(wool, ore, 0, 3, None)
    assert not alike(wool, ore, 1)
    assert seat_of(wool, 1, 1)["resources"]["wool"] == 2
    assert seat_of(wool, 0, 1)["at_least"] == {"brick": 0, "lumber": 0, "wool": 1, "grain": 0, "ore": 0}


@pytest.mark.rule("catan.hidden.resource_kinds")
def test_no_world_dealt_for_others_tells_what_thief_and_victim_know() -> None:
    """A branch is such a world, and its maker may act there for thief and victim."""
    wool, ore = robbery(WOOL).turn(0), robbery(ORE).turn(0)
    for viewer in (0, 3, None):
        worlds = [CATAN.determinize(CATAN.observe(table.state, viewer), Random(1)) for table in (wool, ore)]
        assert CATAN.pack(worlds[0]) == CATAN.pack(worlds[1])


@pytest.mark.rule("catan.hidden.resource_kinds")
def test_offers_are_open_whether_others_can_meet_them_or_not() -> None:
    tables = [robbery(stolen).turn(0).hand(0, brick=1) for stolen in (WOOL, ORE)]
    for table in tables:
        table.when(0, OfferTrade(cards(brick=1), cards(ore=1)))
    assert alike(tables[0], tables[1], 0, 3, None)
    assert AcceptOffer(1) not in tables[0].listed(1)
    assert AcceptOffer(1) in tables[1].listed(1)


@pytest.mark.rule("catan.hidden.resource_count")
def test_the_size_of_a_hand_is_public() -> None:
    table = Table().hand(1, wool=4, ore=5)
    assert [seat_of(table, viewer, 1)["resource_count"] for viewer in EVERYONE] == [9] * 5
    assert [seat_of(table, viewer, 2)["resource_count"] for viewer in EVERYONE] == [0] * 5


@pytest.mark.rule("catan.hidden.bank_count")
def test_the_stacks_of_the_bank_are_public() -> None:
    table = Table().hand(1, ore=16)
    for viewer in EVERYONE:
        assert table.view(viewer)["bank"] == {"brick": 19, "lumber": 19, "wool": 19, "grain": 19, "ore": 3}


@pytest.mark.rule("catan.hidden.stolen_card")
def test_only_thief_and_victim_learn_the_stolen_card() -> None:
    wool, ore = robbery(WOOL), robbery(ORE)
    for viewer in (0, 3, None):
        assert wool.seen(viewer)[0] == {"type": "CardStolen", "thief": 1, "victim": 2}
        assert [seat_of(wool, viewer, seat)["resource_count"] for seat in (1, 2)] == [2, 2]
    for viewer in (1, 2):
        assert wool.seen(viewer)[0]["resource"] == "wool"
        assert ore.seen(viewer)[0]["resource"] == "ore"
    assert alike(wool, ore, 0, 3, None)
    assert wool.hand_of(1) == {"wool": 2}
    assert ore.hand_of(1) == {"wool": 1, "ore": 1}


@pytest.mark.rule("catan.hidden.stolen_card")
def test_the_victims_offers_do_not_betray_the_card() -> None:
    tables = []
    for stolen in (WOOL, ORE):
        table = Table().settlement(1, node("(0,2)N")).hand(1, wool=1, ore=1).hand(0, brick=1, grain=1)
        table.cards(0, knight=1).when(0, OfferTrade(cards(brick=1), cards(wool=1))).when(1, AcceptOffer(1))
        table.when(1, OfferTrade(cards(wool=1), cards(grain=1)))
        table.when(0, PlayKnight()).when(0, MoveRobber(PLACE)).when(0, Steal(1), stolen)
        assert [(offer["offer"], offer["accepted"]) for offer in table.view(None)["offers"]] == [(1, [])]
        tables.append(table)
    assert alike(tables[0], tables[1], 2, 3, None)


@pytest.mark.rule("catan.hidden.resource_kinds")
def test_what_else_was_agreed_to_does_not_betray_a_hand_after_a_deal() -> None:
    tables = []
    for stolen in (WOOL, ORE):
        table = robbery(stolen).turn(0).hand(0, brick=1, grain=1)
        for give in ({"brick": 1}, {"grain": 1}):
            table.when(0, OfferTrade(cards(**give), cards(wool=1)))
        table.when(1, AcceptOffer(1)).when(1, AcceptOffer(2)).when(0, ConfirmTrade(1, 1))
        assert [(offer["offer"], offer["declined"]) for offer in table.view(None)["offers"]] == [(2, [1])]
        tables.append(table)
    assert alike(tables[0], tables[1], 0, 3, None)


@pytest.mark.rule("catan.hidden.resource_kinds")
def test_what_else_was_offered_does_not_betray_a_hand_after_a_deal() -> None:
    tables = []
    for stolen in (WOOL, ORE):
        table = robbery(stolen).turn(0).hand(0, brick=1, grain=1)
        for take in ({"brick": 1}, {"grain": 1}):
            table.when(1, OfferTrade(cards(wool=1), cards(**take)))
        table.when(0, AcceptOffer(1))
        assert table.view(None)["offers"] == []
        tables.append(table)
    assert alike(tables[0], tables[1], 0, 3, None)


@pytest.mark.rule("catan.hidden.resource_kinds")
def test_what_one_pays_and_still_offers_does_not_betray_a_hand() -> None:
    tables = []
    for stolen in (WOOL, ORE):
        table = robbery(stolen).turn(1).hand(1, wool=3, brick=1, lumber=1)
        for give in ({"wool": 1}, {"brick": 1}):
            table.when(1, OfferTrade(cards(**give), cards(grain=1)))
        table.when(1, MaritimeTrade(cards(wool=4), ORE))
        assert [offer["offer"] for offer in table.view(None)["offers"]] == [2]
        tables.append(table)
    assert alike(tables[0], tables[1], 0, 3, None)


@pytest.mark.rule("catan.hidden.stolen_card")
def test_a_stolen_card_that_is_paid_is_counted_on_no_longer() -> None:
    table = robbery(WOOL).turn(1).hand(1, wool=2)
    assert [seat_of(table, viewer, 1)["at_least"]["wool"] for viewer in EVERYONE] == [3, 4, 4, 3, 3]
    table.when(1, MaritimeTrade(cards(wool=4), ORE))
    for viewer in EVERYONE:
        assert seat_of(table, viewer, 1)["at_least"] == {"brick": 0, "lumber": 0, "wool": 0, "grain": 0, "ore": 1}


def test_an_offer_stays_that_everybody_knows_can_still_be_kept() -> None:
    table = Table().hand(0, brick=1, grain=1).hand(1, wool=2)
    for give in ({"brick": 1}, {"grain": 1}):
        table.when(0, OfferTrade(cards(**give), cards(wool=1)))
    table.when(1, AcceptOffer(1)).when(1, AcceptOffer(2)).when(0, ConfirmTrade(1, 1)).when(0, ConfirmTrade(2, 1))
    assert [table.hand_of(seat) for seat in (0, 1)] == [{"wool": 2}, {"brick": 1, "grain": 1}]


def seven(laid: dict[str, int]) -> Table:
    """Seat 1 has laid cards aside after a seven and seat 2 still has to; seat 1's hand is not publicly known."""
    table = Table().settlement(2, node("(0,2)N")).hand(2, brick=6, wool=6).hand(1, brick=4, wool=4)
    return table.phase("roll").roll(7).when(1, Discard(cards(**laid)))


@pytest.mark.rule("catan.hidden.discard_result")
def test_discards_are_hidden_while_others_choose() -> None:
    table, other = seven({"brick": 2, "wool": 2}), seven({"brick": 1, "wool": 3})
    assert alike(table, other, 0, 2, 3, None)
    for viewer in (0, 2, 3, None):
        assert table.seen(viewer)[0] == {"type": "DiscardMade", "seat": 1, "count": 4}
        assert seat_of(table, viewer, 1)["discarded"] == 4
        assert seat_of(table, viewer, 1)["resource_count"] == 4
        assert set(seat_of(table, viewer, 1)["at_least"].values()) == {0}
    assert table.seen(1)[0]["cards"] == {"brick": 2, "wool": 2}
    assert table.bank() == {"brick": 9, "lumber": 19, "wool": 9, "grain": 19, "ore": 19}


@pytest.mark.rule("catan.hidden.discard_result")
def test_discards_are_public_when_all_are_laid_down() -> None:
    table = seven({"brick": 2, "wool": 2}).when(2, Discard(cards(brick=6)))
    for viewer in EVERYONE:
        revealed = [event for event in table.seen(viewer) if event["type"] == "DiscardsRevealed"]
        assert revealed[0]["discards"] == [{}, {"brick": 2, "wool": 2}, {"brick": 6}, {}]
        assert table.view(viewer)["bank"] == {"brick": 17, "lumber": 19, "wool": 11, "grain": 19, "ore": 19}
    assert "cards" not in table.seen(0)[0]


def public(table: Table, at: int = 0) -> dict[str, Any]:
    """Return an event that every viewer is shown in the same way."""
    shown = [table.seen(viewer)[at] for viewer in EVERYONE]
    assert all(event == shown[0] for event in shown)
    return shown[0]


@pytest.mark.rule("catan.hidden.production_public")
def test_a_roll_pays_in_public() -> None:
    table = Table().city(1, node("(2,1)N")).phase("roll").roll(8)
    assert public(table, 1) == {"type": "ResourcesProduced", "gains": [{}, {"ore": 2}, {}, {}]}
    for viewer in EVERYONE:
        assert seat_of(table, viewer, 1)["at_least"]["ore"] == 2
        assert seat_of(table, viewer, 1)["resource_count"] == 2


@pytest.mark.rule("catan.hidden.production_public")
def test_other_payments_of_the_bank_are_public() -> None:
    start = founded(4).when(3, FoundSettlement(node("(-1,2)N")))
    assert public(start, 1) == {"type": "StartingCardsPaid", "seat": 3, "cards": {"grain": 2, "ore": 1}}

    trade = Table().hand(0, wool=4).when(0, MaritimeTrade(cards(wool=4), ORE))
    assert public(trade) == {"type": "MaritimeTradeMade", "seat": 0, "give": {"wool": 4}, "take": {"ore": 1}}

    plenty = Table().cards(0, year_of_plenty=1).when(0, PlayYearOfPlenty(cards(ore=1, grain=1)))
    assert public(plenty) == {"type": "YearOfPlentyPlayed", "seat": 0, "cards": {"grain": 1, "ore": 1}}


@pytest.mark.rule("catan.hidden.trade_public")
def test_a_trade_between_two_is_public() -> None:
    table = Table().hand(0, brick=1).hand(1, grain=1).when(0, OfferTrade(cards(brick=1), cards(grain=1)))
    table.when(1, AcceptOffer(1)).when(0, ConfirmTrade(1, 1))
    deal = {"type": "TradeMade", "offer": 1, "seat": 0, "partner": 1, "give": {"brick": 1}, "take": {"grain": 1}}
    assert public(table) == deal
    assert seat_of(table, 2, 0)["at_least"]["grain"] == 1
    assert seat_of(table, 2, 1)["at_least"]["brick"] == 1


@pytest.mark.rule("catan.hidden.monopoly_amounts")
def test_what_each_hands_over_to_a_monopoly_is_public() -> None:
    table = Table().cards(0, monopoly=1).hand(1, wool=3, ore=1).hand(2, grain=2).when(0, PlayMonopoly(WOOL))
    assert public(table) == {"type": "MonopolyPlayed", "seat": 0, "resource": "wool", "taken": [0, 3, 0, 0]}
    for viewer in EVERYONE:
        assert [seat_of(table, viewer, seat)["resource_count"] for seat in range(4)] == [3, 1, 2, 0]
    for seat in (0, 3, 2):
        assert seat_of(table, 3, seat)["at_most"]["wool"] == (3 if seat == 0 else 0)
