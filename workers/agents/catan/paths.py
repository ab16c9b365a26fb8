"""These functions find where a seat's roads could lead, and over which edges."""

from domain.catan.chapters.building.rules import settlement_sites
from domain.catan.chapters.longest_road import route_walls
from domain.core.masks import bits
from workers.agents.catan.situation import Situation

Path = tuple[int, ...]
"""Edges in building order."""


def paths_to_sites(now: Situation, farthest: int) -> dict[int, Path]:
    """Find the shortest free paths from the own roads to the sites where one may settle, by node."""
    return {node: path for node, path in paths(now, farthest).items() if now.sites >> node & 1}


def paths(now: Situation, farthest: int) -> dict[int, Path]:
    """Find the shortest free paths of at most so many roads, by node; to a site that is open at once it is empty."""
    view, seat = now.view, now.seat
    walls = route_walls(view, seat)
    here: Path = ()
    frontier = dict.fromkeys(bits(now.starts), here)
    seen = dict.fromkeys(bits(now.starts | settlement_sites(view, seat)), here)
    for _ in range(farthest):
        grown: dict[int, Path] = {}
        for node, path in frontier.items():
            for edge, far in now.topology.reach[node]:
                if far not in seen and not view.road_total >> edge & 1:
                    seen[far] = grown[far] = (*path, edge)
        frontier = {node: path for node, path in grown.items() if not walls >> node & 1}
    return seen
