"""Tests the dice deck, a house rule: cards with the results of two dice take the place of the dice."""

from collections import Counter
from random import Random

import pytest

from domain.catan import CATAN
from domain.catan.chapters.production import ROLLS, DiceRolled, ResourcesProduced, RollDice
from domain.catan.modules.dice_deck import DiceCardDrawn, DiceDeckShuffled, deck_of
from domain.core.chance import SampledChance, outcomes
from tests.domain.catan.table import Table, ring, tile

FIRST = ROLLS.index((1, 1))


def deck(seats: int = 4, map_name: str = "beginner", *modules: str) -> Table:
    """Return a table with the deck; seat 0 is about to roll."""
    return Table(seats, map_name, modules=("dice-deck", *modules)).phase("roll")


def rolled(table: Table, rolls: int) -> list[tuple[int, int]]:
    """Return the dice of this many random rolls; no robber moves and no turn goes on between them."""
    rng, found = SampledChance(Random(5)), []
    for _ in range(rolls):
        draft = CATAN.decide(table.phase("roll").state, 0, RollDice(), rng)
        table.state, table.events = draft.state, draft.events
        found += [event.dice for event in table.happened(DiceRolled)]
    return found


@pytest.mark.rule("dice_deck.cards")
def test_a_whole_deck_holds_every_result_of_two_dice_once() -> None:
    table = deck()
    shown = table.view(None)["dice_deck"]
    assert shown["cards"] == 36
    assert {row["sum"]: row["cards"] for row in shown["sums"]} == Counter(a + b for a, b in ROLLS)
    without = Table().phase("roll")
    assert "dice_deck" not in without.view(None)


@pytest.mark.rule("dice_deck.cards")
def test_a_card_pays_and_brings_the_robber_like_a_roll() -> None:
    table = deck().settlement(0, ring("(1,0)")[0])
    table.roll(table.state.setting.board.tokens[tile("(1,0)")])
    assert [type(event) for event in table.events[:3]] == [DiceRolled, ResourcesProduced, DiceCardDrawn]
    table.phase("roll").roll(7)
    assert table.view(None)["agenda"][-1]["frame"] == "move_robber"
    assert table.happened(DiceCardDrawn) == [DiceCardDrawn((1, 6))]


@pytest.mark.rule("dice_deck.draw")
def test_a_drawn_card_does_not_come_again() -> None:
    table = deck().when(0, RollDice(), FIRST)
    assert table.happened(DiceCardDrawn) == [DiceCardDrawn((1, 1))]
    assert deck_of(table.state).left[FIRST] == 0
    odds = dict(outcomes(lambda chance: _dice(table.phase("roll"), chance)))
    assert (1, 1) not in odds
    assert len(odds) == 35
    assert set(odds.values()) == {1 / 35}
    with pytest.raises(ValueError, match="cannot happen"):
        table.when(0, RollDice(), FIRST)


def _dice(table: Table, chance: object) -> tuple[int, int]:
    """Return the dice that a roll at this table gives with this chance."""
    dice: tuple[int, int] = CATAN.decide(table.state, 0, RollDice(), chance).events[0].dice  # type: ignore[arg-type]
    return dice


@pytest.mark.rule("dice_deck.shuffle")
def test_the_deck_is_shuffled_with_five_cards_left() -> None:
    table = deck()
    first = rolled(table, 30)
    assert table.view(None)["dice_deck"]["cards"] == 6
    assert not table.happened(DiceDeckShuffled)
    first += rolled(table, 1)
    assert len(set(first)) == 31
    assert table.happened(DiceDeckShuffled) == [DiceDeckShuffled()]
    assert table.view(None)["dice_deck"]["cards"] == 36
    assert len(set(rolled(table, 31))) == 31


@pytest.mark.rule("dice_deck.open")
def test_everybody_may_count_what_is_left() -> None:
    table = deck().when(0, RollDice(), FIRST)
    shown = [table.view(viewer)["dice_deck"] for viewer in (None, 0, 3)]
    assert shown[0] == shown[1] == shown[2]
    assert shown[0]["sums"][0] == {"sum": 2, "cards": 0}
    assert [table.seen(viewer) for viewer in (None, 3)] == [table.seen(0)] * 2


@pytest.mark.rule("dice_deck.order")
def test_no_order_lies_in_a_position() -> None:
    """The order in which cards were drawn leaves no trace in the deck, nor in a world dealt from it."""
    one, other = deck(), deck()
    one.when(0, RollDice(), 0).phase("roll").when(0, RollDice(), 3).phase("roll")
    other.when(0, RollDice(), 3).phase("roll").when(0, RollDice(), 0).phase("roll")
    assert deck_of(one.state).left == deck_of(other.state).left
    dealt = CATAN.determinize(CATAN.observe(one.state, 1), Random(1))
    assert deck_of(dealt).left == deck_of(one.state).left
    assert CATAN.pack(CATAN.unpack(CATAN.pack(one.state))) == CATAN.pack(one.state)


@pytest.mark.rule("dice_deck.combines")
def test_the_deck_goes_with_everything_and_changes_no_target() -> None:
    cells = {
        (cell["map"], cell["seats"], tuple(cell["modules"])): cell.get("target") for cell in CATAN.describe()["matrix"]
    }
    with_deck = {key: target for key, target in cells.items() if "dice-deck" in key[2]}
    assert len(with_deck) * 2 == len(cells)
    for (map_name, seats, modules), target in with_deck.items():
        assert cells[map_name, seats, tuple(name for name in modules if name != "dice-deck")] == target
