"""Tests helpers: resource balance and protection from the seven (ledger of the extras, section 2)."""

import pytest

from domain.catan.chapters.robber.messages import Discard, MoveRobber, Steal
from domain.catan.chapters.trading.messages import OfferTrade
from domain.catan.chapters.turn import EndTurn
from domain.catan.modules.helpers.moving import UseRobberToDesert
from domain.catan.modules.helpers.rolling import DeclineHelper, UseProtectSeven, UseResourceBalance
from domain.catan.modules.helpers.using import ExchangeHelper, FlipHelper, HelperUsed
from domain.catan.terms import GRAIN, ORE
from tests.domain.catan.helping import awaited, effect, flip, helping
from tests.domain.catan.table import Table, cards, node, tile


def balanced(*, owner_gains: bool = False) -> Table:
    """Seat 0 is about to roll, and seat 1 holds the resource balance.

    The settlement on the hex with the 5 belongs to seat 1 if `owner_gains`, else to seat 2.
    """
    table = helping("two_to_one", "resource_balance").phase("roll")
    return table.settlement(1 if owner_gains else 2, node("(1,1)S"))


@pytest.mark.rule("helpers.balance.no_gain")
def test_a_roll_that_brought_nothing_offers_a_card() -> None:
    table = balanced().roll(5)
    assert awaited(table) == ("resource_balance", [1])
    table.when(1, UseResourceBalance(ORE))
    assert table.happened(HelperUsed) == [HelperUsed(1, effect("resource_balance"))]
    assert table.hand_of(1) == {"ore": 1}
    assert table.bank()["ore"] == 18
    assert awaited(balanced(owner_gains=True).roll(5)) == ("trade", [0])
    assert awaited(balanced().roll(7)) == ("move_robber", [0])


@pytest.mark.rule("helpers.balance.any_cause")
def test_nothing_is_nothing_whatever_the_cause() -> None:
    robbed = balanced(owner_gains=True).robber(tile("(1,1)")).roll(5)
    assert awaited(robbed) == ("resource_balance", [1])
    short = balanced(owner_gains=True).city(2, node("(1,1)N")).hand(3, wool=18).roll(5)
    assert short.hand_of(1) == {}
    assert awaited(short) == ("resource_balance", [1])
    elsewhere = balanced(owner_gains=True).robber(tile("(1,1)")).settlement(1, node("(-2,2)S")).roll(5)
    assert elsewhere.hand_of(1) == {"brick": 1}
    assert awaited(elsewhere) == ("trade", [0])


@pytest.mark.rule("helpers.balance.window")
def test_the_balance_is_asked_once_and_first() -> None:
    table = balanced().hand(0, wool=1).roll(5)
    assert table.refused(0, OfferTrade(cards(wool=1), cards(ore=1))) == "helpers.balance.window"
    assert table.refused(0, EndTurn()) == "helpers.balance.window"
    table.when(1, DeclineHelper())
    assert awaited(table) == ("trade", [0])
    assert table.refused(1, UseResourceBalance(ORE)) == "helpers.balance.window"
    assert awaited(table.turn(1, "roll").roll(5)) == ("resource_balance", [1])


@pytest.mark.rule("helpers.balance.just_taken")
def test_a_balance_just_taken_works_on_the_next_roll() -> None:
    table = helping("robber_to_desert").turn(0, "roll").robber(tile("(2,0)"))
    table.when(0, UseRobberToDesert(tile("(0,0)"))).when(0, ExchangeHelper(effect("resource_balance")))
    table.roll(5)
    assert awaited(table) == ("trade", [0])
    table.when(0, EndTurn()).roll(5)
    assert awaited(table) == ("resource_balance", [0])


def protected(count: int) -> Table:
    """Seat 0 is about to roll; seat 1 is protected and holds some grain."""
    return helping("two_to_one", "protect_seven").phase("roll").hand(1, grain=count)


@pytest.mark.rule("helpers.protection.keep_all")
def test_the_protected_hand_is_kept_on_any_seven() -> None:
    table = protected(9).hand(2, ore=9).roll(7)
    assert table.hand_of(1) == {"grain": 9}
    assert awaited(table) == ("settle_helper", [1])
    flip(table, 1)
    assert awaited(table) == ("discard", [2])
    table.when(2, Discard(cards(ore=4)))
    assert awaited(table) == ("move_robber", [0])
    own = helping("protect_seven").phase("roll").hand(0, grain=9).roll(7)
    assert awaited(own) == ("settle_helper", [0])
    assert awaited(flip(own)) == ("move_robber", [0])


@pytest.mark.rule("helpers.protection.take_one")
def test_a_small_protected_hand_takes_a_card() -> None:
    table = protected(7).roll(7)
    assert awaited(table) == ("protect_seven", [1])
    table.when(1, UseProtectSeven(ORE))
    assert table.hand_of(1) == {"grain": 7, "ore": 1}
    flip(table, 1)
    assert awaited(table) == ("move_robber", [0])
    large = protected(8).roll(7)
    assert awaited(large) == ("settle_helper", [1])
    assert large.hand_of(1) == {"grain": 8}


@pytest.mark.rule("helpers.protection.compulsory")
def test_the_protection_works_by_itself() -> None:
    table = protected(2).roll(7)
    assert table.happened(HelperUsed) == [HelperUsed(1, effect("protect_seven"))]
    assert table.refused(1, DeclineHelper()) == "helpers.protection.compulsory"
    assert all(isinstance(command, UseProtectSeven) for command in table.listed(1))
    empty = dict.fromkeys(("brick", "lumber", "wool", "ore"), 19)
    poor = protected(2).hand(2, grain=17, **empty).roll(7)
    assert awaited(poor) == ("settle_helper", [1])


@pytest.mark.rule("helpers.protection.order")
def test_the_protection_comes_before_the_robber() -> None:
    table = protected(0).settlement(1, node("(2,0)N")).roll(7)
    to_mountains = MoveRobber(tile("(2,0)"))
    assert table.refused(0, to_mountains) == "helpers.protection.order"
    table.when(1, UseProtectSeven(ORE))
    assert table.refused(0, to_mountains) == "catan.turn.pending_first"
    flip(table, 1).when(0, to_mountains).when(0, Steal(1), ORE)
    assert table.hand_of(0) == {"ore": 1}


@pytest.mark.rule("helpers.protection.new_card_sleeps")
def test_a_protection_just_taken_sleeps() -> None:
    table = helping("robber_to_desert").turn(0, "roll").robber(tile("(2,0)")).hand(0, grain=8)
    table.when(0, UseRobberToDesert(tile("(0,0)"))).when(0, ExchangeHelper(effect("protect_seven"))).roll(7)
    assert awaited(table) == ("discard", [0])
    table.when(0, Discard(cards(grain=4))).turn(1, "roll").hand(0, grain=5).roll(7)
    assert table.hand_of(0) == {"grain": 9, "ore": 1}
    assert table.happened(HelperUsed) == [HelperUsed(0, effect("protect_seven"))]
    assert table.refused(1, FlipHelper())


def test_the_hand_limit_of_the_table_counts() -> None:
    table = helping("two_to_one", "protect_seven", hand_limit=9).phase("roll").hand(1, grain=9).roll(7)
    assert awaited(table) == ("protect_seven", [1])
    assert table.when(1, UseProtectSeven(GRAIN)).hand_of(1) == {"grain": 10}
