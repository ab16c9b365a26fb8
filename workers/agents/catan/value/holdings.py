"""Counts the cards of each seat: actual numbers for a position, expected ones for a seat's knowledge."""

from collections.abc import Sequence
from typing import NamedTuple

from domain.catan.knowledge import Knowledge
from domain.catan.state import Public, State
from domain.catan.terms import CARDS, KINDS
from workers.agents.catan.value.nodes import income_of

WIDTH = len(CARDS)


class Holdings(NamedTuple):
    """Holds resource cards flat by seat and kind, unplayed development cards flat by seat and card.

    Numbers that are not known are expected values.
    """

    hands: Sequence[float]
    cards: Sequence[float]


def holdings_of(position: Public) -> Holdings:
    """Return the cards of all seats at a position, or those that a seat expects."""
    if isinstance(position, State):
        return Holdings(position.hands, position.cards)
    assert isinstance(position, Knowledge)
    return Holdings(_expect_hands(position), _expect_cards(position))


def _expect_hands(k: Knowledge) -> list[float]:
    hands: list[float] = []
    for seat in range(k.seats):
        certain = k.lows[seat * KINDS : seat * KINDS + KINDS]
        unknown = max(0, k.hand_sizes[seat] - sum(certain))
        hands += _fill_hand(k, seat, certain, unknown) if unknown else certain
    return hands


def _fill_hand(k: Knowledge, seat: int, certain: Sequence[int], unknown: int) -> list[float]:
    """Distribute the unknown cards of a hand among the kinds, in proportion to the seat's income."""
    income = income_of(k, seat)
    whole = sum(income) + KINDS
    return [sure + unknown * (pips + 1) / whole for sure, pips in zip(certain, income, strict=True)]


def _expect_cards(k: Knowledge) -> Sequence[float]:
    if k.finished:
        return k.shown
    unseen = [k.setting.deck[card] - k.played[card] - k.cards[card] for card in range(WIDTH)]
    total = max(1, sum(unseen))
    cards: list[float] = []
    for seat in range(k.seats):
        share = k.card_counts[seat] / total
        cards += k.cards if seat == k.seat else [count * share for count in unseen]
    return cards
