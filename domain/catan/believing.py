"""Begins a belief: at the start of a game nothing is hidden; in a position that was set, all that fits is alike."""

from operator import sub
from random import Random
from typing import Final

from domain.catan.belief import Belief
from domain.catan.dealing import deal_within_bounds, seen_in_deck
from domain.catan.joint_hands import JointHands, Spread, certain
from domain.catan.terms import KINDS
from domain.catan.view import Knowledge
from domain.core.rows import Row
from domain.core.table_state import SPECTATOR

_DEALS: Final = 1024
"""How often unknown cards are dealt, to weigh what the hands may be."""


def believe(k: Knowledge) -> Belief:
    """Return what a seat believes that knows this, and nothing of what led to it."""
    belief = Belief(k.setting, k.seat, _hands(k))
    belief.points = k.points[:]
    belief.active = k.active
    belief.longest_road = k.longest_road
    belief.largest_army = k.largest_army
    belief.kept = [(0,) * count for count in k.card_counts]
    belief.card_played = k.card_played
    belief.fresh = k.fresh_counts[:]
    belief.in_deck = seen_in_deck(k)
    belief.asked = {offer.id: offer.take for offer in k.offers}
    belief.take(())
    return belief


def _hands(k: Knowledge) -> JointHands:
    """Return the hands; if any card is unknown they are dealt many times, blind but for what is certain."""
    base = list(k.lows)
    if k.seat != SPECTATOR:
        for kind in range(KINDS):
            base[k.seat * KINDS + kind] += k.aside[kind]
    if sum(base) == sum(k.hand_sizes) + sum(k.aside_sizes):
        return certain(base)
    rng = Random(0)
    weights: dict[Row, float] = {}
    for _ in range(_DEALS):
        hands, aside = deal_within_bounds(k, rng)
        row = tuple(map(sub, map(int.__add__, hands, aside), base))
        weights[row] = weights.get(row, 0.0) + 1.0
    return JointHands(base, Spread(weights))
