"""Lists the sets of pieces that six dice can buy in a turn, and the jokers that a result of the dice needs for each.

Nine sets of pieces fit into six dice (rule dice.build.possible_sets). Since a joker kept is never worth less than one
used, only the smallest sufficient sets of jokers matter.
"""

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations
from typing import Final, NamedTuple

from domain.dice.sheet import ANY
from domain.dice.terms import CITY_COST, GOLD, GOLD_PRICE, KNIGHT_COST, RESOURCES, ROAD_COST, SETTLEMENT_COST

NOTHING: Final = 0
ONE_ROAD: Final = 1
TWO_ROADS: Final = 2
THREE_ROADS: Final = 3
SETTLEMENT: Final = 4
SETTLEMENT_AND_ROAD: Final = 5
CITY: Final = 6
PLACEMENTS: Final = 7

Dice = tuple[int, ...]


class Purchase(NamedTuple):
    """Represents a set of pieces: its cost in dice by face, its effect on the layout, and its number of knights."""

    cost: Dice
    placement: int
    knights: int


def _sum(*costs: Dice) -> Dice:
    return tuple(map(sum, zip(*costs, strict=True)))


PURCHASES: Final = (
    Purchase(ROAD_COST, ONE_ROAD, 0),
    Purchase(_sum(ROAD_COST, ROAD_COST), TWO_ROADS, 0),
    Purchase(_sum(ROAD_COST, ROAD_COST, ROAD_COST), THREE_ROADS, 0),
    Purchase(SETTLEMENT_COST, SETTLEMENT, 0),
    Purchase(_sum(SETTLEMENT_COST, ROAD_COST), SETTLEMENT_AND_ROAD, 0),
    Purchase(CITY_COST, CITY, 0),
    Purchase(KNIGHT_COST, NOTHING, 1),
    Purchase(_sum(KNIGHT_COST, KNIGHT_COST), NOTHING, 2),
    Purchase(_sum(KNIGHT_COST, ROAD_COST), ONE_ROAD, 1),
)


class Conversion(NamedTuple):
    """Lists dice turned by each joker (its number, the resource, the number of dice), and resources bought for gold."""

    jokers: tuple[tuple[int, int, int], ...]
    bought: tuple[int, ...]


class Reading(NamedTuple):
    """Says how jokers are read: which resource each has (ANY for the last), and whether one turns one die alone."""

    jokers: tuple[int, ...]
    one_die: bool


def conversion(reading: Reading, dice: Dice, cost: Dice, jokers: int) -> Conversion | None:
    """Return how exactly these jokers and gold make dice show a cost; None if they cannot."""
    for targets in _targets(reading, jokers):
        found = _convert(reading, dice, cost, targets)
        if found is not None:
            return found
    return None


def _targets(reading: Reading, jokers: int) -> Iterator[list[tuple[int, int]]]:
    """List each joker of the mask with a resource that it may name."""
    fixed = [(n, r) for n, r in enumerate(reading.jokers) if jokers >> n & 1 and r != ANY]
    free = [n for n, r in enumerate(reading.jokers) if jokers >> n & 1 and r == ANY]
    if not free:
        yield fixed
    for resource in range(RESOURCES) if free else ():
        yield [*fixed, (free[0], resource)]


def _convert(reading: Reading, dice: Dice, cost: Dice, targets: Sequence[tuple[int, int]]) -> Conversion | None:
    """Let every joker turn the missing dice of its resource, one or all; gold buys the rest."""
    lacking = [max(0, cost[r] - dice[r]) for r in range(RESOURCES)]
    turned = []
    for joker, resource in targets:
        count = min(1, lacking[resource]) if reading.one_die else lacking[resource]
        if not count:
            return None  # this joker is not needed
        lacking[resource] -= count
        turned.append((joker, resource, count))
    bought = tuple(r for r in range(RESOURCES) for _ in range(lacking[r]))
    own = sum(min(cost[r], dice[r]) for r in range(RESOURCES))
    spare = sum(dice) - own - GOLD_PRICE * len(bought)
    if GOLD_PRICE * len(bought) > dice[GOLD] or sum(count for _, _, count in turned) > spare:
        return None
    return Conversion(tuple(turned), bought)


@cache
def joker_sets(reading: Reading, dice: Dice, cost: Dice) -> tuple[int, ...]:
    """Return the smallest masks of jokers that let dice show a cost; empty if none does, (0,) if none is needed."""
    useful = [n for n, r in enumerate(reading.jokers) if r == ANY or cost[r] > dice[r]]
    found: list[int] = []
    for size in range(len(useful) + 1):
        for chosen in combinations(useful, size):
            jokers = sum(1 << joker for joker in chosen)
            is_smallest = not any(smaller & jokers == smaller for smaller in found)
            if is_smallest and conversion(reading, dice, cost, jokers) is not None:
                found.append(jokers)
    return tuple(found)
