"""Tests special cases a: the seven and its discards (ledger section 14)."""

import pytest

from domain.catan.chapters.maritime import MaritimeTrade
from domain.catan.chapters.production import DiceRolled
from domain.catan.chapters.robber.messages import Discard, DiscardMade, DiscardsRevealed, MoveRobber, Steal
from domain.catan.chapters.turn import EndTurn
from domain.catan.terms import LUMBER
from tests.domain.catan.table import Table, cards, line, tile

FOREST = tile("(-2,1)")


def seven(**hands: dict[str, int]) -> Table:
    """Seat 0 has rolled a seven while the seats held these hands, given such as `seat1={"wool": 8}`."""
    table = Table()
    for name, hand in hands.items():
        table.hand(int(name[-1]), **hand)
    return table.phase("roll").roll(7)


def awaited(table: Table) -> tuple[str, list[int]]:
    """Return the open frame and the seats it waits for, as everybody is shown them."""
    top = table.view(None)["agenda"][-1]
    return top["frame"], top["seats"]


@pytest.mark.rule("catan.seven.discard_threshold")
def test_more_than_seven_cards_must_be_halved() -> None:
    spared = seven(seat1={"wool": 7})
    assert awaited(spared) == ("move_robber", [0])
    assert spared.hand_of(1) == {"wool": 7}
    table = seven(seat1={"wool": 7}, seat2={"wool": 8})
    assert awaited(table) == ("discard", [2])
    table.when(2, Discard(cards(wool=4)))
    assert table.hand_of(2) == {"wool": 4}
    assert table.hand_of(1) == {"wool": 7}


@pytest.mark.rule("catan.seven.discard_half_down")
def test_half_is_rounded_down() -> None:
    table = seven(seat1={"wool": 9})
    assert table.refused(1, Discard(cards(wool=3))) == "catan.seven.discard_half_down"
    assert table.refused(1, Discard(cards(wool=5))) == "catan.seven.discard_half_down"
    table.when(1, Discard(cards(wool=4)))
    assert table.hand_of(1) == {"wool": 5}


@pytest.mark.rule("catan.seven.discard_own_choice", "catan.seven.discard_held")
def test_the_owner_chooses_the_cards() -> None:
    mixed = {"brick": 2, "lumber": 2, "wool": 3, "grain": 1}
    for chosen in (
        {"brick": 2, "lumber": 2},
        {"wool": 3, "grain": 1},
        {"brick": 1, "lumber": 1, "wool": 1, "grain": 1},
    ):
        table = seven(seat1=mixed).when(1, Discard(cards(**chosen)))
        kept = {kind: count - chosen.get(kind, 0) for kind, count in mixed.items()}
        assert table.hand_of(1) == {kind: count for kind, count in kept.items() if count}
    refusing = seven(seat1=mixed)
    assert refusing.refused(1, Discard(cards(wool=3, ore=1))) == "catan.seven.discard_held"
    assert refusing.refused(1, Discard(cards(wool=4))) == "catan.seven.discard_held"
    assert refusing.hand_of(1) == mixed


@pytest.mark.rule("catan.seven.discard_includes_active")
def test_the_active_player_discards_too() -> None:
    table = seven(seat0={"ore": 10})
    assert awaited(table) == ("discard", [0])
    assert table.refused(0, MoveRobber(FOREST)) == "catan.seven.discard_before_robber"
    table.when(0, Discard(cards(ore=5)))
    assert table.hand_of(0) == {"ore": 5}
    assert awaited(table) == ("move_robber", [0])


@pytest.mark.rule("catan.seven.discard_resources_only")
def test_development_cards_neither_count_nor_are_discarded() -> None:
    table = Table().hand(1, wool=7).cards(1, knight=3).hand(2, wool=8).cards(2, knight=3).phase("roll").roll(7)
    assert awaited(table) == ("discard", [2])
    table.when(2, Discard(cards(wool=4)))
    assert awaited(table) == ("move_robber", [0])
    for seat in (1, 2):
        assert table.view(seat)["seats"][seat]["development_cards"]["knight"] == 3


@pytest.mark.rule("catan.seven.discard_to_bank")
def test_discarded_cards_return_to_their_stacks() -> None:
    table = seven(seat1={"wool": 4, "ore": 4})
    assert table.bank() == {"brick": 19, "lumber": 19, "wool": 15, "grain": 19, "ore": 15}
    table.when(1, Discard(cards(wool=2, ore=2)))
    assert table.bank() == {"brick": 19, "lumber": 19, "wool": 17, "grain": 19, "ore": 17}
    assert table.hand_of(1) == {"wool": 2, "ore": 2}


@pytest.mark.rule("catan.seven.discard_any_order", "catan.seven.discard_owed")
def test_several_discard_in_any_order_and_once_each() -> None:
    table = seven(seat0={"wool": 8}, seat2={"ore": 8}, seat3={"brick": 8})
    assert awaited(table) == ("discard", [0, 2, 3])
    table.when(3, Discard(cards(brick=4)))
    assert table.happened(DiscardMade) == [DiscardMade(3, 4, cards(brick=4))]
    assert awaited(table) == ("discard", [0, 2])
    assert table.refused(3, Discard(cards(brick=2))) == "catan.seven.discard_owed"
    assert table.refused(1, Discard(cards())) == "catan.seven.discard_owed"
    table.when(0, Discard(cards(wool=4))).when(2, Discard(cards(ore=4)))
    assert [len(table.happened(event)) for event in (DiscardMade, DiscardsRevealed)] == [1, 1]
    assert [table.hand_of(seat) for seat in range(4)] == [{"wool": 4}, {}, {"ore": 4}, {"brick": 4}]


@pytest.mark.rule("catan.seven.discard_before_robber")
def test_the_robber_waits_for_all_discards() -> None:
    table = seven(seat1={"wool": 8}, seat2={"ore": 8})
    table.when(1, Discard(cards(wool=4)))
    assert table.refused(0, MoveRobber(FOREST)) == "catan.seven.discard_before_robber"
    assert table.state.robber == tile("(0,0)")
    table.when(2, Discard(cards(ore=4))).when(0, MoveRobber(FOREST))
    assert table.state.robber == FOREST


@pytest.mark.rule("catan.seven.nobody_owes")
def test_with_small_hands_the_robber_moves_at_once() -> None:
    table = seven(seat0={"wool": 7}, seat1={"ore": 7}, seat2={"brick": 7})
    assert table.happened(DiceRolled) == [DiceRolled(0, (1, 6))]
    assert awaited(table) == ("move_robber", [0])
    assert table.refused(1, Discard(cards(ore=3))) == "catan.seven.discard_threshold"
    table.when(0, MoveRobber(FOREST))
    assert table.state.robber == FOREST
    assert awaited(seven(seat0={"wool": 8})) == ("discard", [0])


@pytest.mark.rule("catan.seven.then_trade")
def test_after_the_robbery_the_turn_goes_on_with_trade() -> None:
    table = Table().settlement(1, line(4)[0]).hand(1, wool=1).hand(0, ore=4).phase("roll").roll(7)
    trade = MaritimeTrade(cards(ore=4), LUMBER)
    assert table.refused(0, trade) == "catan.turn.pending_first"
    table.when(0, MoveRobber(FOREST))
    assert table.refused(0, trade) == "catan.turn.pending_first"
    table.when(0, Steal(1), 2).when(0, trade)
    assert table.hand_of(0) == {"lumber": 1, "wool": 1}
    table.when(0, EndTurn())
    assert table.state.active == 1
