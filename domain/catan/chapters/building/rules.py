"""Builds roads, settlements and cities, in phase 3 (rulebook 003, Construction a to c).

Costs are paid exactly, from the own hand, without credit.
"""

from typing import Final

from domain.catan.chapters.building import messages
from domain.catan.chapters.building.sites import check_city, check_road, check_settlement, road_sites, settlement_sites
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
from domain.core.number_rows import Row
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


def raise_settlement(draft: Draft[State], seat: int, node: int, cost: tuple[int, ...]) -> None:
    """Put a settlement down for a cost, and judge Longest Road, as it may cut routes."""
    draft.emit(messages.SettlementBuilt(seat, node, cost))
    measure_cut_routes(draft, seat, node)
    award_longest_road(draft)


def build_city(draft: Draft[State], seat: int, command: messages.BuildCity) -> Agenda | None:
    """Upgrade a settlement; its piece returns to the supply."""
    state = draft.state
    check_city(state, seat, command.node)
    check_payment(state, seat, CITY_COST, "catan.city.cost")
    agenda = begin_building(draft, seat)
    draft.emit(messages.CityBuilt(seat, command.node, CITY_COST))
    return agenda


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
