"""Step 2, building: what may be built where, each symbol once and in its order (rulebook 004, Building rules)."""

from typing import Final

from domain.core.agenda import Agenda
from domain.core.decider import Draft
from domain.core.errors import IllegalCommand
from domain.core.messages import AnyCommand
from domain.dice.chapters.building.messages import (
    BuildKnight,
    DiceBuildCity,
    DiceBuildRoad,
    DiceBuildSettlement,
    DiceCityBuilt,
    DiceRoadBuilt,
    DiceSettlementBuilt,
    KnightBuilt,
)
from domain.dice.sheet import CITIES, EVERY_ROAD, KNIGHTS, ROAD_POINTS, ROADS, SETTLEMENTS, Place, is_touched
from domain.dice.state import State, missing, open_frame
from domain.dice.terms import BUILD, CITY_COST, KNIGHT_COST, ROAD_COST, SETTLEMENT_COST

_ROADS: Final = [DiceBuildRoad(road) for road in range(len(ROADS))]


_SETTLEMENTS: Final = [DiceBuildSettlement(place.points) for place in SETTLEMENTS]


_CITIES: Final = [DiceBuildCity(place.points) for place in CITIES]


_KNIGHTS: Final = [BuildKnight(knight + 1) for knight in range(KNIGHTS)]


def _check_payment(state: State, cost: tuple[int, ...], rule: str) -> None:
    short = missing(state.dice, cost)
    if short:
        raise IllegalCommand(rule, missing=short)


def _building(state: State, seat: int) -> Agenda | None:
    """Return the agenda after a build: the seat builds on or ends its turn, but converts nothing any more."""
    return open_frame(state, BUILD, seat)


def build_road(draft: Draft[State], seat: int, command: DiceBuildRoad) -> Agenda | None:
    """Build a road at the end of a built one."""
    state, road = draft.state, command.road
    built = state.roads[seat]
    if built == EVERY_ROAD:
        raise IllegalCommand("dice.road.limit")
    if built >> road & 1:
        raise IllegalCommand("dice.build.once", road=road)
    if not is_touched(built, ROADS[road].parent):
        raise IllegalCommand("dice.road.adjacent", road=road, needed=ROADS[road].parent)
    _check_payment(state, ROAD_COST, "dice.road.cost")
    draft.emit(DiceRoadBuilt(seat, road, ROAD_COST, ROAD_POINTS))
    return _building(state, seat)


def _check_place(state: State, seat: int, piece: str, places: tuple[Place, ...], built: int, points: int) -> None:
    """Refuse all settlements or cities but the next one, and this too if no built road touches it."""
    numbers = [place.points for place in places]
    if points not in numbers:
        raise IllegalCommand("dice.component.sheet_map", points=points)
    index = numbers.index(points)
    if index < built:
        raise IllegalCommand("dice.build.once", points=points)
    if index > built:
        raise IllegalCommand(f"dice.{piece}.order", points=points, next=numbers[built])
    if not is_touched(state.roads[seat], places[index].road):
        raise IllegalCommand(f"dice.{piece}.road", points=points, needed=places[index].road)


def build_settlement(draft: Draft[State], seat: int, command: DiceBuildSettlement) -> Agenda | None:
    """Build the next settlement, where a road touches it."""
    state = draft.state
    _check_place(state, seat, "settlement", SETTLEMENTS, state.settlements[seat], command.points)
    _check_payment(state, SETTLEMENT_COST, "dice.settlement.cost")
    draft.emit(DiceSettlementBuilt(seat, command.points, SETTLEMENT_COST))
    return _building(state, seat)


def build_city(draft: Draft[State], seat: int, command: DiceBuildCity) -> Agenda | None:
    """Build the next city, where a road touches it; it needs no settlement."""
    state = draft.state
    _check_place(state, seat, "city", CITIES, state.cities[seat], command.points)
    _check_payment(state, CITY_COST, "dice.city.cost")
    draft.emit(DiceCityBuilt(seat, command.points, CITY_COST))
    return _building(state, seat)


def build_knight(draft: Draft[State], seat: int, command: BuildKnight) -> Agenda | None:
    """Build the next knight; it needs no road."""
    state, built = draft.state, draft.state.knights[seat]
    if command.knight <= built:
        raise IllegalCommand("dice.build.once", knight=command.knight)
    if command.knight > built + 1:
        raise IllegalCommand("dice.knight.order", knight=command.knight, next=built + 1)
    _check_payment(state, KNIGHT_COST, "dice.knight.cost")
    draft.emit(KnightBuilt(seat, command.knight, KNIGHT_COST, command.knight))
    return _building(state, seat)


def list_buildings(state: State, seat: int) -> list[AnyCommand]:
    """Return every building that the dice pay for and the sheet allows now."""
    found: list[AnyCommand] = []
    if not missing(state.dice, ROAD_COST):
        found += list_roads(state, seat)
    if not missing(state.dice, SETTLEMENT_COST) and _is_open(state, seat, SETTLEMENTS, state.settlements[seat]):
        found.append(_SETTLEMENTS[state.settlements[seat]])
    if not missing(state.dice, CITY_COST) and _is_open(state, seat, CITIES, state.cities[seat]):
        found.append(_CITIES[state.cities[seat]])
    if not missing(state.dice, KNIGHT_COST) and state.knights[seat] < KNIGHTS:
        found.append(_KNIGHTS[state.knights[seat]])
    return found


def list_roads(state: State, seat: int) -> list[AnyCommand]:
    """Return every road that leads on from a built one, whatever it costs."""
    built = state.roads[seat]
    found: list[AnyCommand] = []
    for road in range(len(ROADS)):
        if not built >> road & 1 and is_touched(built, ROADS[road].parent):
            found.append(_ROADS[road])
    return found


def _is_open(state: State, seat: int, places: tuple[Place, ...], built: int) -> bool:
    return built < len(places) and is_touched(state.roads[seat], places[built].road)
