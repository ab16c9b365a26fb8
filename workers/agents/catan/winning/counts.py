"""Counts what a seat lacks for the win or an award, the cards of open offers, and development cards it has not seen."""

from collections.abc import Sequence

from domain.catan.state import Public, State
from domain.catan.terms import CARDS, VICTORY_POINT
from domain.core.masks import bits


def missing_points(state: Public, seat: int, cards: Sequence[int], fresh: Sequence[int]) -> int:
    """Return the points that a seat needs to win, by its development cards and those of them bought this turn."""
    shown = cards[VICTORY_POINT] - (fresh[VICTORY_POINT] if state.setting.victory_point_card_waits else 0)
    return int(state.setting.target - state.points[seat] - shown)


def least_to_lead(counts: Sequence[int], seat: int, least: int) -> int:
    """Return the count with which a seat takes an award: more than any other has, and at least so much."""
    return max(least, 1 + max([count for other, count in enumerate(counts) if other != seat], default=0))


def unseen_cards(state: State, seat: int) -> list[int]:
    """Return, by kind, the development cards that a seat has not seen: those in the deck and in other hands."""
    others = range(state.seats)
    kinds = len(CARDS)
    return [
        left + sum(state.cards[o * kinds + card] for o in others if o != seat) for card, left in enumerate(state.deck)
    ]


def are_all_points(state: State, seat: int) -> bool:
    """Return whether every card that may lie in the deck is a victory point, which counts at once."""
    unseen = unseen_cards(state, seat)
    return not state.setting.victory_point_card_waits and sum(unseen) == unseen[VICTORY_POINT]


def cards_on_offer(state: Public, seat: int) -> int:
    """Return how many cards a seat gets at most by open offers: its own ones that others took, and those made to it."""
    agreed = [offer for offer in state.offers if offer.seat == seat and offer.accepted]
    cards = sum([max([sum(offer.agreed(other)) for other in bits(offer.accepted)]) for offer in agreed])
    return cards + sum([sum(offer.give) for offer in state.offers if offer.seat != seat and offer.to >> seat & 1])
