"""Compares the choices within a turn by expected value, given the values of the turns after it."""

from collections.abc import Callable
from typing import Final, NamedTuple

import numpy as np

from domain.dice.chapters.rolling import sub_rows
from domain.dice.terms import CROSS, DICE
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
    Dice,
    Purchase,
    Reading,
    joker_sets,
)
from workers.agents.dice.rolls import Values, best_of, lattice, promises
from workers.agents.dice.sheets import Layout, Sheet, joker_states_of, layouts_of
from workers.agents.dice.values import CROSSED, best_entries, menu_of

AFTER_A_ROAD: Final = {
    ONE_ROAD: NOTHING,
    TWO_ROADS: ONE_ROAD,
    THREE_ROADS: TWO_ROADS,
    SETTLEMENT_AND_ROAD: SETTLEMENT,
}


class Choice(NamedTuple):
    """Holds a use of final dice, a purchase with a set of jokers or None for nothing more, and its expected value."""

    promise: float
    purchase: Purchase | None
    jokers: int = 0


class Stakes(NamedTuple):
    """Holds what a turn is played for.

    `worth` returns by layout, for all joker states, the value of ending the turn there; each `point` of the turn adds
    to it; `cross` returns by layout and joker state the value of a turn that builds nothing.
    """

    worth: Callable[[int], Values]
    point: float
    cross: Callable[[int, int], float]


def for_points(worth: Values) -> Stakes:
    """Return the stakes of the most points, in this turn and later ones, whose `worth` is by layout and joker state."""
    return Stakes(worth.__getitem__, 1.0, lambda layout, state: float(worth[layout, state]) + CROSS)


class Turn:
    """Holds the sheet of a seat in one turn, and the stakes."""

    def __init__(self, sheet: Sheet, one_die: bool, stakes: Stakes, layout: Layout, knights: int, used: int) -> None:
        self.stakes = stakes
        self.sheet = sheet
        self.one_die = one_die
        self.layouts = layouts_of(sheet)
        self.states = joker_states_of(sheet)
        self.layout = self.layouts.index[layout]
        self.knights = knights
        self.used = used
        self.placed: Values = np.array([self.best(placement, self.layout) for placement in range(PLACEMENTS)])

    def best(self, placement: int, layout: int) -> Values:
        """Return, by joker state, the best value of a placement on a layout, with its points."""
        if placement == NOTHING:
            return self.stakes.worth(layout)
        if placement == SETTLEMENT:
            return self._plus(self.layouts.settlement_points[layout], int(self.layouts.settlement[layout]))
        if placement == CITY:
            return self._plus(self.layouts.city_points[layout], int(self.layouts.city[layout]))
        rest = AFTER_A_ROAD[placement]
        leads = [self.best(rest, longer) for longer in self.longer(layout)]
        return self.stakes.point + np.max(leads, axis=0) if leads else np.full(self.states.none + 1, -np.inf)

    def _plus(self, points: float, layout: int) -> Values:
        return self.stakes.point * points + self.stakes.worth(layout)

    def longer(self, layout: int) -> list[int]:
        """Return the layouts with one road more."""
        return [int(lead) for lead in self.layouts.roads[layout] if lead != self.layouts.none]

    def state_after(self, purchase: Purchase, jokers: int) -> int:
        """Return the joker state after a purchase; the number for none if the sheet lacks these jokers or knights."""
        knights = self.knights + purchase.knights
        if jokers & self.used or jokers >> self.knights or knights > self.states.most:
            return self.states.none
        return self.states.index[knights, self.used | jokers]

    def choose(self, dice: Dice, may_convert: bool, has_built: bool) -> Choice:
        """Return the best use of final dice."""
        state = self.states.index[self.knights, self.used]
        best = Choice(float(self.stakes.worth(self.layout)[state]) if has_built else self.cross(), None)
        reading = Reading(self.sheet.jokers, self.one_die)
        for purchase in PURCHASES:
            for jokers in joker_sets(reading, dice, purchase.cost):
                if may_convert or _covers(dice, purchase.cost):
                    best = max(best, self._choice(purchase, jokers), key=lambda choice: choice.promise)
        return best

    def _choice(self, purchase: Purchase, jokers: int) -> Choice:
        points = sum(range(self.knights + 1, self.knights + purchase.knights + 1))
        promise = self.placed[purchase.placement, self.state_after(purchase, jokers)]
        return Choice(self.stakes.point * points + float(promise), purchase, jokers)

    def cross(self) -> float:
        """Return the value of the turn if nothing is built."""
        return self.stakes.cross(self.layout, self.states.index[self.knights, self.used])

    def road(self, purchase: Purchase, jokers: int) -> int:
        """Return the first road of a purchase with roads."""
        state, rest = self.state_after(purchase, jokers), AFTER_A_ROAD[purchase.placement]
        leads = {road: self._with_road(road) for road in self.layouts.longer_roads(self._roads())}
        return max(leads, key=lambda road: float(self.best(rest, leads[road])[state]))

    def _roads(self) -> int:
        return self.layouts.all[self.layout].roads

    def _with_road(self, road: int) -> int:
        layout = self.layouts.all[self.layout]
        return self.layouts.index[layout._replace(roads=layout.roads | 1 << road)]


class Rolls:
    """Computes the expected value of the rolls of a turn, before anything is built or converted."""

    def __init__(self, turn: Turn) -> None:
        final = _finals(turn)
        after_two = promises(final)
        self.final = final[:, 0]
        self.kept = {2: after_two, 1: promises(best_of(after_two))}

    def keep(self, dice: Dice, rolls: int) -> Dice | None:
        """Return the dice to keep for another roll after a number of rolls; None to stop."""
        index = lattice().index
        best, most = None, float(self.final[index[DICE][dice]])
        for kept in sub_rows(dice):
            size = sum(kept)
            promise = float(self.kept[rolls][size][index[size][kept], 0])
            if size < DICE and promise > most:
                best, most = kept, promise
        return best


def _finals(turn: Turn) -> Values:
    """Return, by result, the value of the final dice of a turn."""
    menu, state = menu_of(turn.sheet, turn.one_die), turn.states.index[turn.knights, turn.used]
    worth = turn.placed[menu.placement, menu.leads[:, state]] + turn.stakes.point * menu.points[:, state]
    worth[CROSSED] = turn.cross()
    return best_entries(menu, worth[:, None])


def _covers(dice: Dice, cost: Dice) -> bool:
    return all(shown >= needed for shown, needed in zip(dice, cost, strict=True))
