"""Step 2, building: what may be built where, each symbol once and in its order (rulebook 004, Building rules)."""

from dataclasses import dataclass
from typing import Final

from domain.core.agenda import Agenda
from domain.core.chapter import Chapter, Times
from domain.core.decider import Draft
from domain.core.errors import IllegalCommand
from domain.core.kinds import integer
from domain.core.messages import AnyCommand, Field, Message
from domain.dice.sheet import CITIES, EVERY_ROAD, KNIGHT, KNIGHTS, ROAD_POINTS, ROADS, SETTLEMENTS, Place, is_touched
from domain.dice.state import State, change, missing, open_frame
from domain.dice.terms import (
    BUILD,
    CITY_COST,
    CONVERT,
    DICE_COUNTS,
    KNIGHT_COST,
    OF_SEAT,
    ROAD_COST,
    SETTLEMENT_COST,
    Dice,
)


@dataclass(frozen=True, slots=True)
class DiceBuildRoad:
    """Build a road of the sheet."""

    road: int


@dataclass(frozen=True, slots=True)
class DiceBuildSettlement:
    """Build the settlement with this number on it."""

    points: int


@dataclass(frozen=True, slots=True)
class DiceBuildCity:
    """Build the city with this number on it."""

    points: int


@dataclass(frozen=True, slots=True)
class BuildKnight:
    """Build the knight with this number on it."""

    knight: int


@dataclass(slots=True)
class DiceRoadBuilt:
    """A road was marked and paid for."""

    seat: int
    road: int
    cost: Dice
    points: int


@dataclass(slots=True)
class DiceSettlementBuilt:
    """The next settlement was marked and paid for."""

    seat: int
    points: int
    cost: Dice


@dataclass(slots=True)
class DiceCityBuilt:
    """The next city was marked and paid for."""

    seat: int
    points: int
    cost: Dice


@dataclass(slots=True)
class KnightBuilt:
    """The next knight was marked and paid for."""

    seat: int
    knight: int
    cost: Dice
    points: int


_POINTS: Final = Field("points", integer(1, 30))
_ROAD: Final = Field("road", integer(0, len(ROADS) - 1))
_KNIGHT: Final = Field("knight", KNIGHT)
_COST: Final = Field("cost", DICE_COUNTS)

_ROADS: Final = [DiceBuildRoad(road) for road in range(len(ROADS))]
_SETTLEMENTS: Final = [DiceBuildSettlement(place.points) for place in SETTLEMENTS]
_CITIES: Final = [DiceBuildCity(place.points) for place in CITIES]
_KNIGHTS: Final = [BuildKnight(knight + 1) for knight in range(KNIGHTS)]


def _check_payment(state: State, cost: tuple[int, ...], rule: str) -> None:
    short = missing(state.dice, cost)
    if short:
        raise IllegalCommand(rule, missing=short)


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
    return open_frame(state, BUILD, seat)


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
    return open_frame(state, BUILD, seat)


def build_city(draft: Draft[State], seat: int, command: DiceBuildCity) -> Agenda | None:
    """Build the next city, where a road touches it; it needs no settlement."""
    state = draft.state
    _check_place(state, seat, "city", CITIES, state.cities[seat], command.points)
    _check_payment(state, CITY_COST, "dice.city.cost")
    draft.emit(DiceCityBuilt(seat, command.points, CITY_COST))
    return open_frame(state, BUILD, seat)


def build_knight(draft: Draft[State], seat: int, command: BuildKnight) -> Agenda | None:
    """Build the next knight; it needs no road."""
    state, built = draft.state, draft.state.knights[seat]
    if command.knight <= built:
        raise IllegalCommand("dice.build.once", knight=command.knight)
    if command.knight > built + 1:
        raise IllegalCommand("dice.knight.order", knight=command.knight, next=built + 1)
    _check_payment(state, KNIGHT_COST, "dice.knight.cost")
    draft.emit(KnightBuilt(seat, command.knight, KNIGHT_COST, command.knight))
    return open_frame(state, BUILD, seat)


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


def _pay(s: State, cost: tuple[int, ...], points: int) -> None:
    s.dice = change(s.dice, cost)
    s.built += 1
    s.gained += points


def road_built(s: State, event: DiceRoadBuilt) -> None:
    """The road stands on the sheet and is paid for."""
    s.roads[event.seat] |= 1 << event.road
    _pay(s, event.cost, event.points)


def settlement_built(s: State, event: DiceSettlementBuilt) -> None:
    """The next settlement stands and is paid for."""
    s.settlements[event.seat] += 1
    _pay(s, event.cost, event.points)


def city_built(s: State, event: DiceCityBuilt) -> None:
    """The next city stands and is paid for."""
    s.cities[event.seat] += 1
    _pay(s, event.cost, event.points)


def knight_built(s: State, event: KnightBuilt) -> None:
    """The next knight stands and is paid for; its joker is fresh."""
    s.knights[event.seat] += 1
    s.fresh += 1
    _pay(s, event.cost, event.points)


CHAPTER: Final[Chapter[State]] = Chapter(
    "building",
    order=4,
    commands=(
        Message(DiceBuildRoad, (_ROAD,), was=("BuildRoad",)),
        Message(DiceBuildSettlement, (_POINTS,), was=("BuildSettlement",)),
        Message(DiceBuildCity, (_POINTS,), was=("BuildCity",)),
        Message(BuildKnight, (_KNIGHT,)),
    ),
    events=(
        Message(DiceRoadBuilt, (OF_SEAT, _ROAD, _COST, _POINTS), was=("RoadBuilt",)),
        Message(DiceSettlementBuilt, (OF_SEAT, _POINTS, _COST), was=("SettlementBuilt",)),
        Message(DiceCityBuilt, (OF_SEAT, _POINTS, _COST), was=("CityBuilt",)),
        Message(KnightBuilt, (OF_SEAT, _KNIGHT, _COST, _POINTS)),
    ),
    rules={
        DiceBuildRoad: build_road,
        DiceBuildSettlement: build_settlement,
        DiceBuildCity: build_city,
        BuildKnight: build_knight,
    },
    acting=Times(listers={CONVERT: list_buildings, BUILD: list_buildings}),
    evolvers={
        DiceRoadBuilt: road_built,
        DiceSettlementBuilt: settlement_built,
        DiceCityBuilt: city_built,
        KnightBuilt: knight_built,
    },
)
