"""Holds favor tokens, the guilds' supplies, and the recorded contacts of cores."""

from random import Random
from typing import Final, NamedTuple, Self

from domain.catan.chapters.turn import TurnStarted
from domain.catan.module_slices import Slice
from domain.catan.modules.favors.terms import (
    ANSWER_GIFT,
    BEFORE_ROLL,
    CATAN_TOKENS,
    KINDS_OF_TOKEN,
    NAME,
    PER_PLAYER,
    SWAPS,
    TOKENS,
)
from domain.catan.state import Public
from domain.catan.terms import KINDS, RESOURCES, ROLL
from domain.core.agenda import Frame
from domain.core.documents import Document, JsonObject, JsonValue, by_name
from domain.core.errors import IllegalCommand
from domain.core.masks import bits, mask_of
from domain.core.number_rows import Row, add
from domain.core.table_state import TableState

NO_TOKENS: Final = (0,) * KINDS_OF_TOKEN


class Contact(NamedTuple):
    """Records pieces of two seats that have met: masks over edges and nodes."""

    seat: int
    roads: int
    buildings: int
    other: int
    other_roads: int
    other_buildings: int


class Deeds(NamedTuple):
    """Holds what was done in the turn `turn`, and the tokens that came in it, by seat and kind.

    `spent` says whether a favor was used or exchanged, `swaps` how many cards the traders swapped, `given` whether a
    gift was accepted, `asked` who was offered one, as a mask.
    """

    turn: int
    fresh: Row
    fresh_counts: Row
    spent: bool = False
    swaps: int = 0
    given: bool = False
    asked: int = 0

    def only_seen_by(self, seat: int) -> Self:
        """Return them with the kinds of the tokens of one seat alone."""
        own = range(seat * KINDS_OF_TOKEN, (seat + 1) * KINDS_OF_TOKEN)
        return self._replace(fresh=tuple([count if at in own else 0 for at, count in enumerate(self.fresh)]))


def no_deeds(seats: int, turn: int = 0) -> Deeds:
    """Return the deeds of a turn that has just begun."""
    return Deeds(turn, (0,) * (seats * KINDS_OF_TOKEN), (0,) * seats)


class Favors(Slice):
    """Holds the tokens by seat and kind, what was done in this turn (`deeds`), and what in an earlier one (`before`).

    What others hold and the kinds in the supply are zeros where a seat or a spectator observes it; `counts`, `size`
    and `fresh_counts` are public. Nothing depends on `before`, but packed positions hold the last deeds.
    """

    def __init__(self, seats: int, source: "Favors | None" = None) -> None:
        self.seats = seats
        if source is None:
            self.supply = [count * seats for count in PER_PLAYER]
            self.size = sum(self.supply)
            self.held = [0] * (seats * KINDS_OF_TOKEN)
            self.counts = [0] * seats
            self.used = [0] * KINDS_OF_TOKEN
            self.catan_tokens = [0] * seats
            self.deeds = no_deeds(seats)
            self.before = self.deeds
            self.contacts: tuple[Contact, ...] = ()
        else:
            self.supply = source.supply[:]
            self.size = source.size
            self.held = source.held[:]
            self.counts = source.counts[:]
            self.used = source.used[:]
            self.catan_tokens = source.catan_tokens[:]
            self.deeds = source.deeds
            self.before = source.before
            self.contacts = source.contacts

    def latest(self) -> Deeds:
        """Return what was done in the last turn in which anything was."""
        deeds = self.deeds
        was_any = deeds.spent or deeds.given or deeds.asked or deeds.swaps or any(deeds.fresh_counts)
        return deeds if was_any else self.before

    def tokens(self, seat: int) -> list[int]:
        """Return a seat's tokens by kind."""
        return self.held[seat * KINDS_OF_TOKEN : (seat + 1) * KINDS_OF_TOKEN]

    def usable(self, seat: int, kind: int) -> int:
        """Return how many tokens of a kind a seat has from before this turn."""
        at = seat * KINDS_OF_TOKEN + kind
        return self.held[at] - self.deeds.fresh[at]

    def draw(self, seat: int, token: int) -> None:
        """Move a token of a kind from the supply to a seat."""
        at, deeds = seat * KINDS_OF_TOKEN + token, self.deeds
        self.supply[token] -= 1
        self.size -= 1
        self.held[at] += 1
        self.counts[seat] += 1
        self.deeds = deeds._replace(fresh=add(deeds.fresh, at, 1), fresh_counts=add(deeds.fresh_counts, seat, 1))

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
            [self.size, deeds.turn, int(deeds.spent), deeds.swaps, int(deeds.given), deeds.asked],
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
        deeds, gift = self.deeds, _waiting_gift(view)
        shown: JsonObject = {
            "supply": self.size,
            "catan_tokens": self.catan_tokens_left(),
            "used": by_name(TOKENS, self.used),
            "seats": [
                {"seat": s, "tokens": self.counts[s], "catan_tokens": self.catan_tokens[s]} for s in range(self.seats)
            ],
            "this_turn": {
                "used_or_exchanged": deeds.spent,
                "swaps_left": SWAPS - deeds.swaps if deeds.swaps else 0,
                "gift_accepted": deeds.given,
                "asked": bits(deeds.asked),
                "gift": None if gift is None else {"to": bits(gift.seats)[0], "resource": RESOURCES[gift.data]},
            },
            "contacts_kept": [_render_contact(contact) for contact in self.contacts],
        }
        if seat >= 0:
            at = seat * KINDS_OF_TOKEN
            shown["own"] = {
                "tokens": by_name(TOKENS, self.tokens(seat)),
                "fresh": by_name(TOKENS, self.deeds.fresh[at : at + KINDS_OF_TOKEN]),
            }
        return shown

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
        left = [  # of each kind, neither at a guild nor in the observer's hand, nor known to lie in the supply
            PER_PLAYER[kind] * self.seats - self.used[kind] - sum(self.held[kind::KINDS_OF_TOKEN]) - kept[kind]
            for kind in range(KINDS_OF_TOKEN)
        ]
        pool = [kind for kind in range(KINDS_OF_TOKEN) for _ in range(left[kind])]
        rng.shuffle(pool)
        for seat in range(self.seats):
            if sum(self.tokens(seat)) != self.counts[seat]:
                whole._deal(seat, pool)
        whole.supply = [pool.count(kind) + kept[kind] for kind in range(KINDS_OF_TOKEN)]
        return whole

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


def unpack_favors(packed: JsonValue, state: Public) -> Favors:
    """Return the holdings from `Favors.pack`; the deeds are of an earlier turn if that of the position is another."""
    rows, numbers, contacts = packed
    part = Favors(len(rows[3]))
    part.supply, part.held, fresh, part.counts, fresh_counts, part.used, part.catan_tokens = rows
    part.size, turn, spent, swaps, given, asked = numbers
    part.before = Deeds(turn, tuple(fresh), tuple(fresh_counts), bool(spent), swaps, bool(given), asked)
    part.deeds = part.before if part.before.turn == state.turn else no_deeds(part.seats, state.turn)
    part.contacts = tuple(Contact(*values) for values in contacts)
    return part


def may_act_early(state: Public) -> bool:
    """Return whether the table chose that gifts and favors need not wait for the roll."""
    return bool(state.setting.config.options[BEFORE_ROLL])


def check_rolled(state: Public, rule: str) -> None:
    """Refuse by a rule what waits for the roll, unless the table chose otherwise."""
    if state.agenda[-1].kind == ROLL and not may_act_early(state):
        raise IllegalCommand(rule)


def restore_favors(shown: Document, state: Public, observer: int) -> Favors:
    """Return the holdings from what views show of them: the kinds of those tokens that are shown."""
    part, turn = Favors(state.seats), shown["this_turn"]
    part.supply = [0] * KINDS_OF_TOKEN
    part.size = shown["supply"]
    part.used = [shown["used"][name] for name in TOKENS]
    part.counts = [one["tokens"] for one in shown["seats"]]
    part.catan_tokens = [one["catan_tokens"] for one in shown["seats"]]
    fresh = [0] * len(part.held)
    for seat, one in enumerate(shown["seats"]):
        own = shown["own"] if seat == observer else one.get("own")
        if own:
            at = seat * KINDS_OF_TOKEN
            part.held[at : at + KINDS_OF_TOKEN] = [own["tokens"][name] for name in TOKENS]
            fresh[at : at + KINDS_OF_TOKEN] = [own["fresh"][name] for name in TOKENS]
    counts = [sum(fresh[at : at + KINDS_OF_TOKEN]) for at in range(0, len(fresh), KINDS_OF_TOKEN)]
    swaps = SWAPS - turn["swaps_left"] if turn["swaps_left"] else 0
    numbers = turn["used_or_exchanged"], swaps, turn["gift_accepted"], mask_of(turn["asked"])
    part.deeds = part.before = Deeds(state.turn, tuple(fresh), tuple(counts), *numbers)
    part.contacts = tuple([_read_contact(contact) for contact in shown["contacts_kept"]])
    return part


def _read_contact(shown: Document) -> Contact:
    roads, buildings, other_roads, other_buildings = [
        mask_of(shown[name]) for name in ("roads", "buildings", "other_roads", "other_buildings")
    ]
    return Contact(shown["seat"], roads, buildings, shown["other"], other_roads, other_buildings)


def favors_of(state: Public) -> Favors:
    """Return the holdings in a position or in what is known of one."""
    part = state.slices[NAME]
    assert isinstance(part, Favors)
    return part


def begin_turn(part: Favors, event: TurnStarted) -> None:
    """Forget the deeds of the turn before; no token is fresh."""
    part.before = part.latest()
    part.deeds = no_deeds(part.seats, event.turn)
