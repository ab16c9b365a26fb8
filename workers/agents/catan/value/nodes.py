"""Computes the values of a board's nodes that are the same for every seat, once per board."""

from collections.abc import Sequence
from functools import lru_cache, reduce
from operator import or_
from typing import Final

from domain.catan.state import Public, Setting
from domain.catan.terms import BARREN, GENERIC, KINDS
from domain.catan.topology import Topology
from domain.core.masks import bits
from workers.agents.catan.board_values import ground_of

VARIETY: Final = 1.3  # value in pips of a first source of a kind, beyond its income
ANY_HARBOR: Final = 0.8
KIND_HARBOR: Final = 0.22


BOARDS_KEPT: Final = 64


class Surroundings:
    """Holds by node where others' pieces can change the sites near it.

    With a road or building on a node, the sites in reach depend on buildings at `nodes`, roads on `edges`, and roads
    that touch `races`.
    """

    def __init__(self, topology: Topology) -> None:
        near = topology.near
        self.nodes = [_join_nodes(near, mask) for mask in near]
        self.races = [_join_nodes(near, mask) for mask in self.nodes]
        self.edges = [_join_nodes(topology.node_edge_mask, mask) for mask in near]


def _join_nodes(masks: Sequence[int], nodes: int) -> int:
    return reduce(or_, [masks[node] for node in bits(nodes)], 0)


_surroundings: Final = lru_cache(BOARDS_KEPT)(Surroundings)


class Places:
    """Holds the values of a board's nodes; `worths` has by node the value of a city there for a seat without income."""

    def __init__(self, setting: Setting) -> None:
        self.ground = ground_of(setting)
        self.around = _surroundings(setting.board.topology)
        self.worths = [self.ground.worth(row) for row in self.ground.yields]
        self._sources = [self._weigh(row) for row in self.ground.yields]

    def _weigh(self, row: Sequence[int]) -> list[tuple[int, int, float, float]]:
        """Return the kinds of a node with their pips, and the value of these for seats with few and many of a kind."""
        weighed = [(kind, pips, self.ground.weights[kind] * pips) for kind, pips in enumerate(row) if pips]
        return [(kind, pips, worth, worth * 0.8) for kind, pips, worth in weighed]

    def site_worth(self, node: int, income: Sequence[int]) -> float:
        """Value a site by its pips, the kinds that are new to the seat, and its harbor."""
        worth = 0.0
        for kind, pips, few, many in self._sources[node]:
            before = income[kind]
            worth += (few if before + pips <= 5 else many) + (0.0 if before else VARIETY)
        harbor = self.ground.harbors[node]
        if harbor == GENERIC:
            return worth + ANY_HARBOR
        return worth + KIND_HARBOR * (income[harbor] + self.ground.yields[node][harbor]) if harbor >= 0 else worth


def income_of(position: Public, seat: int) -> list[int]:
    """Return the pips of a seat's buildings by kind; cities count twice, the robber's tile does not count."""
    yields, board = ground_of(position.setting).yields, position.setting.board
    pips = [0] * KINDS
    for mask, times in ((position.settlements[seat], 1), (position.cities[seat], 2)):
        for node in bits(mask):
            for kind, count in enumerate(yields[node]):
                pips[kind] += count * times
    lost = count_lost(position, seat)
    if lost:
        pips[board.resources[position.robber]] -= lost
    return pips


def count_lost(position: Public, seat: int) -> int:
    """Count the pips that the robber takes from a seat."""
    board, robber = position.setting.board, position.robber
    if board.resources[robber] == BARREN:
        return 0
    nodes = board.tile_mask[robber]
    robbed = (position.settlements[seat] & nodes).bit_count() + 2 * (position.cities[seat] & nodes).bit_count()
    return robbed * ground_of(position.setting).pips[robber] if robbed else 0
