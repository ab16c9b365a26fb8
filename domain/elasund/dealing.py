"""Samples a position that fits a seat's knowledge: cards that it cannot know are dealt at random."""

from random import Random

from domain.elasund.chapters.church import tiles_left
from domain.elasund.knowledge import Knowledge
from domain.elasund.state import State
from domain.elasund.terms import CARD_KINDS, GOLD, HALVE, INFLUENCE_CARDS, KINDS, NOWHERE


def determinize(k: Knowledge, rng: Random) -> State:
    """Return a position that fits the knowledge."""
    state = State(k.setting)
    state.copy_public(k)
    _deal_hands(state, k, rng)
    left = tiles_left(k)
    if k.is_pair_out:
        state.pair = k.pair or tuple(sorted(rng.sample(left, 2)))
    if k.is_bottom_in:
        state.bottom = k.bottom if k.bottom != NOWHERE else rng.choice(left)
    return state


def _deal_hands(state: State, k: Knowledge, rng: Random) -> None:
    """Deal the cards known for certain first, then the rest of the unseen ones blind; the remainder is the deck."""
    held = [_certain(k, seat) for seat in range(k.seats)]
    rest = [
        color
        for color in range(KINDS)
        for _ in range(
            INFLUENCE_CARDS[color] - k.discards[color] - k.pool[1 + color] - sum([cards[1 + color] for cards in held])
        )
    ]
    rng.shuffle(rest)
    for seat in range(k.seats):
        for _ in range(k.hand_sizes[seat] + k.aside_sizes[seat] - sum(held[seat])):
            held[seat][1 + rest.pop()] += 1
    state.deck = [rest.count(color) for color in range(KINDS)]
    for seat in range(k.seats):
        _lay_out(state, k, seat, held[seat], rng)


def _certain(k: Knowledge, seat: int) -> list[int]:
    """Return the cards that a seat holds for certain, in hand or laid aside: gold, then influence by color."""
    at = seat * KINDS
    if k.finished:
        return [k.shown_gold[seat], *k.shown[at : at + KINDS]]
    if seat == k.seat:
        return [k.gold + k.aside[GOLD], *[n + aside for n, aside in zip(k.influence, k.aside[1:], strict=True)]]
    return [k.held_gold[seat], *k.known[at : at + KINDS]]


def _lay_out(state: State, k: Knowledge, seat: int, held: list[int], rng: Random) -> None:
    """Split the cards of a seat into those laid aside and the hand."""
    aside = list(k.aside) if seat == k.seat else _blind(k, seat, held, rng)
    state.gold[seat] = held[GOLD] - aside[GOLD]
    for color in range(KINDS):
        state.influence[seat * KINDS + color] = held[1 + color] - aside[1 + color]
    at = seat * CARD_KINDS
    state.aside = (*state.aside[:at], *aside, *state.aside[at + CARD_KINDS :])


def _blind(k: Knowledge, seat: int, held: list[int], rng: Random) -> list[int]:
    """Return which cards another seat may have laid aside: any for the pirate, influence alone in a shortage."""
    aside = [0] * CARD_KINDS
    if not k.aside_sizes[seat]:
        return aside
    first = 1 if k.agenda and k.agenda[-1].kind == HALVE else 0
    cards = [kind for kind in range(first, CARD_KINDS) for _ in range(held[kind])]
    for kind in rng.sample(cards, k.aside_sizes[seat]):
        aside[kind] += 1
    return aside
