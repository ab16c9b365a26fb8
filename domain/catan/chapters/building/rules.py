"""Builds roads, settlements and cities, in phase 3 (rulebook 003, Construction a to c).

Costs are paid exactly, from the own hand, without credit.
"""

from typing import Final

from domain.catan.chapters.building import messages
from domain.catan.chapters.longest_road import award_longest_road, measure_cut_routes, measure_longer_route
from domain.catan.chapters.trading.messages import OffersLapsed
from domain.catan.chapters.turn import build_phase
from domain.catan.state import Public, State
from domain.catan.terms import CITY_COST, FREE_ROADS, KINDS, NOTHING, RESOURCES, ROAD_COST, SETTLEMENT_COST, TRADE
from domain.core.agenda import Agenda, Frame
from domain.core.decider import Draft
from domain.core.errors import IllegalCommand
from domain.core.masks import bits
from domain.core.messages import AnyCommand
from domain.core.rows import Row
from domain.core.table_state import pop

_ROADS: Final = tuple(messages.BuildRoad(edge) for edge in range(500))
_SETTLEMENTS: Final = tuple(messages.BuildSettlement(node) for node in range(500))
_CITIES: Final = tuple(messages.BuildCity(node) for node in range(500))


def can_pay(state: State, seat: int, cost: Row) -> bool:
    """Return whether a seat holds the complete cost."""
    hands = state.hands
    at = seat * KINDS
    return (
        hands[at] >= cost[0]
        and hands[at + 1] >= cost[1]
        and hands[at + 2] >= cost[2]
        and hands[at + 3] >= cost[3]
        and hands[at + 4] >= cost[4]
    )


def check_payment(state: State, seat: int, cost: Row, rule: str) -> None:
    """Refuse under `rule` what a seat cannot pay, telling what it misses."""
    if not can_pay(state, seat, cost):
        hand = state.hand(seat)
        missing = {RESOURCES[k]: cost[k] - hand[k] for k in range(KINDS) if cost[k] > hand[k]}
        raise IllegalCommand(rule, missing=missing)


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


def begin_building(draft: Draft[State], seat: int) -> Agenda | None:
    """Close the trade phase, when it is open, with the offers in it."""
    state = draft.state
    if state.agenda[-1].kind != TRADE:
        return None
    if state.offers:
        draft.emit(OffersLapsed())
    return build_phase(seat)


def build_road(draft: Draft[State], seat: int, command: messages.BuildRoad) -> Agenda | None:
    """Build a road, paid or by a road building card, whose second one is owed while a piece and a site are there."""
    state = draft.state
    if not state.roads_left(seat):
        raise IllegalCommand("catan.road.limit")
    check_road(state, seat, command.edge)
    frame = state.agenda[-1]
    if frame.kind == FREE_ROADS:
        lay_road(draft, seat, command.edge, NOTHING)
        if frame.data > 1 and state.roads_left(seat) and road_sites(state, seat):
            return (*pop(state), Frame(FREE_ROADS, frame.seats, frame.data - 1))
        return pop(state)
    check_payment(state, seat, ROAD_COST, "catan.road.cost")
    agenda = begin_building(draft, seat)
    lay_road(draft, seat, command.edge, ROAD_COST)
    return agenda


def lay_road(draft: Draft[State], seat: int, edge: int, cost: tuple[int, ...]) -> None:
    """Put a road down for a cost, and judge Longest Road."""
    draft.emit(messages.RoadBuilt(seat, edge, cost))
    measure_longer_route(draft, seat, edge)
    award_longest_road(draft)


def build_settlement(draft: Draft[State], seat: int, command: messages.BuildSettlement) -> Agenda | None:
    """Build a settlement; it may cut the routes of others."""
    state = draft.state
    check_settlement(state, seat, command.node)
    check_payment(state, seat, SETTLEMENT_COST, "catan.settlement.cost")
    agenda = begin_building(draft, seat)
    raise_settlement(draft, seat, command.node, SETTLEMENT_COST)
    return agenda


def check_settlement(state: Public, seat: int, node: int) -> None:
    """Refuse a node where the seat cannot place a settlement, the cost apart."""
    if not state.settlements_left(seat):
        raise IllegalCommand("catan.settlement.limit")
    if not settlement_sites(state, seat) >> node & 1:
        raise IllegalCommand(_settlement_rule(state, seat, node), node=node)


def raise_settlement(draft: Draft[State], seat: int, node: int, cost: tuple[int, ...]) -> None:
    """Put a settlement down for a cost, and judge Longest Road, as it may cut routes."""
    draft.emit(messages.SettlementBuilt(seat, node, cost))
    measure_cut_routes(draft, seat, node)
    award_longest_road(draft)


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


def build_city(draft: Draft[State], seat: int, command: messages.BuildCity) -> Agenda | None:
    """Upgrade a settlement; its piece returns to the supply."""
    state = draft.state
    check_city(state, seat, command.node)
    check_payment(state, seat, CITY_COST, "catan.city.cost")
    agenda = begin_building(draft, seat)
    draft.emit(messages.CityBuilt(seat, command.node, CITY_COST))
    return agenda


def check_city(state: Public, seat: int, node: int) -> None:
    """Refuse a node where the seat cannot place a city, the cost apart."""
    if not state.settlements[seat] >> node & 1:
        raise IllegalCommand("catan.city.upgrade_only", node=node)
    if not state.cities_left(seat):
        raise IllegalCommand("catan.city.limit")


def list_buildings(state: State, seat: int) -> list[AnyCommand]:
    """Return every road, settlement and city that a seat can pay for and place."""
    found: list[AnyCommand] = []
    if can_pay(state, seat, ROAD_COST):
        found += list_roads(state, seat)
        if can_pay(state, seat, SETTLEMENT_COST) and state.settlements_left(seat):
            found += [_SETTLEMENTS[node] for node in bits(settlement_sites(state, seat))]
    if state.settlements[seat] and can_pay(state, seat, CITY_COST) and state.cities_left(seat):
        found += [_CITIES[node] for node in bits(state.settlements[seat])]
    return found


def list_roads(state: Public, seat: int) -> list[AnyCommand]:
    """Return every edge where a seat may place a road, the cost apart."""
    return [_ROADS[edge] for edge in bits(road_sites(state, seat))] if state.roads_left(seat) else []
