"""Computes the value of a turn for many positions at once, from the values of the turns after it.

The values of positions are an array: rows are layouts, columns joker states; the last of both is -inf, for none.
"""

from functools import cache
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from domain.dice.terms import CROSS
from workers.agents.dice.purchases import (
    CITY,
    NOTHING,
    ONE_ROAD,
    PLACEMENTS,
    PURCHASES,
    SETTLEMENT,
    SETTLEMENT_AND_ROAD,
    THREE_ROADS,
    TWO_ROADS,
    Reading,
    joker_sets,
)
from workers.agents.dice.rolls import Values, best_of, lattice, promises
from workers.agents.dice.sheets import Ints, Layouts, Sheet, joker_states_of, layouts_of

Flags = NDArray[np.bool_]
CROSSED: Final = -2
"""The entry of a menu that builds nothing; the last entry is the impossible one."""


def worth_of_nothing(sheet: Sheet) -> Values:
    """Return the values after the last turn, where every position has 0."""
    worth = np.zeros((layouts_of(sheet).none + 1, joker_states_of(sheet).none + 1))
    worth[-1, :] = worth[:, -1] = -np.inf
    return worth


def placements(layouts: Layouts, worth: Values) -> Values:
    """Return, by placement, layout and joker state, the best value of the layouts that it leads to, with its points."""
    found = np.full((PLACEMENTS, *worth.shape), -np.inf)
    found[NOTHING] = worth
    for fewer, more in ((NOTHING, ONE_ROAD), (ONE_ROAD, TWO_ROADS), (TWO_ROADS, THREE_ROADS)):
        found[more] = _one_road(layouts, found[fewer])
    found[SETTLEMENT] = layouts.settlement_points[:, None] + worth[layouts.settlement]
    found[SETTLEMENT_AND_ROAD] = _one_road(layouts, found[SETTLEMENT])
    found[CITY] = layouts.city_points[:, None] + worth[layouts.city]
    return found


def _one_road(layouts: Layouts, worth: Values) -> Values:
    """Return the values after one more road: its point, and the `worth` of the best layout that it leads to."""
    best = worth[layouts.roads[:, 0]]
    for column in layouts.roads.T[1:]:
        np.maximum(best, worth[column], out=best)
    best += 1
    return best


class Menu(NamedTuple):
    """Lists the uses of every final result of the dice under a reading of the jokers.

    An entry is a purchase with a set of jokers: its placement, where it leads from each joker state, its points there.
    Entries that a result of the dice offers for one purchase form a group: `choices` holds the groups one after
    another, `starts` where each begins, and `of_result` has, by purchase and result, the number of the group.
    """

    placement: Ints
    leads: Ints
    points: Values
    choices: Ints
    starts: Ints
    of_result: Ints


@cache
def menu_of(sheet: Sheet, one_die: bool) -> Menu:
    """Return the menu of a sheet; the last entry builds nothing for a cross, the last group is the impossible one."""
    return _Menus(sheet, Reading(sheet.jokers, one_die)).menu()


class _Menus:
    def __init__(self, sheet: Sheet, reading: Reading) -> None:
        self.states = joker_states_of(sheet)
        self.reading = reading
        self.entries: dict[tuple[int, int], int] = {}
        self.groups: dict[tuple[int, ...], int] = {}

    def menu(self) -> Menu:
        """Return the menu; groups come first, since they determine the entries."""
        rows = [[self._group(n, dice) for dice in lattice().levels[-1]] for n in range(len(PURCHASES))]
        cross = len(self.entries)
        rows.append([self.groups.setdefault((cross,), len(self.groups))] * len(rows[0]))
        purchases = [PURCHASES[n] for n, _ in self.entries]
        leads = [self.states.after(PURCHASES[n].knights, jokers) for n, jokers in self.entries]
        points = [self.states.points(purchase.knights) for purchase in purchases]
        sizes = [len(group) for group in self.groups]
        return Menu(
            np.array([*(purchase.placement for purchase in purchases), NOTHING, NOTHING]),
            np.array([*leads, self.states.after(0, 0), np.full(self.states.none, self.states.none)]),
            np.array([*points, np.full(self.states.none, float(CROSS)), np.zeros(self.states.none)]),
            np.array([entry for group in self.groups for entry in (group or (cross + 1,))]),
            np.cumsum([0, *(max(1, size) for size in sizes)])[:-1],
            np.array(rows),
        )

    def _group(self, purchase: int, dice: tuple[int, ...]) -> int:
        sets = joker_sets(self.reading, dice, PURCHASES[purchase].cost)
        entries = tuple(self.entries.setdefault((purchase, jokers), len(self.entries)) for jokers in sets)
        return self.groups.setdefault(entries, len(self.groups))


def finals(menu: Menu, placed: Values, layout: Ints, jokers: Ints) -> Values:
    """Return, by result and position, the value of a final result with the best conversion and purchase."""
    _, rows, columns = placed.shape
    at = menu.leads[:, jokers] + (layout * columns)[None, :]
    at += (menu.placement * (rows * columns))[:, None]
    return best_entries(menu, np.take(placed, at) + menu.points[:, jokers])


def best_entries(menu: Menu, worth: Values) -> Values:
    """Return, by result and position, the highest value of the entries that the result offers."""
    groups = np.maximum.reduceat(worth[menu.choices], menu.starts, axis=0)
    best = groups[menu.of_result[-1]]
    for row in menu.of_result[:-1]:
        np.maximum(best, np.take(groups, row, axis=0), out=best)
    return best


def turn_worth(final: Values) -> Values:
    """Return, by position, the value of a whole turn from those of its final results."""
    after_second = best_of(promises(final))
    after_first = best_of(promises(after_second))
    worth: Values = lattice().chances @ after_first
    return worth
