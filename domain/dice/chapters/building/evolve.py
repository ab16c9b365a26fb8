"""Evolves what was built, paid for with dice."""

from domain.dice.chapters.building.messages import DiceCityBuilt, DiceRoadBuilt, DiceSettlementBuilt, KnightBuilt
from domain.dice.state import State, change


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
