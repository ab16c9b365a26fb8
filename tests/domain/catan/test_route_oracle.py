"""Tests route lengths against two exhaustive searches that are written differently."""

from collections.abc import Iterator, Sequence
from itertools import combinations
from random import Random

import pytest

from domain.catan.chapters.longest_road import longer_route, route_length
from tests.domain.catan.table import TOPOLOGY, Table

pytestmark = pytest.mark.rule("catan.longest_road.each_road_once", "catan.longest_road.no_forks")
BOARD = Table().state.setting.board


def by_trails(roads: frozenset[int], foreign: frozenset[int]) -> int:
    """Return the length of the longest trail, by trying every trail from both ends of every road."""

    def extend(at: int, used: frozenset[int]) -> int:
        if at in foreign:
            return len(used)
        longer = [edge for edge in roads - used if at in TOPOLOGY.edge_nodes[edge]]
        return max([len(used), *(extend(sum(TOPOLOGY.edge_nodes[edge]) - at, used | {edge}) for edge in longer)])

    return max((extend(end, frozenset([edge])) for edge in roads for end in TOPOLOGY.edge_nodes[edge]), default=0)


def by_sets(roads: frozenset[int], foreign: frozenset[int]) -> int:
    """Return the size of the largest set of roads that is a trail by Euler's theorem.

    Roads that meet at a foreign building are not joined there.
    """
    for size in range(len(roads), 0, -1):
        if any(_is_trail(chosen, foreign) for chosen in combinations(sorted(roads), size)):
            return size
    return 0


def _is_trail(chosen: tuple[int, ...], foreign: frozenset[int]) -> bool:
    ends = [frozenset((at, edge if at in foreign else -1) for at in TOPOLOGY.edge_nodes[edge]) for edge in chosen]
    places = frozenset().union(*ends)
    odd = [place for place in places if sum(place in pair for pair in ends) % 2]
    return len(odd) in (0, 2) and _is_connected(ends)


def _is_connected(ends: list[frozenset[tuple[int, int]]]) -> bool:
    reached, left = ends[0], ends[1:]
    while left:
        joined = [pair for pair in left if pair & reached]
        if not joined:
            return False
        reached = reached.union(*joined)
        left = [pair for pair in left if pair not in joined]
    return True


def _grown(rng: Random, size: int, scattered: float) -> frozenset[int]:
    """Return random roads; each next one touches the others, or lies anywhere with the probability `scattered`."""
    roads = {rng.randrange(TOPOLOGY.edges)}
    while len(roads) < size:
        touching = [edge for road in roads for at in TOPOLOGY.edge_nodes[road] for edge in TOPOLOGY.node_edges[at]]
        roads.add(rng.randrange(TOPOLOGY.edges) if rng.random() < scattered else rng.choice(touching))
    return frozenset(roads)


def _buildings(rng: Random, roads: frozenset[int]) -> frozenset[int]:
    nodes = sorted({at for edge in roads for at in TOPOLOGY.edge_nodes[edge]})
    return frozenset(rng.sample(nodes, rng.randint(0, 4)))


def _measured(roads: frozenset[int], foreign: frozenset[int]) -> int:
    return route_length(BOARD, sum(1 << edge for edge in roads), sum(1 << at for at in foreign))


def _networks(
    seed: int, count: int, most: int, gaps: Sequence[float]
) -> Iterator[tuple[frozenset[int], frozenset[int]]]:
    """Yield random roads, from four to so many, with buildings of others on them."""
    rng = Random(seed)
    for _ in range(count):
        roads = _grown(rng, rng.randint(4, most), rng.choice(gaps))
        yield roads, _buildings(rng, roads)


@pytest.mark.parametrize("seed", range(20))
def test_routes_are_as_long_as_the_longest_of_all_trails(seed: int) -> None:
    for roads, foreign in _networks(seed, 20, 15, (0.0, 0.0, 0.1, 0.3)):
        assert _measured(roads, foreign) == by_trails(roads, foreign), (sorted(roads), sorted(foreign))


@pytest.mark.parametrize("seed", range(20))
def test_a_route_that_a_road_lengthens_is_measured_like_any_other(seed: int) -> None:
    for roads, foreign in _networks(2000 + seed, 20, 15, (0.0, 0.1)):
        mask, walls = sum(1 << edge for edge in roads), sum(1 << at for at in foreign)
        for edge in roads:
            before = _measured(roads - {edge}, foreign)
            assert longer_route(BOARD, mask, edge, walls, before) == _measured(roads, foreign), (sorted(roads), edge)


@pytest.mark.parametrize("seed", range(10))
def test_routes_are_as_long_as_the_largest_trail_by_degrees(seed: int) -> None:
    for roads, foreign in _networks(1000 + seed, 10, 10, (0.0, 0.1)):
        assert _measured(roads, foreign) == by_sets(roads, foreign), (sorted(roads), sorted(foreign))


def test_rings_joined_in_every_way_agree_with_all_trails() -> None:
    rng = Random(5)
    for _ in range(60):
        tiles = rng.sample(range(TOPOLOGY.tiles), 2)
        sides = {edge for edge, pair in enumerate(TOPOLOGY.edge_nodes) for t in tiles if _on(t, pair)}
        extra = rng.sample(sorted(set(range(TOPOLOGY.edges)) - sides), 2)
        roads = frozenset([*sides, *extra])
        foreign = _buildings(rng, roads)
        assert _measured(roads, foreign) == by_trails(roads, foreign), (sorted(roads), sorted(foreign))


def _on(tile: int, pair: tuple[int, int]) -> bool:
    return all(tile in TOPOLOGY.node_tiles[at] for at in pair)


def test_without_roads_there_is_no_route() -> None:
    assert _measured(frozenset(), frozenset()) == by_trails(frozenset(), frozenset()) == 0
