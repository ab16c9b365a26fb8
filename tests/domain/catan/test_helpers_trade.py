"""Tests helpers: forced trade and two for one with the bank (ledger of the extras, section 2)."""

from dataclasses import replace

import pytest

from domain.catan import CATAN
from domain.catan.chapters.building.messages import BuildRoad
from domain.catan.chapters.maritime import MaritimeTrade
from domain.catan.chapters.production import RollDice
from domain.catan.chapters.turn import EndTurn
from domain.catan.modules.five_six import Pass
from domain.catan.modules.helpers.trading import CardReturned, ForcedTradeMade, ReturnCard, UseForcedTrade, UseTwoToOne
from domain.catan.modules.helpers.using import ExchangeHelper, FlipHelper
from domain.catan.terms import BRICK, LUMBER, ORE, WOOL
from tests.domain.catan.helping import awaited, effect, flip, helper, helping
from tests.domain.catan.outsiders import alike
from tests.domain.catan.table import Table, cards
from tests.judging import accepts


def demanding(seats: int = 4) -> Table:
    """Seat 0 holds the forced trade and two ore; seats 1 and 2 hold wool among other cards."""
    return helping("forced_trade", seats=seats).hand(0, ore=2).hand(1, wool=3, grain=1).hand(2, wool=1, brick=2)


@pytest.mark.rule("helpers.forced_trade.same_resource")
def test_the_same_resource_is_demanded_from_both() -> None:
    table = demanding().when(0, UseForcedTrade(WOOL, 0b110))
    assert table.happened(ForcedTradeMade) == [ForcedTradeMade(0, WOOL, 0b110, 0b110)]
    apart = demanding().when(0, UseForcedTrade(WOOL, 0b10)).when(0, ReturnCard(ORE))
    assert apart.refused(0, UseForcedTrade(BRICK, 0b100)) == "helpers.use.then_flip_or_exchange"
    assert flip(apart).refused(0, UseForcedTrade(BRICK, 0b100)) == "helpers.use.one_per_turn"


@pytest.mark.rule("helpers.forced_trade.one_or_two")
def test_one_or_two_opponents_are_asked() -> None:
    table = demanding(seats=5)
    for mask in (0b10, 0b10100):
        assert accepts(CATAN, table.state, 0, UseForcedTrade(WOOL, mask))
    for mask in (0, 0b1, 0b11, 0b1110, 0b100000):
        assert table.refused(0, UseForcedTrade(WOOL, mask)) == "helpers.forced_trade.one_or_two"


@pytest.mark.rule("helpers.forced_trade.one_or_two")
def test_of_three_players_both_others_are_asked() -> None:
    table = demanding(seats=3)
    assert {c.seats for c in table.listed(0) if isinstance(c, UseForcedTrade)} == {0b110}
    assert table.refused(0, UseForcedTrade(WOOL, 0b10)) == "helpers.forced_trade.one_or_two"
    only = helping("forced_trade", seats=3).hand(1, wool=1).when(0, UseForcedTrade(WOOL, 0b110))
    assert only.happened(ForcedTradeMade) == [ForcedTradeMade(0, WOOL, 0b110, 0b10)]


@pytest.mark.rule("helpers.forced_trade.one_of_both")
def test_as_an_option_one_of_both_others_may_be_asked() -> None:
    table = helping("forced_trade", seats=3, forced_trade_one=True)
    assert {c.seats for c in table.listed(0) if isinstance(c, UseForcedTrade)} == {0b10, 0b100, 0b110}
    config = CATAN.configure(3, "variable", ("helpers",), {})
    old = replace(config, options={k: v for k, v in config.options.items() if k != "forced_trade_one"})
    assert CATAN.completed(old).options == config.options | {"forced_trade_one": True}


@pytest.mark.rule("helpers.forced_trade.must_give")
def test_who_has_the_card_gives_one() -> None:
    only = demanding().when(0, UseForcedTrade(WOOL, 0b100))
    assert (only.hand_of(0), only.hand_of(2)) == ({"wool": 1, "ore": 2}, {"brick": 2})
    table = demanding().when(0, UseForcedTrade(WOOL, 0b1010))
    assert table.hand_of(0) == {"wool": 1, "ore": 2}
    assert table.hand_of(1) == {"wool": 2, "grain": 1}
    assert table.hand_of(3) == {}
    assert awaited(table) == ("forced_trade", [0])
    assert table.refused(1, EndTurn())
    table.when(0, ReturnCard(ORE))
    assert table.hand_of(3) == {}
    assert awaited(table) == ("settle_helper", [0])


@pytest.mark.rule("helpers.forced_trade.return_card")
def test_each_giver_gets_a_card_back() -> None:
    table = demanding().when(0, UseForcedTrade(WOOL, 0b110)).when(0, ReturnCard(ORE))
    assert table.happened(CardReturned) == [CardReturned(0, 1, ORE)]
    table.when(0, ReturnCard(WOOL))
    assert table.happened(CardReturned) == [CardReturned(0, 2, WOOL)]
    assert (table.hand_of(0), table.hand_of(1)) == ({"wool": 1, "ore": 1}, {"wool": 2, "grain": 1, "ore": 1})
    poor = helping("forced_trade").hand(1, wool=1).when(0, UseForcedTrade(WOOL, 0b10))
    assert poor.refused(0, ReturnCard(ORE)) == "helpers.forced_trade.return_card"
    assert poor.refused(0, FlipHelper()) == "helpers.forced_trade.return_card"
    assert poor.listed(0) == [ReturnCard(WOOL)]
    assert poor.when(0, ReturnCard(WOOL)).hand_of(1) == {"wool": 1}


@pytest.mark.rule("helpers.forced_trade.counts_anyway")
def test_the_helper_is_used_even_if_nobody_gave() -> None:
    table = demanding().when(0, UseForcedTrade(LUMBER, 0b110))
    assert table.happened(ForcedTradeMade) == [ForcedTradeMade(0, LUMBER, 0b110, 0)]
    assert awaited(table) == ("settle_helper", [0])
    assert flip(table).refused(0, UseForcedTrade(ORE, 0b110)) == "helpers.use.one_per_turn"


@pytest.mark.rule("helpers.forced_trade.open")
def test_the_trade_is_open_and_the_hands_are_not() -> None:
    table = demanding().when(0, UseForcedTrade(WOOL, 0b1010))
    for viewer in (None, 0, 2, 3):
        seen = next(event for event in table.seen(viewer) if event["type"] == "ForcedTradeMade")
        assert seen == {"type": "ForcedTradeMade", "seat": 0, "resource": "wool", "asked": [1, 3], "gave": [1]}
    table.when(0, ReturnCard(ORE))
    assert table.seen(2)[0] == {"type": "CardReturned", "seat": 0, "partner": 1, "resource": "ore"}
    first = helping("forced_trade").hand(1, grain=2).hand(2, ore=2).when(0, UseForcedTrade(WOOL, 0b10))
    other = helping("forced_trade").hand(1, ore=2).hand(2, grain=2).when(0, UseForcedTrade(WOOL, 0b10))
    first.state.known = other.state.known = [0] * 20
    assert alike(first, other, 0, 3, None)


def naming() -> Table:
    """Seat 0 has named wool, and holds six of it."""
    return helping("two_to_one").hand(0, wool=6, brick=2).when(0, UseTwoToOne(WOOL))


@pytest.mark.rule("helpers.two_to_one.whole_turn")
def test_the_named_resource_is_taken_two_for_one_all_turn() -> None:
    table = naming()
    swap = MaritimeTrade(cards(wool=2), ORE)
    for _ in range(3):
        assert swap in table.listed(0)
        table.when(0, swap)
    assert table.hand_of(0) == {"brick": 2, "ore": 3}
    assert table.refused(0, MaritimeTrade(cards(brick=2), ORE)) == "catan.trade.maritime.two_to_one"
    later = flip(naming().when(0, EndTurn())).turn(0)
    assert later.refused(0, swap) == "catan.trade.maritime.two_to_one"
    assert later.view(None)["helpers"]["two_to_one"] is None
    exchanged = naming().when(0, EndTurn()).when(0, ExchangeHelper(effect("resource_balance")))
    assert exchanged.view(None)["helpers"]["two_to_one"] is None


@pytest.mark.rule("helpers.two_to_one.settled_at_end")
def test_the_two_to_one_card_is_settled_when_the_turn_ends() -> None:
    table = naming()
    assert awaited(table) == ("trade", [0])
    assert table.view(None)["helpers"]["two_to_one"] == {"seat": 0, "resource": "wool"}
    assert table.refused(0, FlipHelper()) == "helpers.use.no_voluntary_return"
    assert table.refused(0, UseTwoToOne(ORE)) == "helpers.use.one_per_turn"
    table.when(0, EndTurn())
    assert awaited(table) == ("settle_helper", [0])
    assert table.refused(1, RollDice())
    table.when(0, ExchangeHelper(effect("resource_balance")))
    assert awaited(table) == ("roll", [1])
    assert helper(table, 0) == ("resource_balance", "A")


def test_what_is_too_late_while_the_two_to_one_card_is_settled_is_refused_for_that() -> None:
    table = naming().when(0, EndTurn())
    assert table.refused(0, UseTwoToOne(ORE)) == "helpers.use.then_flip_or_exchange"
    assert table.refused(1, UseTwoToOne(ORE)) == "catan.turn.pending_first"


@pytest.mark.rule("helpers.two_to_one.settled_at_end")
def test_the_two_to_one_card_is_settled_before_special_building() -> None:
    table = helping("two_to_one", seats=5).when(0, UseTwoToOne(WOOL)).when(0, EndTurn())
    assert awaited(table) == ("settle_helper", [0])
    assert table.refused(1, Pass())
    assert table.refused(0, UseTwoToOne(ORE)) == "helpers.use.then_flip_or_exchange"
    assert awaited(flip(table)) == ("special_building", [1])
    assert table.refused(0, UseTwoToOne(ORE)) == "helpers.use.no_special_building"
    assert not [c for c in table.listed(1) if isinstance(c, BuildRoad)]
