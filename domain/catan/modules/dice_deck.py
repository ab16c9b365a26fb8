"""Replaces the dice by a deck of cards with the 36 results of two dice (a house rule).

There is no shuffled stack: a roll draws one of the cards that are left. What was drawn is open, and an order that could
leak does not exist.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from domain.catan.chapters.production import EVEN, ROLLS, DiceRolled
from domain.catan.kinds import DIE
from domain.catan.module import Module
from domain.catan.module_slices import OpenSlice
from domain.catan.points import Points
from domain.catan.state import Public, State
from domain.core.chapter import Chapter, Owed
from domain.core.decider import Draft
from domain.core.documents import Document, JsonObject
from domain.core.errors import Unsound
from domain.core.kinds import array
from domain.core.messages import Field, Message
from domain.core.number_rows import Row, replace_entry
from domain.core.table_state import TableState

NAME: Final = "dice-deck"
RESHUFFLED: Final = 5
"""With so many cards left all of them are shuffled again."""


@dataclass(slots=True)
class DiceCardDrawn:
    """The card of a roll left the deck."""

    dice: tuple[int, ...]


@dataclass(slots=True)
class DiceDeckShuffled:
    """All cards are in the deck again."""


class DiceDeck(OpenSlice):
    """Holds which cards are left, 1 or 0 for each of `ROLLS`; their order is drawn card by card."""

    def __init__(self, left: Row) -> None:
        self.left = left

    def copy(self) -> "DiceDeck":
        """Return an independent copy."""
        return DiceDeck(self.left)

    def pack(self) -> object:
        """Return the cards as JSON."""
        return self.left

    def render(self, view: TableState, seat: int) -> JsonObject:
        """Render which cards are left, how many, and how many of each sum."""
        left = [dice for count, dice in zip(self.left, ROLLS, strict=True) if count]
        sums = [sum(dice) for dice in left]
        return {
            "cards": len(left),
            "left": [list(dice) for dice in left],
            "sums": [{"sum": number, "cards": sums.count(number)} for number in range(2, 13)],
        }


def restore_deck(shown: Document, state: Public, observer: int) -> DiceDeck:
    """Return the slice from what views show of it."""
    left = [tuple(dice) for dice in shown["left"]]
    deck = DiceDeck(tuple([left.count(dice) for dice in ROLLS]))
    if deck.render(state, observer) != shown:
        raise Unsound("module", "/dice_deck", module=NAME)
    return deck


def deck_of(state: Public) -> DiceDeck:
    """Return this module's part of a position."""
    deck = state.slices[NAME]
    assert isinstance(deck, DiceDeck)
    return deck


def rolls(state: Public) -> Sequence[int]:
    """Only what is left in the deck can be rolled."""
    return deck_of(state).left


def draw_card(draft: Draft[State], seat: int, event: DiceRolled) -> Owed:
    """The card of a roll is out of play until the deck is shuffled again, with five cards left."""
    draft.emit(DiceCardDrawn(event.dice))
    if sum(deck_of(draft.state).left) == RESHUFFLED:
        draft.emit(DiceDeckShuffled())
    return []


def dice_card_drawn(s: State, event: DiceCardDrawn) -> None:
    """Remove the drawn card from the deck."""
    deck = deck_of(s)
    deck.left = replace_entry(deck.left, ROLLS.index(event.dice), 0)


def dice_deck_shuffled(s: State, event: DiceDeckShuffled) -> None:
    """The deck is whole again."""
    deck_of(s).left = EVEN


def check_deck(state: State) -> None:
    """Raise Unsound unless each card is in the deck at most once, and more are left than bring the next shuffle."""
    left = deck_of(state).left
    if not {*left} <= {0, 1} or not sum(left) > RESHUFFLED:
        raise Unsound("module", module=NAME)


MODULE: Final = Module(
    order=6,
    chapter=Chapter(
        NAME,
        evolvers={DiceCardDrawn: dice_card_drawn, DiceDeckShuffled: dice_deck_shuffled},
        reactions={DiceRolled: draw_card},
        check=check_deck,
    ),
    events=(Message(DiceCardDrawn, (Field("dice", array(DIE, 2)),)), Message(DiceDeckShuffled)),
    points=Points(rolls=(rolls,)),
    open_slice=lambda setting: DiceDeck(EVEN),
    unpack_slice=lambda packed, state: DiceDeck(tuple(packed)),
    restore_slice=restore_deck,
)
