"""Says where a seat may build roads, settlements and cities, and why not elsewhere (rulebook 003, Construction).

The costs are judged in `rules`.
"""

from domain.catan.state import Public
from domain.core.errors import IllegalCommand


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
    kept = next(filter(None, [why(state, seat, edge) for why in state.setting.points.why_no_road]), None)
    if kept is not None:
        return kept
    if not board.all_edges >> edge & 1:
        return "catan.board.coast"
    if state.road_total >> edge & 1:
        return "catan.road.one_per_edge"
    if board.topology.edge_mask[edge] & state.touched[seat]:
        return "catan.road.not_through_opponent"
    return "catan.road.connection"


def settlement_sites(state: Public, seat: int) -> int:
    """Return nodes an own road leads to, free and with no building next to them."""
    nodes = state.touched[seat]
    for reach in state.setting.points.road_reach:
        for group in reach(state, seat):
            nodes |= group
    return nodes & open_sites(state)


def open_sites(state: Public) -> int:
    """Return nodes where a settlement may be placed: those where it may stand, free of buildings near."""
    return find_sites(state) & ~state.blocked


def find_sites(state: Public) -> int:
    """Return nodes where settlements may stand at all, as far as the modules let them."""
    mask = state.setting.board.land
    for sites in state.setting.points.sites:
        mask &= sites(state)
    return mask


def forbidding_rule(state: Public, node: int) -> str:
    """Return the rule of a module that forbids settling on a node; empty if none does."""
    return next(filter(None, [why(state, node) for why in state.setting.points.why_no_site]), "")


def check_settlement(state: Public, seat: int, node: int) -> None:
    """Refuse a node where the seat cannot place a settlement, the cost apart."""
    if not state.settlements_left(seat):
        raise IllegalCommand("catan.settlement.limit")
    if not settlement_sites(state, seat) >> node & 1:
        raise IllegalCommand(_settlement_rule(state, seat, node), node=node)


def _settlement_rule(state: Public, seat: int, node: int) -> str:
    if not state.setting.board.land >> node & 1:
        return "catan.board.coast"
    kept = forbidding_rule(state, node)
    if kept:
        return kept
    if state.cities[seat] >> node & 1:
        return "catan.city.no_downgrade"
    if any(state.buildings(other) >> node & 1 for other in range(state.seats)):
        return "catan.settlement.free_vertex"
    return "catan.settlement.distance" if state.blocked >> node & 1 else "catan.settlement.connection"


def check_city(state: Public, seat: int, node: int) -> None:
    """Refuse a node where the seat cannot place a city, the cost apart."""
    if not state.settlements[seat] >> node & 1:
        raise IllegalCommand("catan.city.upgrade_only", node=node)
    if not state.cities_left(seat):
        raise IllegalCommand("catan.city.limit")
