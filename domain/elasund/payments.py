"""Draws and pays gold and influence cards, within what the supply has (rulebook, Preparation and Cards run out)."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from domain.core.decider import Draft, Evolvers
from domain.core.errors import IllegalCommand
from domain.core.messages import Field, Message
from domain.elasund.state import Public, State
from domain.elasund.terms import (
    BLUE,
    CARD_KINDS,
    COLOR,
    COLORS,
    GOLD,
    GOLD_SHORT,
    GREEN,
    IN_GOLD,
    INFLUENCE,
    INFLUENCE_SHORT,
    KINDS,
    OF_SEAT,
    OWNER,
    RED,
    STREAM_INFLUENCE,
    Cards,
)


@dataclass(slots=True)
class InfluenceDrawn:
    """A seat drew an influence card; its color is the seat's secret."""

    seat: int
    color: int


@dataclass(slots=True)
class DeckRenewed:
    """The discard pile was shuffled into a new deck."""


@dataclass(slots=True)
class GoldTaken:
    """The bank paid a seat."""

    seat: int
    gold: int


@dataclass(slots=True)
class GoldPaid:
    """A seat paid the bank."""

    seat: int
    gold: int


@dataclass(slots=True)
class InfluencePaid:
    """A seat laid influence cards on the discard pile."""

    seat: int
    cards: Cards


ONE_OF_EACH: Final = (1,) * KINDS


def draw_influence(draft: Draft[State], seat: int, count: int) -> None:
    """Draw influence blind; the discard pile becomes a new deck if needed. Draws fewer cards if both run out.

    While a shortage of influence lasts, nothing is drawn.
    """
    state = draft.state
    if state.short & INFLUENCE_SHORT:
        return
    for _ in range(count):
        if not any(state.deck):
            if not any(state.discards):
                return
            draft.emit(DeckRenewed())
        draft.emit(InfluenceDrawn(seat, draft.draw(STREAM_INFLUENCE, state.deck)))


def take_gold(draft: Draft[State], seat: int, count: int) -> None:
    """Take gold from the bank, at most as much as it gives."""
    draft.emit(GoldTaken(seat, min(count, bank_gives(draft.state))))


def bank_gives(state: Public) -> int:
    """Return how much gold the bank gives: all it has, or nothing while a shortage of gold lasts."""
    return 0 if state.short & GOLD_SHORT else state.bank


def pay_gold(draft: Draft[State], seat: int, count: int) -> None:
    """Pay the bank; a payment of 0 emits no event."""
    if count:
        draft.emit(GoldPaid(seat, count))


def check_gold(state: State, seat: int, count: int, rule: str) -> None:
    """Refuse under `rule` a payment that a seat cannot make, with the gold that is missing."""
    if state.gold[seat] < count:
        raise IllegalCommand(rule, missing={"gold": count - state.gold[seat]})


def check_set(state: State, seat: int, color: int, count: int, rule: str) -> None:
    """Refuse under `rule` a payment of cards of one color that a seat does not hold."""
    held = state.influence[seat * KINDS + color] if color >= 0 else 0
    if held < count:
        raise IllegalCommand(rule, missing={COLORS[color]: count - held} if color >= 0 else {})


def pay_set(draft: Draft[State], seat: int, color: int, count: int) -> None:
    """Pay cards of one color to the discard pile."""
    cards = [0] * KINDS
    cards[color] = count
    draft.emit(InfluencePaid(seat, tuple(cards)))


def has_each(state: State, seat: int) -> bool:
    """Return whether a seat holds one card of each color."""
    at = seat * KINDS
    return bool(state.influence[at] and state.influence[at + 1] and state.influence[at + 2])


def check_each(state: State, seat: int, rule: str) -> None:
    """Refuse under `rule` a payment of one card of each color that a seat does not hold."""
    if not has_each(state, seat):
        held = state.colors_of(seat)
        raise IllegalCommand(rule, missing={COLORS[kind]: 1 for kind in range(KINDS) if not held[kind]})


def full_sets(state: State, seat: int, count: int) -> list[int]:
    """Return the colors of which a seat holds at least `count` cards."""
    at, found = seat * KINDS, []
    for color in (RED, GREEN, BLUE):
        if state.influence[at + color] >= count:
            found.append(color)
    return found


def influence_drawn(s: State, event: InfluenceDrawn) -> None:
    """A card goes from deck to hand."""
    s.deck[event.color] -= 1
    s.influence[event.seat * KINDS + event.color] += 1
    s.draws[STREAM_INFLUENCE] += 1


def deck_renewed(s: State, event: DeckRenewed) -> None:
    """The discard pile joins the deck."""
    for color in range(KINDS):
        s.deck[color] += s.discards[color]
        s.discards[color] = 0


def gold_taken(s: State, event: GoldTaken) -> None:
    """The bank pays a seat."""
    s.gold[event.seat] += event.gold
    s.bank -= event.gold


def gold_paid(s: State, event: GoldPaid) -> None:
    """A seat pays the bank."""
    s.gold[event.seat] -= event.gold
    s.bank += event.gold


def influence_paid(s: State, event: InfluencePaid) -> None:
    """Cards go from hand to discard pile."""
    at = event.seat * KINDS
    for color, count in enumerate(event.cards):
        if count:
            s.influence[at + color] -= count
            s.discards[color] += count
            s.known[at + color] = max(0, s.known[at + color] - count)


def lay_aside(s: State, seat: int, cards: Sequence[int]) -> None:
    """Put cards of a hand aside, unseen for now."""
    s.gold[seat] -= cards[GOLD]
    for color in range(KINDS):
        s.influence[seat * KINDS + color] -= cards[1 + color]
    at = seat * CARD_KINDS
    s.aside = (*s.aside[:at], *cards, *s.aside[at + CARD_KINDS :])


EVENTS: Final = (
    Message(InfluenceDrawn, (OF_SEAT, Field("color", COLOR, OWNER)), reveals=True),
    Message(DeckRenewed),
    Message(GoldTaken, (OF_SEAT, IN_GOLD)),
    Message(GoldPaid, (OF_SEAT, IN_GOLD)),
    Message(InfluencePaid, (OF_SEAT, Field("cards", INFLUENCE))),
)
EVOLVERS: Final[Evolvers[State]] = {
    InfluenceDrawn: influence_drawn,
    DeckRenewed: deck_renewed,
    GoldTaken: gold_taken,
    GoldPaid: gold_paid,
    InfluencePaid: influence_paid,
}
