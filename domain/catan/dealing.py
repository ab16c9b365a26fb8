"""Samples a position that fits a seat's knowledge: what it cannot know is drawn from its belief, or dealt at random."""

from collections.abc import Sequence
from math import comb
from random import Random
from typing import Final

from domain.catan.knowledge import Knowledge
from domain.catan.state import State
from domain.catan.terms import CARDS, KINDS, VICTORY_POINT

KEPT: Final = 0.5
"""How likely a card that can be played is kept for another turn, as agents play."""
MOST_TURNS: Final = 5
"""How many such turns count; some people keep a knight for long."""


class HiddenCards:
    """Deals hidden development cards: each unseen card may lie anywhere, but no hand hides enough to have won.

    It holds where the `unseen` cards may lie, by kind: so many in each hand, the rest in the deck. A card that was kept
    although it could have been played is the likelier to be a victory point card. The deck counts as one more hand,
    which may hide any number.

    A hand is the row of its cards, each as the number of turns in which it was kept. It hides at most `most_points`
    victory point cards.
    """

    def __init__(self, hands: Sequence[Sequence[int]], unseen: Sequence[int], most_points: Sequence[int]) -> None:
        self.unseen = list(unseen)
        self.counts = [len(hand) for hand in hands]
        deck = sum(unseen) - sum(self.counts)
        self._weights = [_weights(hand)[: most + 1] for hand, most in zip(hands, most_points, strict=True)]
        self._weights.append([float(comb(deck, points)) for points in range(deck + 1)])

    def deal(self, rng: Random) -> list[list[int]]:
        """Return the cards of every hand, in random order; what is left lies in the deck."""
        left = self.unseen[VICTORY_POINT]
        others = [card for card, count in enumerate(self.unseen) for _ in range(count) if card != VICTORY_POINT]
        rng.shuffle(others)
        hands = []
        for seat, count in enumerate(self.counts):
            points = 0
            if count and left:
                chances = _chances(self._weights[seat:], left)
                points = rng.choices(range(len(chances)), chances)[0]
            left -= points
            hands.append([VICTORY_POINT] * points + [others.pop() for _ in range(count - points)])
            rng.shuffle(hands[-1])
        return hands

    def likely_points(self, seat: int) -> list[float]:
        """Return how likely a hand hides no victory point card, one, two and so on."""
        weights = [self._weights[seat], *self._weights[:seat], *self._weights[seat + 1 :]]
        chances = _chances(weights, self.unseen[VICTORY_POINT])
        return [chance / sum(chances) for chance in chances]


def _weights(hand: Sequence[int]) -> list[float]:
    """Return how much weighs that none of these cards is a victory point, one of them is and so on."""
    weights = [1.0]
    for turns in hand:
        odds = KEPT ** -min(turns, MOST_TURNS)
        weights = [one + odds * other for one, other in zip([*weights, 0.0], [0.0, *weights], strict=True)]
    return weights


def _chances(weights: Sequence[Sequence[float]], left: int) -> list[float]:
    """Return how much weighs that the first hand hides no point left, one and so on, and the others the rest."""
    if len(weights) == 1:
        return [weight if points == left else 0.0 for points, weight in enumerate(weights[0][: left + 1])]
    rest = weights[1:]
    return [weight * sum(_chances(rest, left - points)) for points, weight in enumerate(weights[0][: left + 1])]


def determinize(k: Knowledge, rng: Random) -> State:
    """Return a position that fits the knowledge: drawn from what the seat believes, else dealt within the bounds."""
    state = State(k.setting)
    state.copy_public(k)
    believed = k.belief is not None and k.belief.hands.spread is not None
    hands, aside = _draw_hands(k, rng) if believed else deal_within_bounds(k, rng)
    state.hands, state.aside = hands, tuple(aside)
    _deal_development_cards(state, k, rng)
    notes = {} if k.belief is None else k.belief.notes
    state.slices = {name: part.determinized(state, rng, notes.get(name, ())) for name, part in k.slices.items()}
    return state


def _draw_hands(k: Knowledge, rng: Random) -> tuple[list[int], list[int]]:
    """Draw all hands from what the seat believes; of what others laid aside nothing is known but that they held it."""
    assert k.belief is not None
    hands = list(k.belief.hands.draw(rng))
    aside = [0] * len(hands)
    for seat, count in enumerate(k.aside_sizes):
        at = seat * KINDS
        if seat == k.seat:
            laid = list(k.aside)
        elif count:
            drawn = rng.sample(range(KINDS), count, counts=hands[at : at + KINDS])
            laid = [drawn.count(kind) for kind in range(KINDS)]
        else:
            continue
        for kind in range(KINDS):
            hands[at + kind] -= laid[kind]
            aside[at + kind] = laid[kind]
    return hands, aside


def deal_within_bounds(k: Knowledge, rng: Random) -> tuple[list[int], list[int]]:
    """Deal the known cards first, then the rest of the pool blind; return hands, and the discards laid aside."""
    n = k.seats
    hands = list(k.lows)
    aside = [0] * (n * KINDS)
    pool = [k.setting.supply - k.bank[kind] - sum(k.lows[kind::KINDS]) - k.aside[kind] for kind in range(KINDS)]
    rest = [kind for kind in range(KINDS) for _ in range(pool[kind])]
    rng.shuffle(rest)
    for seat in range(n):
        at = seat * KINDS
        for _ in range(k.hand_sizes[seat] - sum(k.lows[at : at + KINDS])):
            hands[at + rest.pop()] += 1
        if seat == k.seat:
            aside[at : at + KINDS] = k.aside
        else:
            for _ in range(k.aside_sizes[seat]):
                aside[at + rest.pop()] += 1
    return hands, aside


def find_hidden(k: Knowledge) -> HiddenCards:
    """Return where the development cards may lie that the observer does not see."""
    known = k.belief.in_deck if k.belief is not None else count_in_deck(k)
    cards = k.shown if k.finished else k.cards
    seen = [k.played[card] + sum(cards[card :: len(CARDS)]) + known[card] for card in range(len(CARDS))]
    unseen = [count - found for count, found in zip(k.setting.deck, seen, strict=True)]
    counts = [0 if k.finished or seat == k.seat else count for seat, count in enumerate(k.card_counts)]
    if k.belief is None:
        return HiddenCards([(0,) * count for count in counts], unseen, counts)
    hands = [turns if count else () for count, turns in zip(counts, k.belief.kept, strict=True)]
    return HiddenCards(hands, unseen, k.belief.most_points)


def _deal_development_cards(state: State, k: Knowledge, rng: Random) -> None:
    width = len(CARDS)
    deck = [k.setting.deck[card] - k.played[card] for card in range(width)]
    cards, fresh = list(state.cards), list(state.fresh)
    for seat, hand in enumerate(find_hidden(k).deal(rng)):
        at = seat * width
        if k.finished:
            cards[at : at + width] = k.shown[at : at + width]
        elif seat == k.seat:
            cards[at : at + width] = k.cards
            fresh[at : at + width] = k.fresh
        for index, card in enumerate(hand):
            cards[at + card] += 1
            fresh[at + card] += index < k.fresh_counts[seat]
        for card in range(width):
            deck[card] -= cards[at + card]
    state.cards, state.fresh, state.deck = tuple(cards), tuple(fresh), tuple(deck)


def count_in_deck(k: Knowledge) -> list[int]:
    """Return the cards that the observer sees in the deck at this moment, by kind."""
    found = [part.seen_in_deck() for part in k.slices.values()]
    return [sum(cards[card] for cards in found if cards) for card in range(len(CARDS))]
