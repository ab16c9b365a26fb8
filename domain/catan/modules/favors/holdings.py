"""Holds favor tokens, the guilds' supplies, and the recorded contacts of cores."""

from collections.abc import Sequence
from random import Random
from typing import Any, NamedTuple

from domain.catan.modules.favors.terms import ANSWER_GIFT, CATAN_TOKENS, KINDS_OF_TOKEN, NAME, PER_PLAYER, SWAPS, TOKENS
from domain.catan.slices import Slice
from domain.catan.state import Public
from domain.catan.terms import KINDS, RESOURCES
from domain.core.agenda import Frame
from domain.core.masks import bits


class Contact(NamedTuple):
    """Records pieces of two seats that have met: masks over edges and nodes."""

    seat: int
    roads: int
    buildings: int
    other: int
    other_roads: int
    other_buildings: int


class Favors(Slice):
    """Tokens by seat and kind, how many of them came in the turn `turn`, and what was done in it.

    What others hold and the kinds in the supply are zeros where a seat or a spectator observes it; `counts`, `size`
    and `fresh_counts` are public.
    """

    def __init__(self, seats: int, source: "Favors | None" = None) -> None:
        self.seats = seats
        if source is None:
            self._lay_out(seats)
        else:
            self._take_over(source)

    def _lay_out(self, seats: int) -> None:
        self.supply = [count * seats for count in PER_PLAYER]
        self.size = sum(self.supply)
        self.held = [0] * (seats * KINDS_OF_TOKEN)
        self.fresh = [0] * (seats * KINDS_OF_TOKEN)
        self.counts = [0] * seats
        self.fresh_counts = [0] * seats
        self.used = [0] * KINDS_OF_TOKEN
        self.catan_tokens = [0] * seats
        self.turn = 0
        self.spent = False
        self.swaps = 0
        self.given = False
        self.asked = 0
        self.contacts: tuple[Contact, ...] = ()

    def _take_over(self, other: "Favors") -> None:
        self.supply = other.supply[:]
        self.size = other.size
        self.held = other.held[:]
        self.fresh = other.fresh[:]
        self.counts = other.counts[:]
        self.fresh_counts = other.fresh_counts[:]
        self.used = other.used[:]
        self.catan_tokens = other.catan_tokens[:]
        self.turn = other.turn
        self.spent = other.spent
        self.swaps = other.swaps
        self.given = other.given
        self.asked = other.asked
        self.contacts = other.contacts

    def enter(self, turn: int) -> None:
        """Reset what was done in an earlier turn."""
        if self.turn != turn:
            self.turn = turn
            self.spent = self.given = False
            self.swaps = self.asked = 0
            self.fresh = [0] * len(self.fresh)
            self.fresh_counts = [0] * self.seats

    def tokens(self, seat: int) -> list[int]:
        """Return a seat's tokens by kind."""
        return self.held[seat * KINDS_OF_TOKEN : (seat + 1) * KINDS_OF_TOKEN]

    def catan_tokens_left(self) -> int:
        """Return the Catan tokens at the guild board."""
        return CATAN_TOKENS - sum(self.catan_tokens)

    def copy(self) -> "Favors":
        """Return an independent copy."""
        return Favors(self.seats, self)

    def pack(self) -> Any:
        """Return all of it as lists."""
        return [
            [self.supply, self.held, self.fresh, self.counts, self.fresh_counts, self.used, self.catan_tokens],
            [self.size, self.turn, int(self.spent), self.swaps, int(self.given), self.asked],
            self.contacts,
        ]

    def observed(self, seat: int) -> "Favors":
        """Return the own tokens alone, and the counts of all."""
        seen = self.copy()
        own = range(seat * KINDS_OF_TOKEN, (seat + 1) * KINDS_OF_TOKEN)
        seen.supply = [0] * KINDS_OF_TOKEN
        seen.held = [count if at in own else 0 for at, count in enumerate(self.held)]
        seen.fresh = [count if at in own else 0 for at, count in enumerate(self.fresh)]
        return seen

    def render(self, view: Any) -> dict[str, Any]:
        """Counts for all, the kinds of the own tokens for their owner."""
        seen = self.copy()
        seen.enter(view.turn)
        shown: dict[str, Any] = {
            "supply": seen.size,
            "catan_tokens": seen.catan_tokens_left(),
            "used": _named(seen.used),
            "seats": [
                {"seat": seat, "tokens": seen.counts[seat], "catan_tokens": seen.catan_tokens[seat]}
                for seat in range(seen.seats)
            ],
            "this_turn": seen._render_turn(view),
            "contacts_kept": [_render_contact(contact) for contact in seen.contacts],
        }
        if view.seat >= 0:
            at = view.seat * KINDS_OF_TOKEN
            shown["own"] = {
                "tokens": _named(seen.tokens(view.seat)),
                "fresh": _named(seen.fresh[at : at + KINDS_OF_TOKEN]),
            }
        return shown

    def _render_turn(self, view: Any) -> dict[str, Any]:
        gift = _waiting_gift(view)
        return {
            "used_or_exchanged": self.spent,
            "swaps_left": SWAPS - self.swaps if self.swaps else 0,
            "gift_accepted": self.given,
            "asked": bits(self.asked),
            "gift": None if gift is None else {"to": bits(gift.seats)[0], "resource": RESOURCES[gift.data]},
        }

    def pledged(self, view: Any) -> tuple[int, ...]:
        """Return the card of a gift that waits for its answer."""
        gift = _waiting_gift(view)
        if gift is None:
            return ()
        card = view.active * KINDS + gift.data
        return tuple(int(at == card) for at in range(self.seats * KINDS))

    def determinized(self, state: Any, rng: Random) -> "Favors":
        """Return the tokens that the observer cannot see, dealt at random."""
        whole = self.copy()
        pool = self._unseen()
        rng.shuffle(pool)
        for seat in range(self.seats):
            if sum(self.tokens(seat)) != self.counts[seat]:
                whole._deal(seat, pool)
        whole.supply = [pool.count(kind) for kind in range(KINDS_OF_TOKEN)]
        return whole

    def _unseen(self) -> list[int]:
        """Return every token that lies neither at a guild nor in the observer's hand."""
        left = [
            PER_PLAYER[kind] * self.seats - self.used[kind] - sum(self.held[kind::KINDS_OF_TOKEN])
            for kind in range(KINDS_OF_TOKEN)
        ]
        return [kind for kind in range(KINDS_OF_TOKEN) for _ in range(left[kind])]

    def _deal(self, seat: int, pool: list[int]) -> None:
        for number in range(self.counts[seat]):
            at = seat * KINDS_OF_TOKEN + pool.pop()
            self.held[at] += 1
            self.fresh[at] += number < self.fresh_counts[seat]


def _waiting_gift(view: Public) -> Frame | None:
    return next((frame for frame in view.agenda if frame.kind == ANSWER_GIFT), None)


def _named(counts: Sequence[int]) -> dict[str, int]:
    return dict(zip(TOKENS, counts, strict=True))


def _render_contact(contact: Contact) -> dict[str, Any]:
    return {
        "seat": contact.seat,
        "roads": bits(contact.roads),
        "buildings": bits(contact.buildings),
        "other": contact.other,
        "other_roads": bits(contact.other_roads),
        "other_buildings": bits(contact.other_buildings),
    }


def open_favors(setting: Any) -> Favors:
    """Return the holdings at the start: a full supply, and no seat has a token."""
    return Favors(setting.seats)


def unpack_favors(packed: Any) -> Favors:
    """Return the holdings from `Favors.pack`."""
    rows, numbers, contacts = packed
    part = Favors(len(rows[3]))
    part.supply, part.held, part.fresh, part.counts, part.fresh_counts, part.used, part.catan_tokens = rows
    part.size, part.turn, spent, part.swaps, given, part.asked = numbers
    part.spent, part.given = bool(spent), bool(given)
    part.contacts = tuple(Contact(*values) for values in contacts)
    return part


def favors_of(state: Public) -> Favors:
    """Return the holdings in a position or in what is known of one."""
    part = state.slices[NAME]
    assert isinstance(part, Favors)
    return part


def has_spent(state: Public) -> bool:
    """Return whether a favor was used or exchanged in this turn."""
    part = favors_of(state)
    return part.spent and part.turn == state.turn


def swaps_made(state: Public) -> int:
    """Return how many cards the traders swapped in this turn."""
    part = favors_of(state)
    return part.swaps if part.turn == state.turn else 0


def has_given(state: Public) -> bool:
    """Return whether a gift was accepted in this turn."""
    part = favors_of(state)
    return part.given and part.turn == state.turn


def asked_for_gifts(state: Public) -> int:
    """Return the seats that were offered a gift in this turn, as a mask."""
    part = favors_of(state)
    return part.asked if part.turn == state.turn else 0


def usable(state: Public, seat: int, kind: int) -> int:
    """Return how many tokens of a kind a seat has from before this turn."""
    part = favors_of(state)
    at = seat * KINDS_OF_TOKEN + kind
    return part.held[at] - part.fresh[at] if part.turn == state.turn else part.held[at]
