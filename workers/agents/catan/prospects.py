"""Values hands by how soon they reach a goal; trades and discards are judged by this value."""

from collections.abc import Sequence
from typing import Final

from domain.catan.terms import KINDS
from workers.agents.catan.goal import Goal, Prospect
from workers.agents.catan.situation import Situation

NEVER: Final = 40.0
STEPS: Final = 7
KEPT: Final = 10_000
"""How many waits are cached for an income."""


def wait_for(now: Situation, hand: Sequence[int], cost: Sequence[int]) -> float:
    """Count the rounds until hand and income pay a cost, spare cards going to the bank; 0 is at once; cached."""
    waits = now.waits
    key = (*hand, *cost)
    found = waits.get(key)
    if found is None:
        if len(waits) >= KEPT:
            waits.clear()
        found = waits[key] = _count_rounds(now, hand, cost)
    return found


def _count_rounds(now: Situation, hand: Sequence[int], cost: Sequence[int]) -> float:
    if can_pay(hand, cost, now.ratios):
        return 0.0
    low, high = 0.0, NEVER
    if not _will_pay(now, hand, cost, high):
        return NEVER
    for _ in range(STEPS):
        middle = (low + high) / 2
        if _will_pay(now, hand, cost, middle):
            high = middle
        else:
            low = middle
    return max(0.5, high)


def can_pay(hand: Sequence[int], cost: Sequence[int], ratios: Sequence[int], free: int = 0) -> bool:
    """Return whether a hand, with so many `free` cards of any kind, pays a cost, trading with the bank at ratios."""
    short = spare = 0
    for k in range(KINDS):
        left = hand[k] - cost[k]
        if left < 0:
            short -= left
        else:
            spare += left // ratios[k]
    return spare + free >= short


def _will_pay(now: Situation, hand: Sequence[int], cost: Sequence[int], rounds: float) -> bool:
    short = spare = 0.0
    income, ratios = now.per_round, now.ratios
    for k in range(KINDS):
        left = hand[k] + income[k] * rounds - cost[k]
        if left < 0:
            short -= left
        else:
            spare += left / ratios[k]
    return spare >= short


def lacking(now: Situation, goal: Goal) -> list[int]:
    """Return the cards of a goal's cost that the own hand lacks, by kind."""
    return [max(0, goal.cost[k] - now.hand[k]) for k in range(KINDS)]


def prospect(now: Situation, hand: Sequence[int], goal: Goal) -> Prospect:
    """Return the rounds until a hand reaches a goal, with the gain per round."""
    wait = wait_for(now, hand, goal.cost)
    return Prospect(goal, wait, goal.gain / (wait + now.weights.patience))


def rank(now: Situation, hand: Sequence[int], goals: Sequence[Goal]) -> list[Prospect]:
    """Return the prospects of goals for a hand, the most promising first."""
    return sorted((prospect(now, hand, goal) for goal in goals), key=lambda p: p.promise, reverse=True)


def promise(now: Situation, hand: Sequence[int], goals: Sequence[Goal]) -> float:
    """Value a hand by its best goal, plus a little per spare card, less for cards to be bought from the bank."""
    weights = now.weights
    if not goals:
        return weights.reserve * sum(hand)
    best = max((prospect(now, hand, goal) for goal in goals), key=lambda p: p.promise)
    rest = [hand[k] - best.goal.cost[k] for k in range(KINDS)]
    price = weights.price
    spare = sum(n if n > 0 else price * n for n in rest)
    return best.promise + weights.reserve * spare
