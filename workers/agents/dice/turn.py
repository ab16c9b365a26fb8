"""The choices within a turn are compared by what they promise, given what the turns after it are worth."""

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
    """Says what to do with final dice, a purchase by a set of jokers or None for nothing more, and its promise."""

    promise: float
    purchase: Purchase | None
    jokers: int = 0


class Stakes(NamedTuple):
    """Says what a turn is played for.

    `worth` says by layout, for all joker states, what it is worth to end the turn there, a `point` of the turn adds to
    that, and `cross` says by layout and joker state what a turn is worth that builds nothing.
    """

    worth: Callable[[int], Values]
    point: float
    cross: Callable[[int, int], float]


def for_points(worth: Values) -> Stakes:
    """Play for the most points, of the turn and of those after it, whose `worth` is by layout and joker state."""
    return Stakes(worth.__getitem__, 1.0, lambda layout, state: float(worth[layout, state]) + CROSS)


class Turn:
    """Holds the sheet of a seat in one turn, and what it is played for."""

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
        """Find, by joker state, the best that a placement makes of a layout, with its points."""
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
        """Find the layouts with one road more."""
        return [int(lead) for lead in self.layouts.roads[layout] if lead != self.layouts.none]

    def state_after(self, purchase: Purchase, jokers: int) -> int:
        """Find the joker state after a purchase; none where the sheet has no such jokers or knights left."""
        knights = self.knights + purchase.knights
        if jokers & self.used or jokers >> self.knights or knights > self.states.most:
            return self.states.none
        return self.states.index[knights, self.used | jokers]

    def choose(self, dice: Dice, may_convert: bool, has_built: bool) -> Choice:
        """Choose the best use of final dice."""
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
        """Say what the turn is worth if nothing is built."""
        return self.stakes.cross(self.layout, self.states.index[self.knights, self.used])

    def road(self, purchase: Purchase, jokers: int) -> int:
        """Choose the first road of a purchase with roads."""
        state, rest = self.state_after(purchase, jokers), AFTER_A_ROAD[purchase.placement]
        leads = {road: self._with_road(road) for road in self.layouts.longer_roads(self._roads())}
        return max(leads, key=lambda road: float(self.best(rest, leads[road])[state]))

    def _roads(self) -> int:
        return self.layouts.all[self.layout].roads

    def _with_road(self, road: int) -> int:
        layout = self.layouts.all[self.layout]
        return self.layouts.index[layout._replace(roads=layout.roads | 1 << road)]


class Rolls:
    """Works out what the rolls of a turn promise before anything is built or converted."""

    def __init__(self, turn: Turn) -> None:
        final = _finals(turn)
        after_two = promises(final)
        self.final = final[:, 0]
        self.kept = {2: after_two, 1: promises(best_of(after_two))}

    def keep(self, dice: Dice, rolls: int) -> Dice | None:
        """Choose the dice to keep for another roll after so many; None to stop."""
        index = lattice().index
        best, most = None, float(self.final[index[DICE][dice]])
        for kept in sub_rows(dice):
            size = sum(kept)
            promise = float(self.kept[rolls][size][index[size][kept], 0])
            if size < DICE and promise > most:
                best, most = kept, promise
        return best


def _finals(turn: Turn) -> Values:
    """Value, by result, the final dice of a turn."""
    menu, state = menu_of(turn.sheet, turn.one_die), turn.states.index[turn.knights, turn.used]
    worth = turn.placed[menu.placement, menu.leads[:, state]] + turn.stakes.point * menu.points[:, state]
    worth[CROSSED] = turn.cross()
    return best_entries(menu, worth[:, None])


def _covers(dice: Dice, cost: Dice) -> bool:
    return all(shown >= needed for shown, needed in zip(dice, cost, strict=True))
