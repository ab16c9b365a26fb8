"""Phase 3a: roads and Longest Road (rulebook 003, Construction a; component facts A.5)."""

from collections.abc import Sequence

from domain.catan.board import Board
from domain.catan.events import LongestRoadMoved, RouteChanged
from domain.catan.state import Public, State
from domain.catan.terms import NOBODY, SHORTEST_LONGEST_ROAD
from domain.catan.topology import Topology
from domain.core.decider import Draft
from domain.core.errors import IllegalCommand
from domain.core.masks import bits


def road_sites(state: Public, seat: int) -> int:
    """Return edges where a seat may build: free, and at a node with an own road or building and no foreign building."""
    return free_edges(state, road_starts(state, seat, state.touched[seat], state.buildings(seat)))


def road_starts(state: Public, seat: int, touched: int, buildings: int) -> int:
    """Return nodes from which a seat may build, with roads at the nodes `touched` and with buildings at others."""
    points = state.setting.rules.points
    nodes = touched
    for reach in points.road_reach:
        for group in reach(state, seat):
            nodes |= group if group & buildings else 0
    for barriers in points.road_barriers:
        nodes &= ~barriers(state, seat)
    return (nodes | buildings) & ~state.foreign(seat)


def free_edges(state: Public, nodes: int) -> int:
    """Return the edges at some nodes on which no road lies."""
    node_edges = state.setting.board.topology.node_edge_mask
    mask = 0
    while nodes:
        low = nodes & -nodes
        mask |= node_edges[low.bit_length() - 1]
        nodes ^= low
    return mask & ~state.road_total


def check_road(state: Public, seat: int, edge: int) -> None:
    """Refuse an edge that is no road site, naming the rule that forbids it."""
    if road_sites(state, seat) >> edge & 1:
        return
    raise IllegalCommand(_road_rule(state, seat, edge), edge=edge)


def _road_rule(state: Public, seat: int, edge: int) -> str:
    """Why an edge is no road site."""
    board = state.setting.board
    for why in state.setting.rules.points.why_no_road:
        rule = why(state, seat, edge)
        if rule is not None:
            return rule
    if not board.all_edges >> edge & 1:
        return "catan.board.coast"
    if state.road_total >> edge & 1:
        return "catan.road.one_per_edge"
    if board.topology.edge_mask[edge] & state.touched[seat]:
        return "catan.road.not_through_opponent"
    return "catan.road.connection"


def route_length(board: Board, roads: int, foreign: int) -> int:
    """Return the longest trail: no edge twice, forks not added, foreign buildings block the way.

    A longest trail can be started at a node with an odd number of own roads or at a foreign building; a part of the
    net without such nodes is one closed trail.
    """
    topology = board.topology
    if not roads:
        return 0
    best = 0
    covered = 0
    for node, start in _starts(topology, roads, foreign):
        length, seen = _longest_from(topology, node, start, roads, foreign)
        best = max(best, length)
        covered |= seen
    rest = roads & ~covered
    while rest:
        ring = _connected(topology, rest)
        best = max(best, ring.bit_count())
        rest &= ~ring
    return best


def _starts(topology: Topology, roads: int, foreign: int) -> list[tuple[int, int]]:
    """(node, mask of first edges) pairs from which trails have to be tried."""
    nodes = 0
    for edge in bits(roads):
        nodes |= topology.edge_mask[edge]
    starts = []
    for node in bits(nodes):
        mine = topology.node_edge_mask[node] & roads
        if foreign >> node & 1 or mine.bit_count() & 1:
            starts.append((node, mine))
    return starts


def _longest_from(topology: Topology, node: int, first: int, roads: int, foreign: int) -> tuple[int, int]:
    """Return the longest trail from a node, and the mask of all roads that trails from it reach."""
    reach = topology.reach
    best = 0
    seen = 0
    stack = []
    for edge, end in reach[node]:
        if first >> edge & 1:
            stack.append((end, roads & ~(1 << edge), 1))
            seen |= 1 << edge
    while stack:
        at, left, length = stack.pop()
        if length > best:
            best = length
        if foreign >> at & 1:
            continue
        for edge, end in reach[at]:
            if left >> edge & 1:
                seen |= 1 << edge
                stack.append((end, left & ~(1 << edge), length + 1))
    return best, seen


def _connected(topology: Topology, roads: int) -> int:
    """Return the roads connected with the lowest one."""
    part = roads & -roads
    while True:
        nodes = 0
        for edge in bits(part):
            nodes |= topology.edge_mask[edge]
        grown = 0
        for node in bits(nodes):
            grown |= topology.node_edge_mask[node]
        grown &= roads
        if grown == part:
            return part
        part = grown


def route_walls(state: Public, seat: int) -> int:
    """Return the nodes that no route of a seat passes."""
    walls = state.foreign(seat)
    for barriers in state.setting.rules.points.road_barriers:
        walls |= barriers(state, seat)
    return walls


def measure_route(draft: Draft[State], seat: int) -> None:
    """Say a seat's route length where it changed."""
    state = draft.state
    length = route_length(state.setting.board, state.roads[seat], route_walls(state, seat))
    if length != state.routes[seat]:
        draft.emit(RouteChanged(seat, length))


def measure_cut_routes(draft: Draft[State], builder: int, node: int) -> None:
    """Measure the routes that pass a node where a building was placed: it cuts others', and may join the builder's."""
    state = draft.state
    joins = bool(state.setting.rules.points.road_barriers)
    for seat in range(state.seats):
        if (seat != builder or joins) and state.touched[seat] >> node & 1:
            measure_route(draft, seat)


def award_longest_road(draft: Draft[State]) -> None:
    """Move the card where the lengths say so (component facts A.5, tie and loss)."""
    state = draft.state
    holder = rightful_holder(state.routes, state.longest_road, SHORTEST_LONGEST_ROAD)
    if holder != state.longest_road:
        draft.emit(LongestRoadMoved(holder))


def rightful_holder(counts: Sequence[int], holder: int, least: int) -> int:
    """Return who holds an award: the holder while first or tied with enough, otherwise the only first, if any."""
    most = max(counts)
    if most < least:
        return NOBODY
    if holder != NOBODY and counts[holder] == most:
        return holder
    return counts.index(most) if counts.count(most) == 1 else NOBODY
