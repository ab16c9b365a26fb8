"""What the pieces of a seat come to: income, rates, sites in reach; worked out once for pieces and robber."""

from collections.abc import Sequence
from typing import Final

from domain.catan.chapters.building.roads import road_starts
from domain.catan.chapters.building.rules import open_sites
from domain.catan.chapters.longest_road.rules import route_walls
from domain.catan.chapters.maritime.rules import bank_rates
from domain.catan.state import Public
from domain.catan.terms import BARREN, GENERIC, KINDS, ROAD_COST, SETTLEMENT_COST
from domain.core.masks import bits
from workers.agents.catan.ground import Ground, ground_of
from workers.agents.catan.value.waits import Purse, cost_of

FARTHEST: Final = 2  # roads to a site that is reckoned with
KEPT: Final = 20_000
VARIETY: Final = 1.3  # pips that a first source of a kind is worth beyond its income
ANY_HARBOR: Final = 0.8
KIND_HARBOR: Final = 0.22

Row = tuple[float, ...]


class Land:
    """Holds what the pieces of one seat come to.

    `figures` are the features that depend on nothing else. `settle_worth` is what the most promising site in reach is
    worth, `settle_cost` what a settlement there costs with its roads, `best_city` what the best settlement yields;
    `traded` counts the pips as the bank takes them. `near` remembers by hand how near its goals are.
    """

    __slots__ = ("best_city", "figures", "near", "purse", "settle_cost", "settle_worth", "traded")

    def __init__(self, position: Public, seat: int) -> None:
        ground = ground_of(position.setting)
        income = income_of(position, seat)
        ratios = [min(bank_rates(position, seat, kind)) for kind in range(KINDS)]
        self.purse = Purse([pips * position.seats / 36 for pips in income], ratios)
        self.traded = sum(pips / ratio for pips, ratio in zip(income, ratios, strict=True))
        sites = _sites(position, seat, ground, income)
        roads = max(range(FARTHEST + 1), key=lambda n: (sites[n] > 0) * (9 + sites[n]) / (3 + n))
        self.settle_worth = sites[roads]
        self.settle_cost = cost_of([a + roads * b for a, b in zip(SETTLEMENT_COST, ROAD_COST, strict=True)])
        own = [ground.worth(ground.yields[node]) for node in bits(position.settlements[seat])]
        self.best_city = max(own, default=0.0) if position.cities_left(seat) else 0.0
        self.figures = (*_earnings(position, seat, ground, income), self.traded / 5, *_pieces(position, seat, sites))
        self.near: dict[tuple[float, ...], Row] = {}


def _earnings(position: Public, seat: int, ground: Ground, income: Sequence[int]) -> Row:
    lost = sum(_gross(position, seat, ground)) - sum(income)
    kinds = sum([1 for pips in income if pips])
    return (*[pips / 10 for pips in income], ground.worth(income) / 10, kinds / KINDS, lost / 5)


def _pieces(position: Public, seat: int, sites: Sequence[float]) -> Row:
    return (
        *[worth / 10 for worth in sites],
        position.settlements[seat].bit_count() / 5,
        position.cities[seat].bit_count() / 4,
        position.roads_left(seat) / 15,
    )


def income_of(position: Public, seat: int) -> list[int]:
    """Count the pips of a seat's buildings by kind, a city twice, the robber's tile left out."""
    ground, board = ground_of(position.setting), position.setting.board
    pips = _gross(position, seat, ground)
    kind = board.resources[position.robber]
    if kind != BARREN:
        nodes = board.tile_mask[position.robber]
        robbed = (position.settlements[seat] & nodes).bit_count() + 2 * (position.cities[seat] & nodes).bit_count()
        pips[kind] -= ground.pips[position.robber] * robbed
    return pips


def _gross(position: Public, seat: int, ground: Ground) -> list[int]:
    pips = [0] * KINDS
    for mask, times in ((position.settlements[seat], 1), (position.cities[seat], 2)):
        for node in bits(mask):
            for kind, count in enumerate(ground.yields[node]):
                pips[kind] += count * times
    return pips


def _sites(position: Public, seat: int, ground: Ground, income: Sequence[int]) -> list[float]:
    """Return the worth of the best free sites that 0, 1 and 2 roads lead to."""
    if not position.settlements_left(seat):
        return [0.0] * (FARTHEST + 1)
    topology, free, walls = position.setting.board.topology, open_sites(position), route_walls(position, seat)
    frontier = road_starts(position, seat, position.touched[seat], position.buildings(seat))
    seen, layers = frontier | position.touched[seat], [position.touched[seat] & free]
    for _ in range(FARTHEST):
        grown = 0
        for node in bits(frontier):
            for edge, far in topology.reach[node]:
                if not (seen >> far & 1 or position.road_total >> edge & 1):
                    grown |= 1 << far
        seen |= grown
        layers.append(grown & free)
        frontier = grown & ~walls
    rivals = [position.touched[other] for other in range(position.seats) if other != seat]

    def worth(node: int) -> float:
        return _worth(ground, node, income) * _hold(rivals, topology.near[node], node)

    return [max([worth(node) for node in bits(layer)], default=0.0) for layer in layers]


def _hold(rivals: Sequence[int], near: int, node: int) -> float:
    """Guess how likely a site is still free when one gets there: others' roads nearby make it a race."""
    if not any(touched & near for touched in rivals):
        return 1.0
    return 0.5 if any(touched >> node & 1 for touched in rivals) else 0.8


def _worth(ground: Ground, node: int, income: Sequence[int]) -> float:
    """Value a site by its pips, the kinds that are new to the seat, and its harbor."""
    worth = 0.0
    for weight, pips, before in zip(ground.weights, ground.yields[node], income, strict=True):
        if pips:
            worth += weight * pips * (1.0 if before + pips <= 5 else 0.8) + (0.0 if before else VARIETY)
    harbor = ground.harbors[node]
    if harbor == GENERIC:
        return worth + ANY_HARBOR
    return worth + KIND_HARBOR * (income[harbor] + ground.yields[node][harbor]) if harbor >= 0 else worth


class Lands:
    """Remembers the lands of all seats at the layouts seen last: pieces and robber of one board."""

    def __init__(self) -> None:
        self._packed = b""
        self._seen: dict[tuple[object, ...], list[Land]] = {}

    def of(self, position: Public) -> list[Land]:
        """Return the lands at a position, by seat."""
        if position.setting.packed is not self._packed:
            self._packed = position.setting.packed
            self._seen.clear()
        key = (position.robber, *position.roads, *position.settlements, *position.cities)
        found = self._seen.get(key)
        if found is None:
            if len(self._seen) >= KEPT:
                self._seen.clear()
            found = self._seen[key] = [Land(position, seat) for seat in range(position.seats)]
        return found

    def forget(self) -> None:
        """Forget all of them."""
        self._seen.clear()
