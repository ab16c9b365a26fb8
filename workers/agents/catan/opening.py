"""Founds settlements by pips, variety and harbors, and roads towards the next good site."""

from collections.abc import Callable, Iterable, Mapping
from typing import Final

from domain.catan.chapters.longest_road import route_walls
from domain.catan.chapters.setup.messages import FoundRoad, FoundSettlement
from domain.catan.terms import BRICK, GENERIC, GRAIN, KINDS, LUMBER, ORE
from domain.core.masks import bits
from workers.agents.catan.situation import Situation

FIRST_SITES: Final = 8  # how many first sites are examined
FORESEEN: Final = 4  # the most seats for which the others' choices of sites are predicted


def site_worth(now: Situation, node: int, income: list[int]) -> float:
    """Value what a settlement at a node adds to an income, in pips; cached for the own income."""
    if income is not now.income:
        return _weigh_site(now, node, income)
    found = now.site_worths.get(node)
    if found is None:
        found = now.site_worths[node] = _weigh_site(now, node, income)
    return found


def _weigh_site(now: Situation, node: int, income: list[int]) -> float:
    ground, places = now.ground, now.places
    yields = ground.yields[node]
    after = [income[k] + yields[k] for k in range(KINDS)]
    new_kinds = sum(1 for k in range(KINDS) if yields[k] and not income[k])
    before = now.income_worth if income is now.income else ground.worth(income)
    worth = ground.worth(after) - before + places.variety * new_kinds
    worth = worth + places.pair * _pairs(after) - places.pair * _pairs(income)
    harbor = ground.harbors[node]
    if harbor == GENERIC:
        worth += places.any_harbor
    elif harbor >= 0:
        worth += places.kind_harbor * after[harbor]
    return worth


def _pairs(income: list[int]) -> int:
    return min(income[BRICK], income[LUMBER]) + min(income[GRAIN], income[ORE])


def choose_settlement(now: Situation, commands: Iterable[FoundSettlement]) -> FoundSettlement:
    """Take the best free site; room for a third settlement around it counts a little."""
    if now.places.second and now.view.seats <= FORESEEN and not now.view.settlements[now.seat]:
        return choose_first(now, commands)
    income, lure = now.income, _lure(now)

    def worth(command: FoundSettlement) -> float:
        return site_worth(now, command.node, income) + _room(now, command.node, income) + lure(command.node)

    return max(commands, key=worth)


def _lure(now: Situation) -> Callable[[int], float]:
    """Return a function from a node to the value that the prizes around it add."""
    if not now.places.prize or not now.prizes:
        return lambda node: 0.0
    lures = Lures(now)
    return lambda node: now.places.prize * lures.gain(node)


def _room(now: Situation, node: int, income: list[int]) -> float:
    return now.places.room * max((site_worth(now, far, income) for far in _second_ring(now, node)), default=0.0)


def choose_first(now: Situation, commands: Iterable[FoundSettlement]) -> FoundSettlement:
    """Take the first site of the best pair, given which sites the others will probably leave for the second."""
    none, lure = [0] * KINDS, _lure(now)
    alone = {node: site_worth(now, node, none) + lure(node) for node in bits(now.sites)}
    best = sorted(commands, key=lambda command: alone[command.node], reverse=True)[:FIRST_SITES]

    def worth(command: FoundSettlement) -> float:
        second = now.places.second * value_rest(now, command.node, alone)
        return alone[command.node] + second + _room(now, command.node, none)

    return max(best, key=worth)


def value_rest(now: Situation, first: int, alone: Mapping[int, float]) -> float:
    """Value the best second site after the seats in between have founded theirs."""
    near, yields = now.topology.near, now.ground.yields
    left = now.sites & ~near[first]
    between: list[list[int]] = []
    for _ in range(_seats_after(now)):
        node = max(bits(left), key=lambda node: alone[node])
        left &= ~near[node]
        between.append(list(yields[node]))
    for income in reversed(between):
        node = max(bits(left), key=lambda node: site_worth(now, node, income))
        left &= ~near[node]
    return max((site_worth(now, node, list(yields[first])) for node in bits(left)), default=0.0)


def _seats_after(now: Situation) -> int:
    return sum(1 for s in range(now.view.seats) if s != now.seat and not now.view.settlements[s])


def choose_road(now: Situation, commands: Iterable[FoundRoad]) -> FoundRoad:
    """Take the road whose far end leads to the best site that no other seat takes first."""
    income, lure = now.income, _lure(now)

    def worth(command: FoundRoad) -> float:
        ends = now.topology.edge_mask[command.edge] & ~now.view.settlements[now.seat]
        far = bits(ends)[0]
        sites = [node for _, node in now.topology.reach[far] if now.sites >> node & 1]
        return max((_chance(now, node) * site_worth(now, node, income) for node in sites), default=0.0) + lure(far)

    return max(commands, key=worth)


def _second_ring(now: Situation, node: int) -> list[int]:
    reach, near = now.topology.reach, now.topology.near[node]
    ring = {far for _, middle in reach[node] for _, far in reach[middle]}
    return sorted(far for far in ring if now.sites & ~near & 1 << far)


def _chance(now: Situation, node: int) -> float:
    """Return the estimated probability that a site two roads away stays free, by others' settlements as near."""
    near = now.topology.near
    reach = 0
    for _, middle in now.topology.reach[node]:
        reach |= near[middle]
    rivals = sum(1 for s in range(now.view.seats) if s != now.seat and now.view.settlements[s] & reach)
    return 1.0 / (1 + 0.5 * rivals)


_FARTHEST: Final = 5
"""The most roads to a prize that are considered."""
AS_NEAR: Final = 0.5
BEATEN: Final = 0.2
"""Probability of getting a prize to which another seat is as near, and one to which it is nearer."""


class Lures:
    """Holds how many roads lie between the nodes and each prize, and how near the others are to it."""

    def __init__(self, now: Situation) -> None:
        view, walls = now.view, route_walls(now.view, now.seat)
        self.mine: int = view.touched[now.seat]
        self.roads = [_roads_from(now, prize, walls) for prize in bits(now.prizes)]
        others = [view.touched[seat] for seat in range(view.seats) if seat != now.seat]
        self.rivals = [min([_fewest(roads, nodes) for nodes in others]) for roads in self.roads]

    def gain(self, node: int) -> float:
        """Value the prizes near a node, each by its probability and the roads to it."""
        return self._count(self.mine | 1 << node) - self._count(self.mine)

    def _count(self, nodes: int) -> float:
        count = 0.0
        for roads, rival in zip(self.roads, self.rivals, strict=True):
            own = _fewest(roads, nodes)
            if own <= _FARTHEST:
                chance = 1.0 if own < rival else AS_NEAR if own == rival else BEATEN
                count += chance / max(1, own)
        return count


def _fewest(roads: dict[int, int], nodes: int) -> int:
    """Return the fewest roads from some nodes to a prize; one more than the most considered if it is out of reach."""
    return min([count for node, count in roads.items() if nodes >> node & 1], default=_FARTHEST + 1)


def _roads_from(now: Situation, prize: int, walls: int) -> dict[int, int]:
    """Return the number of free roads from a prize to each node around it; paths end at `walls`."""
    view = now.view
    found, frontier = {prize: 0}, [prize]
    for count in range(1, _FARTHEST + 1):
        grown = []
        for node in frontier:
            for edge, far in now.topology.reach[node]:
                if far not in found and not view.road_total >> edge & 1:
                    found[far] = count
                    grown.append(far)
        frontier = [node for node in grown if not walls >> node & 1]
    return found
