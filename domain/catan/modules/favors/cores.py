"""Finds cores, the connected roads, settlements and cities of one color, and whether two of them have met.

Two cores have met when they share a node. The board itself thus remembers every meeting, in the founding phase or
later; only what a foreign building or a lifted road parts needs a record (`Contact`).
"""

from collections.abc import Iterable
from typing import NamedTuple

from domain.catan.chapters.longest_road import route_walls
from domain.catan.modules.favors.holdings import Contact
from domain.catan.state import Public
from domain.core.masks import bits


class Core(NamedTuple):
    """Holds a core's pieces as masks over edges and nodes, and all the nodes that they touch."""

    seat: int
    roads: int
    buildings: int
    nodes: int


class Ground:
    """Limits where a core may grow: a seat's pieces, the nodes that part them, the groups of nodes that join them."""

    def __init__(self, state: Public, seat: int, roads: int) -> None:
        self.seat = seat
        self.topology = state.setting.board.topology
        self.roads = roads
        self.buildings = state.buildings(seat)
        self.walls = route_walls(state, seat) & ~self.buildings
        self.groups = [g & ~self.walls for reach in state.setting.points.road_reach for g in reach(state, seat)]

    def core(self, roads: int, buildings: int) -> Core:
        """Return the core that some connected pieces belong to."""
        done = 0
        while True:
            nodes = buildings | self.topology.ends(roads)
            fresh = self._joined(nodes) & ~done
            if not fresh:
                return Core(self.seat, roads, buildings, nodes)
            done |= fresh
            buildings |= fresh & self.buildings
            for node in bits(fresh):
                roads |= self.topology.node_edge_mask[node] & self.roads

    def _joined(self, nodes: int) -> int:
        """Return the nodes that lead on, with those that a group joins to them."""
        nodes &= ~self.walls
        joined = nodes
        for group in self.groups:
            if nodes & group:
                joined |= group
        return joined

    def cores(self) -> list[Core]:
        """Return all of the seat's cores."""
        found = []
        roads, buildings = self.roads, self.buildings
        while roads or buildings:
            core = self.core(roads & -roads, 0 if roads else buildings & -buildings)
            roads &= ~core.roads
            buildings &= ~core.buildings
            found.append(core)
        return found


def cores(state: Public, seat: int) -> list[Core]:
    """Return a seat's cores."""
    return Ground(state, seat, state.roads[seat]).cores()


def parts_before(state: Public, seat: int, edge: int) -> list[Core]:
    """Return the cores that a road now on the edge extends or joins, as they were without it."""
    whole = Ground(state, seat, state.roads[seat]).core(1 << edge, 0)
    before = Ground(state, seat, state.roads[seat] & ~(1 << edge)).cores()
    return [core for core in before if core.roads & whole.roads or core.buildings & whole.buildings]


def have_met(contacts: Iterable[Contact], one: Core, other: Core) -> bool:
    """Return whether two cores of different seats touch or are on record."""
    return bool(one.nodes & other.nodes) or any(
        _records(contact, one, other) or _records(contact, other, one) for contact in contacts
    )


def _records(contact: Contact, one: Core, other: Core) -> bool:
    """Return whether a record names pieces of both, in this order."""
    return (
        contact.seat == one.seat
        and contact.other == other.seat
        and bool(contact.roads & one.roads or contact.buildings & one.buildings)
        and bool(contact.other_roads & other.roads or contact.other_buildings & other.buildings)
    )
