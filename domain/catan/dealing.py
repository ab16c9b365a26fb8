"""Samples a position that fits a seat's knowledge: what it cannot know is drawn from its belief, or dealt at random."""

from random import Random

from domain.catan.hidden_cards import HiddenCards
from domain.catan.state import State
from domain.catan.terms import CARDS, KINDS
from domain.catan.view import Knowledge


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


def _count_seen(k: Knowledge, card: int) -> int:
    """Return how many unplayed cards of a kind have an owner that the observer knows."""
    return sum(k.shown[card :: len(CARDS)]) if k.finished else k.cards[card]


def find_hidden(k: Knowledge) -> HiddenCards:
    """Return where the development cards may lie that the observer does not see."""
    known = k.belief.in_deck if k.belief is not None else count_in_deck(k)
    unseen = [k.setting.deck[card] - k.played[card] - _count_seen(k, card) - known[card] for card in range(len(CARDS))]
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
