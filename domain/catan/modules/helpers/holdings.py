"""Holds the helper cards of a position: whose they are, on which side, and what a use has left open."""

from random import Random
from typing import Final

from domain.catan.module_slices import Slice
from domain.catan.modules.helpers.terms import EFFECTS, NAME, SIDE_A, SIDES
from domain.catan.state import Public, State
from domain.catan.terms import CARDS, NOBODY, RESOURCES
from domain.core.documents import Document, JsonObject, JsonValue, by_name
from domain.core.errors import Unsound
from domain.core.number_rows import Row, replace_entry
from domain.core.table_state import TableState

NO_CARDS: Final = (0,) * len(CARDS)


class HelperCards(Slice):
    """Holds helper, side, turn of taking and turn of the last use by seat; the 2:1 rate; the cards being looked at.

    `looker` looks at `count` cards of the deck; `looked` holds their kinds where the observer knows them.
    """

    def __init__(self, seats: int) -> None:
        self.helpers: tuple[int, ...] = (NOBODY,) * seats
        self.sides: tuple[int, ...] = (SIDE_A,) * seats
        self.taken: tuple[int, ...] = (0,) * seats
        self.used: tuple[int, ...] = (0,) * seats
        self.rate_seat = NOBODY
        self.rate_kind = 0
        self.looker = NOBODY
        self.count = 0
        self.looked: tuple[int, ...] = NO_CARDS

    def copy(self) -> "HelperCards":
        """Return an independent copy."""
        other = HelperCards(0)
        other.helpers = self.helpers
        other.sides = self.sides
        other.taken = self.taken
        other.used = self.used
        other.rate_seat = self.rate_seat
        other.rate_kind = self.rate_kind
        other.looker = self.looker
        other.count = self.count
        other.looked = self.looked
        return other

    def display(self) -> list[int]:
        """Return the helpers beside the board; none before every seat has one."""
        if NOBODY in self.helpers:
            return []
        return [helper for helper in range(len(EFFECTS)) if helper not in self.helpers]

    def is_ready(self, seat: int, turn: int) -> bool:
        """Return whether a seat's helper may be used in a turn: taken in an earlier one, and not used in this one."""
        return self.taken[seat] != turn and self.used[seat] != turn

    def pack(self) -> object:
        """Return JSON values from which `unpack` makes the cards again."""
        rate = [self.rate_seat, self.rate_kind]
        return [self.helpers, self.sides, self.taken, self.used, rate, self.looker, self.count, self.looked]

    def observed(self, seat: int) -> "HelperCards":
        """Return what a seat knows: everything but the kinds of the cards that another seat looks at."""
        seen = self.copy()
        if seat != self.looker:
            seen.looked = NO_CARDS
        return seen

    def render(self, view: TableState, seat: int) -> JsonObject:
        """Return everybody's helper, the display, the named rate, and the cards being looked at."""
        rate = {"seat": self.rate_seat, "resource": RESOURCES[self.rate_kind]}
        looking: JsonObject = {"seat": self.looker, "count": self.count}
        if seat == self.looker:
            looking["cards"] = by_name(CARDS, self.looked)
        return {
            "seats": [
                {
                    "seat": owner,
                    "helper": EFFECTS[helper],
                    "side": SIDES[self.sides[owner]],
                    "taken_in_turn": self.taken[owner],
                    "ready": self.is_ready(owner, view.turn),
                }
                for owner, helper in enumerate(self.helpers)
                if helper != NOBODY
            ],
            "display": [EFFECTS[helper] for helper in self.display()],
            "two_to_one": None if self.rate_seat == NOBODY else rate,
            "looking": None if self.looker == NOBODY else looking,
        }

    def determinized(self, state: TableState, rng: Random, noted: Row = ()) -> "HelperCards":
        """Return the cards with those that another seat looks at drawn from the deck."""
        whole = self.copy()
        if self.count > sum(self.looked):
            assert isinstance(state, State)
            pool = [card for card, count in enumerate(state.deck) for _ in range(count)]
            drawn = rng.sample(pool, self.count)
            whole.looked = tuple(drawn.count(card) for card in range(len(CARDS)))
        return whole

    def seen_in_deck(self) -> tuple[int, ...]:
        """Return the cards looked at, which are in the deck until one is kept."""
        return self.looked


def unpack(packed: JsonValue, state: Public) -> HelperCards:
    """Return the cards from packed values."""
    helpers, sides, taken, used, rate, looker, count, looked = packed
    cards = HelperCards(len(helpers))
    cards.helpers, cards.sides = tuple(helpers), tuple(sides)
    cards.taken, cards.used = tuple(taken), tuple(used)
    cards.rate_seat, cards.rate_kind = rate
    cards.looker, cards.count, cards.looked = looker, count, tuple(looked)
    return cards


def restore(shown: Document, state: Public, observer: int) -> HelperCards:
    """Return the cards from what views show of them; nothing depends on uses in earlier turns."""
    cards = HelperCards(state.seats)
    for one in shown["seats"]:
        seat, taken = one["seat"], one["taken_in_turn"]
        cards.helpers = replace_entry(cards.helpers, seat, EFFECTS.index(one["helper"]))
        cards.sides = replace_entry(cards.sides, seat, SIDES.index(one["side"]))
        cards.taken = replace_entry(cards.taken, seat, taken)
        if not one["ready"] and taken != state.turn:
            cards.used = replace_entry(cards.used, seat, state.turn)
    if shown["two_to_one"]:
        cards.rate_seat = shown["two_to_one"]["seat"]
        cards.rate_kind = RESOURCES.index(shown["two_to_one"]["resource"])
    if shown["looking"]:
        looking = shown["looking"]
        cards.looker, cards.count = looking["seat"], looking["count"]
        cards.looked = tuple([looking.get("cards", {}).get(name, 0) for name in CARDS])
    return cards


def helper_cards(state: Public) -> HelperCards:
    """Return the helper cards of a position."""
    cards = state.slices[NAME]
    assert isinstance(cards, HelperCards)
    return cards


def check_helpers(state: State) -> None:
    """Raise Unsound unless every seat has a helper of its own once it has founded, and looks only at what there is."""
    cards = helper_cards(state)
    held = [helper for helper in cards.helpers if helper != NOBODY]
    is_dealt = len({*held}) == len(held) and (not state.turn or len(held) == state.seats)
    is_known = all(helper < len(EFFECTS) for helper in held) and all(side < len(SIDES) for side in cards.sides)
    is_past = max(*cards.taken, *cards.used) <= state.turn
    is_seen = all(0 <= seen <= left for seen, left in zip(cards.looked, state.deck, strict=True))
    is_looking = cards.count == sum(cards.looked) and (cards.looker == NOBODY) == (cards.count == 0)
    if not (is_dealt and is_known and is_past and is_seen and is_looking):
        raise Unsound("module", module=NAME)
