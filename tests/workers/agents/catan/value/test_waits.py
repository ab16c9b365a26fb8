"""The closed form of a wait agrees with a search for the moment at which hand, income and bank pay."""

from collections.abc import Sequence
from random import Random

import pytest

from domain.catan.terms import CARD_COST, CITY_COST, KINDS, SETTLEMENT_COST
from workers.agents.catan.value.waits import NEVER, SOONEST, Purse, cost_of

ROADS_AND_SETTLEMENT = (3, 3, 1, 1, 0)


@pytest.mark.parametrize("cost", [SETTLEMENT_COST, CITY_COST, CARD_COST, ROADS_AND_SETTLEMENT])
def test_a_wait_is_what_halving_finds(cost: tuple[int, ...]) -> None:
    rng = Random(str(cost))
    for _ in range(500):
        hand = [rng.randint(0, 4) for _ in range(KINDS)]
        income = [rng.choice((0.0, 0.0, 0.2, 0.5, 1.3)) for _ in range(KINDS)]
        ratios = [rng.choice((2, 3, 4)) for _ in range(KINDS)]
        purse = Purse(income, ratios)
        found = purse.rounds(hand, purse.spare(hand), cost_of(cost))
        assert found == pytest.approx(halved(hand, income, ratios, cost), abs=1e-6)


def halved(hand: Sequence[int], income: Sequence[float], ratios: Sequence[int], cost: Sequence[int]) -> float:
    """Find the wait by halving, as the heuristic does, with more steps."""

    def balance(rounds: float) -> float:
        left = [hand[k] + income[k] * rounds - cost[k] for k in range(KINDS)]
        return sum(n if n < 0 else n / ratios[k] for k, n in enumerate(left))

    at_once = sum(n if n < 0 else n // ratios[k] for k, n in enumerate(hand[k] - cost[k] for k in range(KINDS)))
    if at_once >= 0:
        return 0.0
    low, high = 0.0, NEVER
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (low, middle) if balance(middle) >= -1e-9 else (middle, high)
    return max(SOONEST, high)


def test_what_is_in_the_hand_is_paid_at_once() -> None:
    purse = Purse([0.0] * KINDS, [4] * KINDS)
    assert purse.rounds(CITY_COST, purse.spare(CITY_COST), cost_of(CITY_COST)) == 0.0


def test_without_income_what_is_lacking_never_comes() -> None:
    purse = Purse([0.0] * KINDS, [4] * KINDS)
    hand = (1, 0, 0, 0, 0)
    assert purse.rounds(hand, purse.spare(hand), cost_of(CITY_COST)) == NEVER
