"""Draws and pays gold and influence cards, and says what the supply lacks (rulebook, Preparation and Cards run out)."""

from typing import Final

from domain.core.decider import Draft
from domain.core.errors import IllegalCommand
from domain.elasund.events.cards import DeckRenewed, GoldPaid, GoldTaken, InfluenceDrawn, InfluencePaid
from domain.elasund.state import Public, State
from domain.elasund.terms import BLUE, COLORS, GOLD_SHORT, GREEN, INFLUENCE_SHORT, KINDS, RED, STREAM_INFLUENCE

ONE_OF_EACH: Final = (1,) * KINDS


def draw_influence(draft: Draft[State], seat: int, count: int) -> None:
    """Draw influence blind; the discard pile becomes a new deck when needed, and when both are empty that is all.

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
    """Take gold from the bank, or what it gives."""
    draft.emit(GoldTaken(seat, min(count, bank_gives(draft.state))))


def bank_gives(state: Public) -> int:
    """Return how much gold the bank gives: all it has, or nothing while a shortage of gold lasts."""
    return 0 if state.short & GOLD_SHORT else state.bank


def pay_gold(draft: Draft[State], seat: int, count: int) -> None:
    """Pay the bank; paying nothing is no event."""
    if count:
        draft.emit(GoldPaid(seat, count))


def check_gold(state: State, seat: int, count: int, rule: str) -> None:
    """Refuse under `rule` what a seat cannot pay, telling what it misses."""
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
    """Return the colors of which a seat holds at least so many cards."""
    at, found = seat * KINDS, []
    for color in (RED, GREEN, BLUE):
        if state.influence[at + color] >= count:
            found.append(color)
    return found
