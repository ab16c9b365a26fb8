"""Counts the fewest new roads with which a seat's longest route gets a given length; never more than are needed.

A route is its core, which begins and ends with own roads and may cross gaps, and new roads at both ends. Those at the
ends are counted without a look at where the others lie, so that the count may be too small where they meet.
"""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from domain.catan.topology import Topology
from domain.core.masks import bits

NEVER: Final = 99


class Laid(NamedTuple):
    """Holds a number of new roads, and the edges of one way to lay them, as a mask."""

    number: int
    edges: int


class Way(NamedTuple):
    """Holds a number of new roads, their edges as a mask, and the node where they lead."""

    number: int
    edges: int
    node: int


@lru_cache(maxsize=2048)
def fewest_roads(topology: Topology, roads: int, starts: int, free: int, walls: int, length: int, most: int) -> Laid:
    """Return the fewest new roads, at most `most`, for a route of a length; NEVER if there are none.

    `roads` are the own ones, `free` the edges where one may be laid, `starts` nodes where the own net may grow, `walls`
    nodes that no route passes; all are masks.
    """
    if roads.bit_count() + most < length:
        return Laid(NEVER, 0)
    return _Routes(topology, roads, topology.ends(roads) | starts, free, walls, length, most).fewest()


class _Routes:
    def __init__(self, topology: Topology, roads: int, own: int, free: int, walls: int, length: int, most: int) -> None:
        self.reach = topology.reach
        self.roads = roads
        self.own = own
        self.free = free
        self.walls = walls
        self.length = length
        self.most = most
        self.best = Laid(most + 1, 0)
        self.back = _count_from(topology, bits(own), free, walls, most - 1)
        self.ends: dict[int, list[int]] = {}

    def fewest(self) -> Laid:
        """Return the fewest new roads for the length."""
        for node in bits(self.own):
            self._try_from(node)
        return self.best if self.best.number <= self.most else Laid(NEVER, 0)

    def _try_from(self, start: int) -> None:
        """Follow every core from a node, and add what is missing at its ends."""
        stack = [(start, self.roads, self.free, 0, 0, 0)]
        while stack:
            node, roads, free, length, laid, edges = stack.pop()
            self._close(start, node, length, laid, edges)
            if self.walls >> node & 1 and node != start:
                continue
            for edge, end in self.reach[node]:
                if roads >> edge & 1:
                    stack.append((end, roads & ~(1 << edge), free, length + 1, laid, edges))
                elif free >> edge & 1 and laid + 1 + self.back.get(end, NEVER) < self.best.number:
                    stack.append((end, roads, free & ~(1 << edge), length + 1, laid + 1, edges | 1 << edge))

    def _close(self, start: int, node: int, length: int, laid: int, edges: int) -> None:
        missing = max(0, self.length - length)
        if laid + missing >= self.best.number:
            return
        if missing:
            first, last = self._onward(start), self._onward(node)
            if len(first) + len(last) < missing:
                return
            at_end = min(missing, len(last))
            for edge in (*last[:at_end], *first[: missing - at_end]):
                edges |= 1 << edge
        self.best = Laid(laid + missing, edges)

    def _onward(self, node: int) -> list[int]:
        """Return the longest way of new roads from a node, up to as many as matter, as edges."""
        if node not in self.ends:
            self.ends[node] = [] if self.walls >> node & 1 else self._walk(node, self.free, self.best.number)
        return self.ends[node]

    def _walk(self, node: int, free: int, most: int) -> list[int]:
        best: list[int] = []
        for edge, end in self.reach[node]:
            if free >> edge & 1:
                rest = [] if self.walls >> end & 1 or most < 2 else self._walk(end, free & ~(1 << edge), most - 1)
                if len(rest) + 1 > len(best):
                    best = [edge, *rest]
                    if len(best) >= most:
                        break
        return best


@lru_cache(maxsize=2048)
def ways_to(topology: Topology, starts: int, free: int, walls: int, wanted: int, most: int) -> tuple[Way, ...]:
    """Return the fewest new roads, at most `most`, from some nodes to each of those wanted, the nearest first."""
    seen = dict.fromkeys(bits(starts), Laid(0, 0))
    frontier = [node for node in seen if not walls >> node & 1]
    for count in range(1, most + 1):
        grown = []
        for node in frontier:
            for edge, end in topology.reach[node]:
                if free >> edge & 1 and end not in seen:
                    seen[end] = Laid(count, seen[node].edges | 1 << edge)
                    grown.append(end)
        frontier = [node for node in grown if not walls >> node & 1]
    return tuple(sorted([Way(*laid, node) for node, laid in seen.items() if wanted >> node & 1]))


@lru_cache(maxsize=4096)
def apart(topology: Topology, free: int, node: int, most: int) -> dict[int, int]:
    """Return how many new roads lie between a node and others, for those at most `most` roads away."""
    return _count_from(topology, [node], free, 0, most)


def _count_from(topology: Topology, starts: Iterable[int], free: int, walls: int, most: int) -> dict[int, int]:
    """Return how many new roads lead from some nodes to others, past no wall; at most `most` are laid."""
    counts = dict.fromkeys(starts, 0)
    frontier = list(counts)
    for count in range(1, most + 1):
        grown = []
        for node in frontier:
            for edge, end in topology.reach[node]:
                if free >> edge & 1 and end not in counts:
                    counts[end] = count
                    grown.append(end)
        frontier = [node for node in grown if not walls >> node & 1]
    return counts


def fewest_to_both(topology: Topology, free: int, ones: Sequence[Way], others: Sequence[Way], most: int) -> int:
    """Return the fewest new roads from the own net to one of some nodes and to another of others; NEVER if too many."""
    best = NEVER
    for one in ones:
        if one.number >= best:
            break
        between = apart(topology, free, one.node, most)
        for other in others:
            if other.node != one.node:
                far = between.get(other.node, NEVER)
                best = min(best, one.number + other.number, -(-(one.number + other.number + far) // 2))
    return max(best, ones[0].number, others[0].number) if best <= most else NEVER
