"""Moves resource cards between hands and bank, and deduces lower bounds on other hands, as far as each observer sees.

`known[seat, kind]` is the number of cards that everybody can count on; `extra[observer, seat, kind]` is what one
observer knows beyond it, because the observer took part in a robbery. A seat's bounds on itself are never read.
"""

from collections.abc import Sequence
from operator import add

from domain.catan.state import Public, State
from domain.catan.terms import KINDS, ONE
from domain.core.messages import Keyed
from domain.core.number_rows import Row


def gain(s: State, seat: int, cards: Row) -> None:
    """Add cards to a hand openly."""
    at = seat * KINDS
    for kind in range(KINDS):
        count = cards[kind]
        if count:
            s.hands[at + kind] += count
            s.known[at + kind] += count


def part_with(s: State, seat: int, cards: Row) -> None:
    """Remove cards from a hand openly."""
    at = seat * KINDS
    for kind in range(KINDS):
        count = cards[kind]
        if count:
            s.hands[at + kind] -= count
            lose(s, seat, kind, count)


def hand_over(s: State, giver: int, taker: int, kind: int) -> None:
    """Move a card from a hand to another, openly."""
    part_with(s, giver, ONE[kind])
    gain(s, taker, ONE[kind])


def pay(s: State, seat: int, cost: Row) -> None:
    """Move cards from a hand to the bank."""
    part_with(s, seat, cost)
    for kind in range(KINDS):
        s.bank[kind] += cost[kind]


def take_from_bank(s: State, seat: int, cards: Row) -> None:
    """Move cards from the bank to a hand."""
    gain(s, seat, cards)
    for kind in range(KINDS):
        s.bank[kind] -= cards[kind]


def take_card_from_bank(s: State, event: Keyed) -> None:
    """Move the `resource` that an event names from the bank to the hand of its seat."""
    take_from_bank(s, event.seat, ONE[event.resource])


def bound(state: Public, observer: int, seat: int, kind: int) -> int:
    """Return the lower bound on a seat's cards of a kind, as an observer (-1: a spectator) knows."""
    public = state.known[seat * KINDS + kind]
    if observer < 0:
        return public
    return public + state.extra[(observer * state.seats + seat) * KINDS + kind]


def bounds_of(state: Public, observer: int, seat: int) -> list[int]:
    """Return the lower bounds on a seat's cards of each kind, as an observer (-1: a spectator) knows."""
    at = seat * KINDS
    public = state.known[at : at + KINDS]
    if observer < 0:
        return [*public]
    more = (observer * state.seats + seat) * KINDS
    return list(map(add, public, state.extra[more : more + KINDS]))


def alone_knows(state: Public, observer: int) -> Row:
    """Return what an observer knows beyond all others, in the shape of `extra`, with zeros for the other observers."""
    stride = state.seats * KINDS
    at = observer * stride
    if observer < 0:
        return (0,) * len(state.extra)
    return (*(0,) * at, *state.extra[at : at + stride], *(0,) * (len(state.extra) - at - stride))


def lose(state: Public, seat: int, kind: int, count: int) -> None:
    """Lower the bounds after a seat openly lost cards of one kind."""
    at = seat * KINDS + kind
    before = state.known[at]
    if before >= count:
        state.known[at] = before - count
        return
    state.known[at] = 0
    stride = state.seats * KINDS
    extra = list(state.extra)
    for where in range(at, len(extra), stride):
        extra[where] = max(0, before + extra[where] - count)
    state.extra = tuple(extra)


def note_look(state: Public, observer: int, seat: int, hand: Sequence[int]) -> None:
    """Let an observer who saw a hand know all of it."""
    at = (observer * state.seats + seat) * KINDS
    beyond = tuple(count - state.known[seat * KINDS + kind] for kind, count in enumerate(hand))
    state.extra = (*state.extra[:at], *beyond, *state.extra[at + KINDS :])


def steal(state: State, thief: int, victim: int, kind: int) -> None:
    """Move a card that only thief and victim see to the thief's hand; all others must reckon with any kind."""
    size = sum(state.hand(victim))
    state.hands[victim * KINDS + kind] -= 1
    state.hands[thief * KINDS + kind] += 1
    observers = range(-1, state.seats)
    lost = [_after_loss(state, o, victim, kind, size, o in (thief, victim)) for o in observers]
    gained = [bound(state, o, thief, kind) + (1 if saw else 0) for o, (_, saw) in zip(observers, lost, strict=True)]
    state.known[thief * KINDS + kind] = gained[0]
    for k in range(KINDS):
        state.known[victim * KINDS + k] = lost[0][0][k]
    extra = list(state.extra)
    for observer in range(state.seats):
        at = observer * state.seats * KINDS
        extra[at + thief * KINDS + kind] = gained[observer + 1] - gained[0]
        for k in range(KINDS):
            extra[at + victim * KINDS + k] = lost[observer + 1][0][k] - lost[0][0][k]
    state.extra = tuple(extra)


def _after_loss(state: Public, observer: int, victim: int, kind: int, size: int, saw: bool) -> tuple[list[int], bool]:
    """Return an observer's bounds on the victim after the robbery, and whether the observer knows the card."""
    bounds = [bound(state, observer, victim, k) for k in range(KINDS)]
    if saw or bounds[kind] == size:
        bounds[kind] = max(0, bounds[kind] - 1)
        return bounds, True
    return [max(0, count - 1) for count in bounds], False
