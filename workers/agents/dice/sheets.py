"""Numbers the layouts (roads, settlements, cities) and joker states (knights, jokers used) of a score sheet.

The printed sheet has 1,225 layouts and 127 joker states. One more number stands for none.
"""

from collections.abc import Sequence
from functools import cache
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from domain.dice import sheet as printed

Ints = NDArray[np.int64]


class Sheet(NamedTuple):
    """Holds what is printed: each road's parent, points and road of settlements and cities, each knight's joker."""

    parents: tuple[int, ...]
    settlements: tuple[tuple[int, int], ...]
    cities: tuple[tuple[int, int], ...]
    jokers: tuple[int, ...]


PRINTED: Final = Sheet(
    tuple(road.parent for road in printed.ROADS),
    tuple((place.points, place.road) for place in printed.SETTLEMENTS),
    tuple((place.points, place.road) for place in printed.CITIES),
    printed.JOKERS,
)


class Layout(NamedTuple):
    """Represents a mask of roads, and how many settlements and cities are built."""

    roads: int
    settlements: int
    cities: int


class Layouts:
    """Numbers the layouts of a sheet; `roads` (a row per layout), `settlement` and `city` hold those after a piece."""

    def __init__(self, sheet: Sheet) -> None:
        self.sheet = sheet
        self.all = [layout for roads in self._road_masks() for layout in self._with_roads(roads)]
        self.index = {layout: number for number, layout in enumerate(self.all)}
        self.none = len(self.all)
        leads = [[self.index[longer] for longer in self._longer(layout)] for layout in self.all]
        width = max(1, *(len(row) for row in leads))
        self.roads: Ints = np.array([row + [self.none] * (width - len(row)) for row in [*leads, []]])
        self.settlement: Ints = np.array([*(self._after(x, 1, 0) for x in self.all), self.none])
        self.city: Ints = np.array([*(self._after(x, 0, 1) for x in self.all), self.none])
        self.settlement_points = np.array([*(_points(sheet.settlements, x.settlements) for x in self.all), 0.0])
        self.city_points = np.array([*(_points(sheet.cities, x.cities) for x in self.all), 0.0])

    def longer_roads(self, roads: int) -> list[int]:
        """Return the roads that may be built next."""
        parents = self.sheet.parents
        return [r for r in range(len(parents)) if not roads >> r & 1 and _is_touched(roads, parents[r])]

    def _longer(self, layout: Layout) -> list[Layout]:
        return [layout._replace(roads=layout.roads | 1 << road) for road in self.longer_roads(layout.roads)]

    def _road_masks(self) -> list[int]:
        found, border = {0}, [0]
        while border:
            roads = border.pop()
            fresh = {roads | 1 << road for road in self.longer_roads(roads)} - found
            found |= fresh
            border += fresh
        return sorted(found)

    def _with_roads(self, roads: int) -> list[Layout]:
        settlements = _count_reached(self.sheet.settlements, roads)
        cities = _count_reached(self.sheet.cities, roads)
        return [Layout(roads, s, c) for s in range(settlements + 1) for c in range(cities + 1)]

    def _after(self, layout: Layout, settlements: int, cities: int) -> int:
        built = Layout(layout.roads, layout.settlements + settlements, layout.cities + cities)
        return self.index.get(built, self.none)


def _is_touched(roads: int, road: int) -> bool:
    return road == printed.START or bool(roads >> road & 1)


def _count_reached(places: Sequence[tuple[int, int]], roads: int) -> int:
    """Return how many of the places, in their order, roads allow."""
    for number, (_, road) in enumerate(places):
        if not _is_touched(roads, road):
            return number
    return len(places)


def _points(places: Sequence[tuple[int, int]], built: int) -> float:
    return float(places[built][0]) if built < len(places) else 0.0


class JokerStates:
    """Numbers all pairs of knights built and jokers used."""

    def __init__(self, sheet: Sheet) -> None:
        self.most = len(sheet.jokers)
        self.all = [(knights, used) for knights in range(self.most + 1) for used in range(1 << knights)]
        self.index = {state: number for number, state in enumerate(self.all)}
        self.none = len(self.all)
        self.knights: Ints = np.array([knights for knights, _ in self.all])

    def after(self, more: int, jokers: int) -> Ints:
        """Return the state that follows each one when some jokers are used and then `more` knights built."""
        return np.array([self._after(knights, used, more, jokers) for knights, used in self.all])

    def _after(self, knights: int, used: int, more: int, jokers: int) -> int:
        if jokers & used or jokers >> knights or knights + more > self.most:
            return self.none
        return self.index[knights + more, used | jokers]

    def points(self, more: int) -> NDArray[np.float64]:
        """Return the points of the next knights in each state."""
        return np.array([float(sum(range(knights + 1, knights + more + 1))) for knights, _ in self.all])


@cache
def layouts_of(sheet: Sheet) -> Layouts:
    """Return the layouts of a sheet; cached."""
    return Layouts(sheet)


@cache
def joker_states_of(sheet: Sheet) -> JokerStates:
    """Return the joker states of a sheet; cached."""
    return JokerStates(sheet)
