"""Says where roads may be built (rulebook 003, Construction a)."""

from domain.catan.state import Public
from domain.core.errors import IllegalCommand
from domain.core.masks import bits


def road_sites(state: Public, seat: int) -> int:
    """Return edges where a seat may build: free, and at a node with an own road or building and no foreign building."""
    edges = free_edges(state, road_starts(state, seat, state.touched[seat], state.buildings(seat)))
    return filter_edges(state, seat, edges)


def filter_edges(state: Public, seat: int, edges: int) -> int:
    """Return those of some edges where the modules let a seat build."""
    for allowed in state.setting.points.edges:
        edges &= allowed(state, seat)
    return edges


def road_starts(state: Public, seat: int, touched: int, buildings: int) -> int:
    """Return nodes from which a seat may build, with roads at the nodes `touched` and with buildings at others."""
    points = state.setting.points
    nodes = touched
    for reach in points.road_reach:
        for group in reach(state, seat):
            nodes |= group if group & buildings else 0
    for barriers in points.road_barriers:
        nodes &= ~barriers(state, seat)
    return (nodes | buildings) & ~state.foreign(seat)


def ends_of(state: Public, roads: int) -> int:
    """Return the nodes at the ends of some roads."""
    ends = state.setting.board.topology.edge_mask
    nodes = 0
    for edge in bits(roads):
        nodes |= ends[edge]
    return nodes


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
    """Return the rule that keeps a road off an edge."""
    board = state.setting.board
    for why in state.setting.points.why_no_road:
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
