"""Samples a position that fits a seat's knowledge: what it cannot know is dealt at random."""

from random import Random

from domain.catan.state import State
from domain.catan.terms import CARDS, KINDS
from domain.catan.view import Knowledge


def determinize(k: Knowledge, rng: Random) -> State:
    """Return a position that fits the knowledge: unknown cards dealt at random within the bounds."""
    state = State(k.setting)
    state.copy_public(k)
    _deal_resources(state, k, rng)
    _deal_development_cards(state, k, rng)
    state.slices = {name: part.determinized(state, rng) for name, part in k.slices.items()}
    return state


def _deal_resources(state: State, k: Knowledge, rng: Random) -> None:
    """Deal the known cards first, then the rest of the pool blind; discards laid aside come from the pool too."""
    n = k.seats
    state.hands = list(k.lows)
    aside = [0] * (n * KINDS)
    pool = [k.setting.supply - k.bank[kind] - sum(k.lows[kind::KINDS]) - k.aside[kind] for kind in range(KINDS)]
    rest = [kind for kind in range(KINDS) for _ in range(pool[kind])]
    rng.shuffle(rest)
    for seat in range(n):
        at = seat * KINDS
        for _ in range(k.hand_sizes[seat] - sum(k.lows[at : at + KINDS])):
            state.hands[at + rest.pop()] += 1
        if seat == k.seat:
            aside[at : at + KINDS] = k.aside
        else:
            for _ in range(k.aside_sizes[seat]):
                aside[at + rest.pop()] += 1
    state.aside = tuple(aside)


def _seen(k: Knowledge, card: int) -> int:
    """Return how many unplayed cards of a kind have an owner that the observer knows."""
    return sum(k.shown[card :: len(CARDS)]) if k.finished else k.cards[card]


def _deal_development_cards(state: State, k: Knowledge, rng: Random) -> None:
    width = len(CARDS)
    looked_at = _seen_in_deck(k)
    unseen = [
        card
        for card in range(width)
        for _ in range(k.setting.deck[card] - k.played[card] - _seen(k, card) - looked_at[card])
    ]
    rng.shuffle(unseen)
    cards, fresh = list(state.cards), list(state.fresh)
    for seat in range(k.seats):
        at = seat * width
        if k.finished:
            cards[at : at + width] = k.shown[at : at + width]
        elif seat == k.seat:
            cards[at : at + width] = k.cards
            fresh[at : at + width] = k.fresh
        else:
            for index in range(k.card_counts[seat]):
                card = unseen.pop()
                cards[at + card] += 1
                fresh[at + card] += index < k.fresh_counts[seat]
    state.cards, state.fresh = tuple(cards), tuple(fresh)
    state.deck = tuple(unseen.count(card) + looked_at[card] for card in range(width))


def _seen_in_deck(k: Knowledge) -> list[int]:
    """Return the cards that the observer knows to lie in the deck, by kind."""
    found = [part.seen_in_deck() for part in k.slices.values()]
    return [sum(cards[card] for cards in found if cards) for card in range(len(CARDS))]
