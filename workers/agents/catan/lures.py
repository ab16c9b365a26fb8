"""On some maps the first road to a node brings a point: these functions say who will be near such prizes."""

from typing import Final

from domain.catan.chapters.longest_road import route_walls
from domain.core.masks import bits
from workers.agents.catan.situation import Situation

FARTHEST: Final = 5
"""Roads to a prize that are still worth a thought."""
AS_NEAR: Final = 0.5
BEATEN: Final = 0.2
"""The chance of a prize to which another seat is as near, and of one to which it is nearer."""


class Lures:
    """Holds how many roads lie between the nodes and each prize, and how near the others are to it."""

    def __init__(self, now: Situation) -> None:
        view, walls = now.view, route_walls(now.view, now.seat)
        self.mine: int = view.touched[now.seat]
        self.roads = [_roads_from(now, prize, walls) for prize in bits(now.prizes)]
        others = [view.touched[seat] for seat in range(view.seats) if seat != now.seat]
        self.rivals = [min([_fewest(roads, nodes) for nodes in others]) for roads in self.roads]

    def gain(self, node: int) -> float:
        """Count the prizes that a node brings nearer, each by its chance and the roads to it."""
        return self._count(self.mine | 1 << node) - self._count(self.mine)

    def _count(self, nodes: int) -> float:
        count = 0.0
        for roads, rival in zip(self.roads, self.rivals, strict=True):
            own = _fewest(roads, nodes)
            if own <= FARTHEST:
                chance = 1.0 if own < rival else AS_NEAR if own == rival else BEATEN
                count += chance / max(1, own)
        return count


def _fewest(roads: dict[int, int], nodes: int) -> int:
    """Return how few roads lead from some nodes to a prize; one more than are worth a thought where none do."""
    return min([count for node, count in roads.items() if nodes >> node & 1], default=FARTHEST + 1)


def _roads_from(now: Situation, prize: int, walls: int) -> dict[int, int]:
    """Count the free roads from a prize to the nodes around it; walls end a way."""
    view = now.view
    found, frontier = {prize: 0}, [prize]
    for count in range(1, FARTHEST + 1):
        grown = []
        for node in frontier:
            for edge, far in now.topology.reach[node]:
                if far not in found and not view.road_total >> edge & 1:
                    found[far] = count
                    grown.append(far)
        frontier = [node for node in grown if not walls >> node & 1]
    return found
