"""Tests favors: tokens for gifts (rulebook 003, Entre amigos, Regalando)."""

from random import Random
from typing import Any

import pytest

from domain.catan import CATAN
from domain.catan.chapters.production import RollDice
from domain.catan.chapters.trading.messages import OfferTrade
from domain.catan.chapters.turn import EndTurn
from domain.catan.modules.favors.earning import AcceptGift, DeclineGift, GiftDeclined, OfferGift
from tests.domain.catan.favoring import BOOK, ORE, SHIP, WOOL, Favoring
from tests.domain.catan.outsiders import EVERYONE, alike
from tests.domain.catan.table import Table, cards, line
from tests.judging import accepts

ROW = line(2)


def giving(**hand: int) -> Favoring:
    """Seat 0 holds cards (two wool where none are named) that it may give away; all seats have equal points."""
    return Favoring().hand(0, **(hand or {"wool": 2}))


@pytest.mark.rule("favors.gift.token")
def test_an_accepted_gift_changes_hands_and_earns_the_giver_a_token() -> None:
    table = giving().when(0, OfferGift(WOOL, 1))
    assert (table.frame(), table.hand_of(0), table.drawn()) == ("answer_gift", {"wool": 2}, [])
    assert table.listed(1) == [AcceptGift(WOOL, 0), DeclineGift(WOOL, 0)]
    assert table.refused(0, EndTurn()) == "catan.turn.others_duties"
    assert table.refused(1, EndTurn()) == "catan.turn.pending_first"
    table.when(1, AcceptGift(WOOL, 0), SHIP)
    assert (table.hand_of(0), table.hand_of(1)) == ({"wool": 1}, {"wool": 1})
    assert (table.drawn(), table.counts(), table.held(0)) == ([0], [1, 0, 0, 0], {"ship": 1})
    assert table.frame() == "trade"


@pytest.mark.rule("favors.gift.named")
@pytest.mark.parametrize("answer", [AcceptGift, DeclineGift])
def test_an_answer_that_names_a_gift_answers_no_other(answer: Any) -> None:
    table = giving().when(0, OfferGift(WOOL, 1))
    for other in (answer(ORE, 0), answer(WOOL, 2), answer(giver=2), answer(ORE)):
        assert table.refused(1, other) == "favors.gift.named"
    for same in (answer(), answer(WOOL), answer(giver=0), answer(WOOL, 0)):
        assert accepts(CATAN, table.state, 1, same)


@pytest.mark.parametrize("answer", ["AcceptGift", "DeclineGift"])
def test_an_answer_without_a_gift_is_read_as_before(answer: str) -> None:
    read = CATAN.commands.decode({"type": answer})
    assert CATAN.commands.encode(read) == {"type": answer, "resource": None, "giver": None}
    assert CATAN.commands.decode({"type": answer, "resource": None, "giver": None}) == read


@pytest.mark.rule("favors.gift.one_per_turn")
def test_one_gift_a_turn_is_accepted() -> None:
    table = giving(wool=3).gift(1)
    assert table.refused(0, OfferGift(WOOL, 2)) == "favors.gift.one_per_turn"
    assert not [command for command in table.listed(0) if isinstance(command, OfferGift)]
    assert table.turn(1).turn(0).gift(1).counts() == [2, 0, 0, 0]


@pytest.mark.rule("favors.gift.one_per_turn")
def test_a_gift_of_an_earlier_turn_stands_in_nobodys_way() -> None:
    later = giving(wool=3).gift(1).turn(1).turn(0).when(0, OfferGift(WOOL, 1)).when(1, DeclineGift(WOOL, 0))
    assert later.gift(2).counts() == [2, 0, 0, 0]


@pytest.mark.rule("favors.gift.points_limit")
def test_the_receiver_has_no_more_points() -> None:
    table = giving().settlement(0, *ROW[:4]).settlement(1, *ROW[4:8]).settlement(2, *line(1)[:5])
    assert table.refused(0, OfferGift(WOOL, 2)) == "favors.gift.points_limit"
    assert OfferGift(WOOL, 2) not in table.listed(0)
    assert table.gift(1).hand_of(1) == {"wool": 1}


@pytest.mark.rule("favors.gift.hidden_points_ignored")
def test_hidden_points_do_not_count() -> None:
    table = giving().settlement(0, ROW[0]).settlement(1, ROW[2])
    richer = giving().settlement(0, ROW[0]).settlement(1, ROW[2]).cards(1, victory_point=2)
    poorer = giving().settlement(0, ROW[0]).settlement(1, ROW[2]).cards(1, knight=2)
    assert alike(richer, poorer, 0, 2, 3, None)
    assert table.listed(0) == richer.listed(0)
    assert richer.gift(1).counts() == [1, 0, 0, 0]


@pytest.mark.rule("favors.gift.awards_and_tokens_count")
def test_catan_tokens_and_awards_count() -> None:
    table = giving(wool=4).settlement(0, *ROW[:4]).settlement(1, *line(1)[:3]).catan_tokens(1, 1)
    assert table.points(1) == 4
    assert OfferGift(WOOL, 1) in table.listed(0)
    assert table.catan_tokens(1, 1).refused(0, OfferGift(WOOL, 1)) == "favors.gift.points_limit"
    assert giving().knights(1, 3).refused(0, OfferGift(WOOL, 1)) == "favors.gift.points_limit"


@pytest.mark.rule("favors.gift.refusal")
def test_a_refused_gift_costs_nothing_and_may_go_to_another() -> None:
    table = giving().when(0, OfferGift(WOOL, 1)).when(1, DeclineGift(WOOL, 0))
    assert table.happened(GiftDeclined) == [GiftDeclined(1, 0)]
    assert (table.counts(), table.hand_of(0), table.frame()) == ([0] * 4, {"wool": 2}, "trade")
    assert table.gift(3).counts() == [1, 0, 0, 0]


@pytest.mark.rule("favors.gift.ask_each_once")
def test_each_opponent_is_asked_once_a_turn() -> None:
    table = giving(wool=1, ore=2).when(0, OfferGift(WOOL, 1)).when(1, DeclineGift(WOOL, 0))
    assert table.refused(0, OfferGift(ORE, 1)) == "favors.gift.ask_each_once"
    assert table.guild()["this_turn"]["asked"] == [1]
    assert OfferGift(ORE, 2) in table.listed(0)
    assert OfferGift(ORE, 1) in table.turn(0).listed(0)
    table.when(0, OfferGift(ORE, 2)).when(2, DeclineGift(ORE, 0))
    assert table.when(0, OfferGift(ORE, 1)).when(1, AcceptGift(ORE, 0), BOOK).hand_of(1) == {"ore": 1}


@pytest.mark.rule("favors.gift.kind_open")
def test_the_kind_offered_is_open_and_the_rest_of_the_hand_is_not() -> None:
    tables = [giving(wool=1, **{other: 1}).when(0, OfferGift(WOOL, 1)) for other in ("ore", "grain")]
    for viewer in EVERYONE:
        assert {"type": "GiftOffered", "seat": 0, "to": 1, "resource": "wool"} in tables[0].seen(viewer)
        assert tables[0].view(viewer)["favors"]["this_turn"]["gift"] == {"to": 1, "resource": "wool"}
    known = [table.view(None)["seats"][0]["resource_count"] for table in tables]
    assert known == [2, 2]


@pytest.mark.rule("favors.gift.one_card_held")
def test_a_gift_is_one_resource_card_in_hand() -> None:
    table = giving(wool=2).tokens(0, book=2)
    assert table.refused(0, OfferGift(ORE, 1)) == "favors.gift.one_card_held"
    assert {command.resource for command in table.listed(0) if isinstance(command, OfferGift)} == {WOOL}
    for wrong in ({"resource": "book", "to": 1}, {"resource": {"wool": 2}, "to": 1}, {"resource": "knight", "to": 1}):
        assert not _is_shaped(wrong)
    assert _is_shaped({"resource": "wool", "to": 1})


def _is_shaped(body: dict[str, Any]) -> bool:
    try:
        CATAN.commands.decode({"type": "OfferGift", **body})
    except ValueError:
        return False
    return True


@pytest.mark.rule("favors.gift.own_turn_after_roll")
def test_gifts_are_made_in_the_own_turn_after_the_roll() -> None:
    early = giving().phase("roll")
    assert early.refused(0, OfferGift(WOOL, 1)) == "favors.gift.own_turn_after_roll"
    assert early.listed(0) == [RollDice()]
    table = giving().hand(1, wool=1)
    assert table.refused(1, OfferGift(WOOL, 0)) == "favors.gift.own_turn_after_roll"
    assert OfferGift(WOOL, 1) in table.phase("build").listed(0)
    special = Favoring(5).hand(1, wool=1).when(0, EndTurn())
    assert special.refused(1, OfferGift(WOOL, 2)) == "favors.gift.own_turn_after_roll"


@pytest.mark.rule("favors.gift.token")
def test_a_gift_goes_to_another_player_at_the_table() -> None:
    assert giving().refused(0, OfferGift(WOOL, 0)) == "favors.gift.token"
    assert giving().refused(0, OfferGift(WOOL, 5)) == "favors.gift.token"
    assert giving().refused(1, AcceptGift(WOOL, 0)) == "favors.gift.token"


def test_an_offer_that_the_gift_broke_is_withdrawn() -> None:
    table: Table = giving(wool=1).when(0, OfferTrade(cards(wool=1), cards(ore=1)))
    table.when(0, OfferGift(WOOL, 1)).when(1, AcceptGift(WOOL, 0), BOOK)
    assert table.view(None)["offers"] == []


@pytest.mark.rule("favors.supply.empty")
def test_an_empty_supply_owes_nothing() -> None:
    table = giving().supply().when(0, OfferGift(WOOL, 1)).when(1, AcceptGift(WOOL, 0))
    assert (table.hand_of(1), table.counts(), table.drawn()) == ({"wool": 1}, [0] * 4, [])
    table.supply(ship=1)
    assert table.turn(1).turn(0).counts() == [0] * 4


@pytest.mark.rule("favors.gift.kind_open")
def test_a_waiting_gift_shows_that_its_giver_holds_the_card() -> None:
    table = giving(wool=1, ore=4).hand(2, wool=1, brick=4, grain=3)
    table.state.known = [0] * len(table.state.known)
    assert table.view(1)["seats"][0]["at_least"]["wool"] == 0
    table.when(0, OfferGift(WOOL, 1))
    for viewer in (1, 3, None):
        assert table.view(viewer)["seats"][0]["at_least"]["wool"] == 1
        worlds = [CATAN.determinize(CATAN.observe(table.state, viewer), Random(number)) for number in range(20)]
        assert min(world.hand(0)[WOOL] for world in worlds) == 1
    assert table.when(1, DeclineGift(WOOL, 0)).view(1)["seats"][0]["at_least"]["wool"] == 0
