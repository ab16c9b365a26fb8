"""Tests that what the agent believes dice can buy is what the rules let them buy."""

from random import Random

import pytest

from domain.dice import DICE
from domain.dice.chapters.building import BuildKnight, DiceBuildCity, DiceBuildRoad, DiceBuildSettlement
from domain.dice.chapters.rolling import results
from domain.dice.chapters.scoring import EndTurn
from domain.dice.state import State
from tests.domain.dice.table import Table
from workers.agents.dice.purchases import PURCHASES, Reading, joker_sets
from workers.agents.dice.sheets import PRINTED

PAID = (DiceBuildRoad, DiceBuildSettlement, DiceBuildCity, BuildKnight)
Use = tuple[int, tuple[int, ...]]


def uses_by_the_rules(state: State) -> set[Use]:
    """Return the pairs of jokers used and dice paid that sequences of listed commands lead to."""
    found: set[Use] = set()
    seen, border = {(state.dice, state.used[0])}, [state]
    while border:
        here = border.pop()
        found |= {(here.used[0], paid) for paid in payments(here, (0,) * 6)}
        for command in DICE.actions(here, 0):
            if isinstance(command, (*PAID, EndTurn)):
                continue
            after = DICE.decide(here, 0, command, Table.no_chance()).state
            if (after.dice, after.used[0]) not in seen:
                seen.add((after.dice, after.used[0]))
                border.append(after)
    return found


def payments(state: State, paid: tuple[int, ...]) -> set[tuple[int, ...]]:
    """Return the dice spent by every sequence of builds, added to those already paid."""
    found = {paid}
    for command in DICE.actions(state, 0):
        if isinstance(command, PAID):
            draft = DICE.decide(state, 0, command, Table.no_chance())
            cost = draft.events[0].cost
            found |= payments(draft.state, tuple(a + b for a, b in zip(paid, cost, strict=True)))
    return found


def uses_by_the_agent(reading: Reading, dice: tuple[int, ...], free: int, knights_left: int) -> set[Use]:
    return {
        (jokers, purchase.cost)
        for purchase in PURCHASES
        if purchase.knights <= knights_left
        for jokers in joker_sets(reading, dice, purchase.cost)
        if not jokers & ~free
    }


@pytest.mark.slow
@pytest.mark.parametrize("joker_dice", ["any", "one"])
@pytest.mark.parametrize("knights", [3, 6])
def test_the_purchases_are_those_of_the_rules(joker_dice: str, knights: int) -> None:
    rng = Random(knights)
    reading = Reading(PRINTED.jokers, joker_dice == "one")
    for dice in rng.sample(results(6), 12):
        free = rng.randrange(1 << knights) & rng.randrange(1 << knights)
        table = Table(1, joker_dice=joker_dice).roads(0, 0, 1).knights(0, knights).final(dice)
        table.state.used[0] = ~free & (1 << knights) - 1
        before = table.state.used[0]
        allowed = {(used & ~before, paid) for used, paid in uses_by_the_rules(table.state)}
        mine = uses_by_the_agent(reading, dice, free, 6 - knights)
        assert mine <= allowed
        for jokers, paid in allowed:
            assert not any(paid) or any(cost == paid and not need & ~jokers for need, cost in mine)
