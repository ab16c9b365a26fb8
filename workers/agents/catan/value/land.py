"""Computes the income, ratios and sites in reach of a seat's pieces, and caches them until something changes them."""

from collections.abc import Sequence
from typing import Final

from domain.catan.chapters.building.sites import free_edges, open_sites, road_starts
from domain.catan.chapters.longest_road import route_walls
from domain.catan.chapters.maritime import bank_rates
from domain.catan.state import Public, Setting
from domain.catan.terms import KINDS, NOBODY, ROAD_COST, SETTLEMENT_COST
from domain.core.masks import bits
from workers.agents.catan.value.nodes import Places, count_lost, income_of
from workers.agents.catan.value.waits import Hand, Purse, cost_of

FARTHEST: Final = 2  # the most roads to a site that is considered
KEPT: Final = 20_000
TAKEN: Final = 0.5
"""Probability that a site reached by another seat's road stays free until the own road arrives."""
NEARED: Final = 0.8
"""The same for a site with another seat's road nearby."""

Row = tuple[float, ...]
_SETTLE_COSTS: Final = tuple(
    cost_of([a + roads * b for a, b in zip(SETTLEMENT_COST, ROAD_COST, strict=True)]) for roads in range(FARTHEST + 1)
)


class Means:
    """Holds an income and the bank's ratios; `pace` is the number of cards per round that the bank gives for it.

    `near` caches how near goals are, by goals and hand; `routes` how near roads are, by their number and hand.
    """

    __slots__ = ("earnings", "near", "pace", "purse", "routes")

    def __init__(self, income: Sequence[int], ratios: Sequence[int], seats: int, worth: float) -> None:
        self.purse = Purse([pips * seats / 36 for pips in income], ratios)
        traded = sum([pips / ratio for pips, ratio in zip(income, ratios, strict=True)])
        self.pace = traded * seats / 36
        kinds = sum([1 for pips in income if pips])
        self.earnings = (*[pips / 10 for pips in income], worth / 10, kinds / KINDS), traded / 5
        self.near: dict[tuple[int, bool], dict[Hand, Row]] = {}
        self.routes: dict[tuple[int, Hand], float] = {}


class Estate:
    """Holds the values of one seat's pieces that do not depend on other seats.

    Only others' pieces at `nodes`, on `edges` and with roads to `races` change the sites in reach; `lands` is the cache
    by these pieces.
    """

    __slots__ = ("best_city", "earnings", "edges", "income", "lands", "means", "nodes", "pieces", "races")

    def __init__(self, position: Public, seat: int, places: Places, income: Sequence[int], means: Means) -> None:
        self.income, self.means = income, means
        from_kinds, traded = means.earnings
        self.earnings = (*from_kinds, count_lost(position, seat) / 5, traded)
        self.pieces = (
            position.settlements[seat].bit_count() / 5,
            position.cities[seat].bit_count() / 4,
            position.roads_left(seat) / 15,
        )
        own = [places.worths[node] for node in bits(position.settlements[seat])]
        self.best_city = max(own, default=0.0) if position.cities_left(seat) else 0.0
        nodes = edges = races = 0
        around = places.around
        for node in bits(position.touched[seat] | position.buildings(seat)):
            nodes |= around.nodes[node]
            edges |= around.edges[node]
            races |= around.races[node]
        self.nodes, self.edges, self.races = nodes, edges, races
        self.lands: dict[tuple[int, ...], Land] = {}


class Land:
    """Holds the values of one seat's pieces among those of the other seats.

    `figures` are the features that depend on nothing else. `settle_worth` is the value of the best site in reach,
    worth, `settle_cost` what a settlement there costs with its roads, `best_city` what the best settlement yields.
    `near` and `routes` are the caches of the means for these goals; `scores` caches scores by value.
    """

    __slots__ = ("best_city", "figures", "near", "pace", "purse", "routes", "scores", "settle_cost", "settle_worth")

    def __init__(self, position: Public, seat: int, places: Places, estate: Estate, rivals: int) -> None:
        means, self.best_city = estate.means, estate.best_city
        sites = _sites(position, seat, places, estate.income, rivals)
        roads = max(range(FARTHEST + 1), key=lambda n: (sites[n] > 0) * (9 + sites[n]) / (3 + n))
        self.settle_worth = sites[roads]
        self.settle_cost = _SETTLE_COSTS[roads]
        self.figures = (*estate.earnings, *[worth / 10 for worth in sites], *estate.pieces)
        goals = (roads if self.settle_worth else -1, self.best_city > 0)
        self.purse, self.pace, self.routes = means.purse, means.pace, means.routes
        self.near = means.near.setdefault(goals, {})
        self.scores: dict[object, float] = {}


def _sites(position: Public, seat: int, places: Places, income: Sequence[int], rivals: int) -> list[float]:
    """Return the values of the best free sites at a distance of 0, 1 and 2 roads."""
    if not position.settlements_left(seat):
        return [0.0] * (FARTHEST + 1)
    free, near = open_sites(position), position.setting.board.topology.near
    found = []
    for layer in _layers(position, seat):
        best = 0.0
        for node in bits(layer & free):
            worth = places.site_worth(node, income)
            if rivals & near[node]:
                worth *= TAKEN if rivals >> node & 1 else NEARED
            best = max(best, worth)
        found.append(best)
    return found


def _layers(position: Public, seat: int) -> list[int]:
    """Return the nodes at a distance of 0, 1 and 2 roads."""
    touched, walls = position.touched[seat], route_walls(position, seat)
    frontier = road_starts(position, seat, touched, position.buildings(seat))
    layers, seen = [touched], frontier | touched
    for _ in range(FARTHEST):
        grown = position.setting.board.topology.ends(free_edges(position, frontier)) & ~seen
        layers.append(grown)
        seen |= grown
        frontier = grown & ~walls
    return layers


class Lands:
    """Caches lands on one board: of all seats for the latest layouts, and of each seat alone."""

    _places: Places
    _is_plain: bool

    def __init__(self) -> None:
        self._packed = b""
        self._seen: dict[tuple[int, ...], list[Land]] = {}
        self._estates: dict[tuple[int, ...], Estate] = {}
        self._means: dict[tuple[int, ...], Means] = {}
        self._ratios: dict[int, tuple[int, ...]] = {}

    def of(self, position: Public) -> list[Land]:
        """Return the lands at a position, by seat."""
        if position.setting.packed is not self._packed:
            self._turn_to(position.setting)
        layout = (position.robber, *position.roads, *position.settlements, *position.cities)
        return self._seen.get(layout) or self._find(position, layout)

    def forget(self) -> None:
        """Clear the cache."""
        self._seen.clear()
        self._estates.clear()
        self._means.clear()
        self._ratios.clear()

    def _turn_to(self, setting: Setting) -> None:
        self.forget()
        self._packed, self._places = setting.packed, Places(setting)
        points = setting.points
        self._is_plain = not (points.sites or points.road_reach or points.road_barriers or points.bank_rates)

    def _find(self, position: Public, layout: tuple[int, ...]) -> list[Land]:
        if len(self._seen) >= KEPT:
            self.forget()
        free = open_sites(position)
        found = self._seen[layout] = [self._land(position, seat, free, layout) for seat in range(position.seats)]
        return found

    def _land(self, position: Public, seat: int, free: int, layout: tuple[int, ...]) -> Land:
        """Return the land of a seat, cached by everything that can change it."""
        estate = self._estate(position, seat, layout)
        rivals = 0
        for other, touched in enumerate(position.touched):
            if other != seat:
                rivals |= touched
        around = (
            free & estate.nodes,
            position.foreign(seat) & estate.nodes,
            position.road_total & estate.edges,
            rivals & estate.races,
        )
        found = estate.lands.get(around)
        if found is None:
            found = estate.lands[around] = Land(position, seat, self._places, estate, rivals)
        return found

    def _estate(self, position: Public, seat: int, layout: tuple[int, ...]) -> Estate:
        """Return the estate of a seat; cached by the whole layout if a module affects roads, sites or ratios."""
        settlements, cities, robber = position.settlements[seat], position.cities[seat], position.robber
        robs = bool(position.setting.board.tile_mask[robber] & (settlements | cities))
        own = (position.roads[seat], settlements, cities, robber if robs else NOBODY)
        key = own if self._is_plain else (seat, *layout)
        found = self._estates.get(key)
        if found is None:
            income = income_of(position, seat)
            means = self._means_of(income, self._ratios_of(position, seat), position.seats)
            found = self._estates[key] = Estate(position, seat, self._places, income, means)
        return found

    def _means_of(self, income: Sequence[int], ratios: Sequence[int], seats: int) -> Means:
        key = (*income, *ratios)
        found = self._means.get(key)
        if found is None:
            found = self._means[key] = Means(income, ratios, seats, self._places.ground.worth(income))
        return found

    def _ratios_of(self, position: Public, seat: int) -> tuple[int, ...]:
        """Return by kind how many cards the bank takes for one; from the harbors alone if no module affects that."""
        harbors = position.buildings(seat) & position.setting.board.harbor_nodes
        found = self._ratios.get(harbors) if self._is_plain else None
        if found is None:
            found = self._ratios[harbors] = tuple([min(bank_rates(position, seat, kind)) for kind in range(KINDS)])
        return found
