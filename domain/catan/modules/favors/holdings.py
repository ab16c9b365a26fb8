"""Holds favor tokens, the guilds' supplies, and the recorded contacts of cores."""

from random import Random
from typing import NamedTuple

from domain.catan.modules.favors.deeds import Deeds, no_deeds, unpack_deeds
from domain.catan.modules.favors.terms import ANSWER_GIFT, CATAN_TOKENS, KINDS_OF_TOKEN, NAME, PER_PLAYER, SWAPS, TOKENS
from domain.catan.slices import Slice
from domain.catan.state import Public, Setting
from domain.catan.terms import KINDS, RESOURCES
from domain.core.agenda import Frame
from domain.core.documents import JsonObject, JsonValue
from domain.core.masks import bits
from domain.core.rows import Row, add
from domain.core.seats import by_name
from domain.core.table_state import TableState


class Contact(NamedTuple):
    """Records pieces of two seats that have met: masks over edges and nodes."""

    seat: int
    roads: int
    buildings: int
    other: int
    other_roads: int
    other_buildings: int


class Favors(Slice):
    """Holds the tokens by seat and kind, what was done in this turn (`deeds`), and what in an earlier one (`before`).

    What others hold and the kinds in the supply are zeros where a seat or a spectator observes it; `counts`, `size`
    and `fresh_counts` are public. Nothing depends on `before`, but packed positions hold the last deeds.
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
        self.counts = [0] * seats
        self.used = [0] * KINDS_OF_TOKEN
        self.catan_tokens = [0] * seats
        self.deeds = no_deeds(seats)
        self.before = self.deeds
        self.contacts: tuple[Contact, ...] = ()

    def _take_over(self, other: "Favors") -> None:
        self.supply = other.supply[:]
        self.size = other.size
        self.held = other.held[:]
        self.counts = other.counts[:]
        self.used = other.used[:]
        self.catan_tokens = other.catan_tokens[:]
        self.deeds = other.deeds
        self.before = other.before
        self.contacts = other.contacts

    def latest(self) -> Deeds:
        """Return what was done in the last turn in which anything was."""
        return self.deeds if self.deeds.any() else self.before

    def tokens(self, seat: int) -> list[int]:
        """Return a seat's tokens by kind."""
        return self.held[seat * KINDS_OF_TOKEN : (seat + 1) * KINDS_OF_TOKEN]

    def usable(self, seat: int, kind: int) -> int:
        """Return how many tokens of a kind a seat has from before this turn."""
        at = seat * KINDS_OF_TOKEN + kind
        return self.held[at] - self.deeds.fresh[at]

    def catan_tokens_left(self) -> int:
        """Return the Catan tokens at the guild board."""
        return CATAN_TOKENS - sum(self.catan_tokens)

    def copy(self) -> "Favors":
        """Return an independent copy."""
        return Favors(self.seats, self)

    def pack(self) -> object:
        """Return all of it as lists."""
        deeds = self.latest()
        return [
            [self.supply, self.held, deeds.fresh, self.counts, deeds.fresh_counts, self.used, self.catan_tokens],
            [self.size, *deeds.numbers()],
            self.contacts,
        ]

    def observed(self, seat: int) -> "Favors":
        """Return the own tokens alone, and the counts of all."""
        seen = self.copy()
        own = range(seat * KINDS_OF_TOKEN, (seat + 1) * KINDS_OF_TOKEN)
        seen.supply = [0] * KINDS_OF_TOKEN
        seen.held = [count if at in own else 0 for at, count in enumerate(self.held)]
        seen.deeds = self.deeds.only_seen_by(seat)
        seen.before = self.latest().only_seen_by(seat)
        return seen

    def render(self, view: TableState, seat: int) -> JsonObject:
        """Counts for all, the kinds of the own tokens for their owner."""
        shown: JsonObject = {
            "supply": self.size,
            "catan_tokens": self.catan_tokens_left(),
            "used": by_name(TOKENS, self.used),
            "seats": [
                {"seat": s, "tokens": self.counts[s], "catan_tokens": self.catan_tokens[s]} for s in range(self.seats)
            ],
            "this_turn": self._render_turn(view),
            "contacts_kept": [_render_contact(contact) for contact in self.contacts],
        }
        if seat >= 0:
            at = seat * KINDS_OF_TOKEN
            shown["own"] = {
                "tokens": by_name(TOKENS, self.tokens(seat)),
                "fresh": by_name(TOKENS, self.deeds.fresh[at : at + KINDS_OF_TOKEN]),
            }
        return shown

    def _render_turn(self, view: TableState) -> JsonObject:
        deeds, gift = self.deeds, _waiting_gift(view)
        return {
            "used_or_exchanged": deeds.spent,
            "swaps_left": SWAPS - deeds.swaps if deeds.swaps else 0,
            "gift_accepted": deeds.given,
            "asked": bits(deeds.asked),
            "gift": None if gift is None else {"to": bits(gift.seats)[0], "resource": RESOURCES[gift.data]},
        }

    def pledged(self, view: TableState) -> tuple[int, ...]:
        """Return the card of a gift that waits for its answer."""
        gift = _waiting_gift(view)
        if gift is None:
            return ()
        card = view.active * KINDS + gift.data
        return tuple(int(at == card) for at in range(self.seats * KINDS))

    def determinized(self, state: TableState, rng: Random, noted: Row = ()) -> "Favors":
        """Return the tokens that the observer cannot see, dealt at random; those noted lie in the supply."""
        whole = self.copy()
        kept = noted or (0,) * KINDS_OF_TOKEN
        pool = self._unseen(kept)
        rng.shuffle(pool)
        for seat in range(self.seats):
            if sum(self.tokens(seat)) != self.counts[seat]:
                whole._deal(seat, pool)
        whole.supply = [pool.count(kind) + kept[kind] for kind in range(KINDS_OF_TOKEN)]
        return whole

    def _unseen(self, kept: Row) -> list[int]:
        """Return every token that lies neither at a guild nor in the observer's hand, nor is known to be kept."""
        left = [
            PER_PLAYER[kind] * self.seats - self.used[kind] - sum(self.held[kind::KINDS_OF_TOKEN]) - kept[kind]
            for kind in range(KINDS_OF_TOKEN)
        ]
        return [kind for kind in range(KINDS_OF_TOKEN) for _ in range(left[kind])]

    def _deal(self, seat: int, pool: list[int]) -> None:
        for number in range(self.counts[seat]):
            at = seat * KINDS_OF_TOKEN + pool.pop()
            self.held[at] += 1
            if number < self.deeds.fresh_counts[seat]:
                self.deeds = self.deeds._replace(fresh=add(self.deeds.fresh, at, 1))


def _waiting_gift(view: TableState) -> Frame | None:
    return next((frame for frame in view.agenda if frame.kind == ANSWER_GIFT), None)


def _render_contact(contact: Contact) -> JsonObject:
    return {
        "seat": contact.seat,
        "roads": bits(contact.roads),
        "buildings": bits(contact.buildings),
        "other": contact.other,
        "other_roads": bits(contact.other_roads),
        "other_buildings": bits(contact.other_buildings),
    }


def open_favors(setting: Setting) -> Favors:
    """Return the holdings at the start: a full supply, and no seat has a token."""
    return Favors(setting.seats)


def unpack_favors(packed: JsonValue, state: Public) -> Favors:
    """Return the holdings from `Favors.pack`; the deeds are of an earlier turn if that of the position is another."""
    rows, numbers, contacts = packed
    part = Favors(len(rows[3]))
    part.supply, part.held, fresh, part.counts, fresh_counts, part.used, part.catan_tokens = rows
    part.size = numbers[0]
    part.before = unpack_deeds(fresh, fresh_counts, numbers[1:])
    part.deeds = part.before if part.before.turn == state.turn else no_deeds(part.seats, state.turn)
    part.contacts = tuple(Contact(*values) for values in contacts)
    return part


def favors_of(state: Public) -> Favors:
    """Return the holdings in a position or in what is known of one."""
    part = state.slices[NAME]
    assert isinstance(part, Favors)
    return part
