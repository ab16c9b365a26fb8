"""Evolves the pirate's pool and the hands around it."""

from collections.abc import Sequence
from typing import Final

from domain.core.decider import Evolvers
from domain.core.rows import replace_entry
from domain.elasund.chapters.pirates.messages import CardsGivenUp, PiratePoolCleared, PiratePoolRevealed, RewardTaken
from domain.elasund.influence import lay_aside
from domain.elasund.state import State
from domain.elasund.terms import CARD_KINDS, GOLD, KINDS, STREAM_PIRATE


def cards_given_up(s: State, event: CardsGivenUp) -> None:
    """Cards leave a hand, unseen for now."""
    lay_aside(s, event.seat, event.cards)


def pirate_pool_revealed(s: State, event: PiratePoolRevealed) -> None:
    """Everything laid aside lies in the open pool."""
    s.aside = (0,) * len(s.aside)
    s.pool = tuple(sum(event.given[kind::CARD_KINDS]) for kind in range(CARD_KINDS))
    for seat in range(s.seats):
        at = seat * CARD_KINDS + 1
        _show(s, seat, event.given[at : at + KINDS])


def _show(s: State, seat: int, cards: Sequence[int]) -> None:
    """Influence cards left a hand openly."""
    at = seat * KINDS
    for color in range(KINDS):
        s.known[at + color] = max(0, s.known[at + color] - cards[color])


def reward_taken(s: State, event: RewardTaken) -> None:
    """A card goes from the pool to a hand."""
    s.pool = replace_entry(s.pool, event.card, s.pool[event.card] - 1)
    s.draws[STREAM_PIRATE] += 1
    if event.card == GOLD:
        s.gold[event.seat] += 1
        return
    at = event.seat * KINDS + event.card - 1
    s.influence[at] += 1
    s.known[at] += 1


def pirate_pool_cleared(s: State, event: PiratePoolCleared) -> None:
    """Gold goes to the bank, influence to the discard pile."""
    s.bank += s.pool[GOLD]
    for color in range(KINDS):
        s.discards[color] += s.pool[1 + color]
    s.pool = (0,) * CARD_KINDS


EVOLVERS: Final[Evolvers[State]] = {
    CardsGivenUp: cards_given_up,
    PiratePoolRevealed: pirate_pool_revealed,
    RewardTaken: reward_taken,
    PiratePoolCleared: pirate_pool_cleared,
}
