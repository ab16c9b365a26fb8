"""Computes how a solo game ends under the best play: the distribution of totals from every reachable position.

A total counts the points on the sheet and those still to come, but not the crosses of earlier turns.
"""

from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from domain.dice.terms import CROSS
from workers.agents.dice.following import follow
from workers.agents.dice.purchases import (
    CITY,
    NOTHING,
    ONE_ROAD,
    PLACEMENTS,
    SETTLEMENT,
    SETTLEMENT_AND_ROAD,
    THREE_ROADS,
    TWO_ROADS,
)
from workers.agents.dice.rolls import Values
from workers.agents.dice.sheets import Ints, Layouts, Sheet, joker_states_of, layouts_of
from workers.agents.dice.solve import parts_of, reachable
from workers.agents.dice.values import CROSSED, Flags, menu_of

Shares = NDArray[np.float32]


class Positions:
    """Numbers the reachable positions after each turn, those of a turn by layout and joker state."""

    def __init__(self, sheet: Sheet, turns: int) -> None:
        layouts, states = layouts_of(sheet), joker_states_of(sheet)
        self.reached = reachable(layouts, states, turns)
        self.knights = np.array([*(knights for knights, _ in states.all), 0])
        self.used = np.array([*(used for _, used in states.all), 0])
        self.is_state = np.arange(states.none + 1) < states.none
        self.counts = [int((flags << np.arange(states.most + 1)).sum()) for flags in self.reached]
        self.starts = [self._starts(flags) for flags in self.reached]

    def _starts(self, flags: Flags) -> Ints:
        """Count, by layout and knights, the positions before these; -1 where there are none."""
        sizes = flags.astype(np.int64) << np.arange(flags.shape[1])
        before = (np.cumsum(sizes) - sizes.ravel()).reshape(sizes.shape)
        return np.where(flags, before, -1)

    def numbers(self, turn: int, layouts: Ints, states: Ints) -> Ints:
        """Return the numbers of positions after a number of turns; -1 for unreachable ones."""
        start = self.starts[turn][layouts, self.knights[states]]
        return np.where((start >= 0) & self.is_state[states], start + self.used[states], -1)

    def all(self, turn: int) -> tuple[Ints, Ints]:
        """Return layouts and joker states of all positions after a number of turns, in the order of their numbers."""
        layouts, states = np.nonzero(self.reached[turn][:, self.knights] & self.is_state)
        return layouts, states


@cache
def positions_of(sheet: Sheet, turns: int) -> Positions:
    """Return the numbered positions of a sheet; cached."""
    return Positions(sheet, turns)


@cache
def count_printed(sheet: Sheet) -> Ints:
    """Return, by layout and joker state, the points of all pieces built; 0 for none."""
    layouts, states = layouts_of(sheet), joker_states_of(sheet)
    settled, founded = (np.cumsum([0, *(points for points, _ in x)]) for x in (sheet.settlements, sheet.cities))
    built = [x.roads.bit_count() + settled[x.settlements] + founded[x.cities] for x in layouts.all]
    knights = [k * (k + 1) // 2 for k, _ in states.all]
    points = np.array([*built, 0])[:, None] + np.array([*knights, 0])[None, :]
    points[-1, :] = points[:, -1] = 0
    return points


class Ends(NamedTuple):
    """Holds by position the expected total, and the probability of each total from `least` on."""

    worth: Values
    likely: Shares
    least: int


def solve_ends(sheet: Sheet, one_die: bool, turns: int) -> Iterator[tuple[int, Ends]]:
    """Yield, from the last turn back, the turns played and how the game ends from there under the best play."""
    return _Following(sheet, one_die, turns).ends()


class _Following:
    """Follows the best play from every position of a turn to those of the next."""

    def __init__(self, sheet: Sheet, one_die: bool, turns: int) -> None:
        self.layouts, self.menu = layouts_of(sheet), menu_of(sheet, one_die)
        self.positions, self.points = positions_of(sheet, turns), count_printed(sheet)
        self.turns, self.least = turns, CROSS * turns

    def ends(self) -> Iterator[tuple[int, Ends]]:
        """Return the ends after the last turn: sheets do not change any more."""
        totals = self.points[self.positions.all(self.turns)]
        likely = np.zeros((len(totals), int(self.points.max()) - self.least + 1), np.float32)
        likely[np.arange(len(totals)), totals - self.least] = 1
        ends = Ends(totals.astype(np.float64), likely, self.least)
        yield self.turns, ends
        for turn in reversed(range(self.turns)):
            ends = self._one_turn_before(turn, ends)
            yield turn, ends

    def _one_turn_before(self, turn: int, after: Ends) -> Ends:
        layouts, states = self.positions.all(turn)
        worth = np.full(self.points.shape, -np.inf)
        worth[self.positions.all(turn + 1)] = after.worth
        step = _Step(self.positions, turn + 1, worth, after.likely, *_placements(self.layouts, worth))
        found = Ends(np.empty(len(layouts)), np.empty((len(layouts), after.likely.shape[1]), np.float32), self.least)
        for part in parts_of(len(layouts)):
            self._follow(step, layouts[part], states[part], found.worth[part], found.likely[part])
        return found

    def _follow(self, step: "_Step", layouts: Ints, states: Ints, worth: Values, likely: Shares) -> None:
        """Fill in the values of positions, and their ends, after a cross and after anything built."""
        menu, cross = self.menu, len(self.menu.leads) + CROSSED
        led = menu.leads[:, states]
        entries = step.placed[menu.placement[:, None], layouts, led]
        entries[cross] = step.worth[layouts, states] + CROSS
        entries[cross + 1] = -np.inf
        worth[:], chances = follow(menu, entries)
        likely[:, :CROSS] = step.ends(layouts, states)[:, -CROSS:]
        likely[:, CROSS:] = 0
        likely *= chances[cross][:, None]
        at, entry = np.nonzero(chances[:cross].T)
        built, states = step.leads[menu.placement[entry], layouts[at], led[entry, at]], led[entry, at]
        shares = step.ends(built, states) * chances[entry, at][:, None].astype(np.float32)
        starts = np.flatnonzero(np.diff(at, prepend=-1))
        likely[at[starts]] += np.add.reduceat(shares, starts, axis=0)


class _Step(NamedTuple):
    """Holds the values and ends after a turn, and by placement the best value and the layout that has it."""

    positions: Positions
    turn: int
    worth: Values
    likely: Shares
    placed: Values
    leads: Ints

    def ends(self, layouts: Ints, states: Ints) -> Shares:
        """Return the ends of these positions."""
        return self.likely[self.positions.numbers(self.turn, layouts, states)]


def _placements(layouts: Layouts, worth: Values) -> tuple[Values, Ints]:
    """Return, by placement, layout and joker state, the highest value that it leads to, and the layout that has it."""
    found = np.full((PLACEMENTS, *worth.shape), -np.inf)
    leads = np.full(found.shape, layouts.none)
    found[NOTHING], leads[NOTHING] = worth, np.arange(len(worth))[:, None]
    for plain, lead in ((SETTLEMENT, layouts.settlement), (CITY, layouts.city)):
        found[plain], leads[plain] = worth[lead], lead[:, None]
    for rest, longer in (
        (NOTHING, ONE_ROAD),
        (ONE_ROAD, TWO_ROADS),
        (TWO_ROADS, THREE_ROADS),
        (SETTLEMENT, SETTLEMENT_AND_ROAD),
    ):
        for road in layouts.roads.T:
            is_more = found[rest][road] > found[longer]
            np.copyto(found[longer], found[rest][road], where=is_more)
            np.copyto(leads[longer], leads[rest][road], where=is_more)
    return found, leads
