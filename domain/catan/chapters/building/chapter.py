"""Composes building: what its events write and let seats conclude, and when each command is allowed."""

from typing import Final

from domain.catan.belief import Belief, learn_payment, learn_point
from domain.catan.chapters.building import messages, rules
from domain.catan.hands import pay
from domain.catan.module import Module
from domain.catan.state import State
from domain.catan.terms import BUILD, FREE_ROADS, PHASES
from domain.core.chapter import Chapter, Times


def road_built(s: State, event: messages.RoadBuilt) -> None:
    """Put the road on its edge, paid for."""
    pay(s, event.seat, event.cost)
    s.put_road(event.seat, event.edge)


def settlement_built(s: State, event: messages.SettlementBuilt) -> None:
    """Put the settlement on its node, paid for."""
    pay(s, event.seat, event.cost)
    s.put_settlement(event.seat, event.node)


def city_built(s: State, event: messages.CityBuilt) -> None:
    """Replace the settlement by the city, paid for."""
    pay(s, event.seat, event.cost)
    s.settlements[event.seat] &= ~(1 << event.node)
    s.cities[event.seat] |= 1 << event.node
    s.points[event.seat] += 1


def learn_building(b: Belief, event: messages.SettlementBuilt | messages.CityBuilt) -> None:
    """All players see what the seat pays; a settlement is worth a point, a city one more."""
    learn_payment(b, event)
    learn_point(b, event)


MODULE: Final = Module(
    order=6,
    chapter=Chapter(
        "building",
        frames={BUILD: "build"},
        rules={
            messages.BuildRoad: rules.build_road,
            messages.BuildSettlement: rules.build_settlement,
            messages.BuildCity: rules.build_city,
        },
        acting=Times(
            allowed={**dict.fromkeys(PHASES, messages.BUILDINGS), FREE_ROADS: frozenset({messages.BuildRoad})},
            listers={**dict.fromkeys(PHASES, rules.list_buildings), FREE_ROADS: rules.list_roads},
        ),
        evolvers={
            messages.RoadBuilt: road_built,
            messages.SettlementBuilt: settlement_built,
            messages.CityBuilt: city_built,
        },
    ),
    commands=messages.COMMANDS,
    events=messages.EVENTS,
    evidence={
        messages.RoadBuilt: learn_payment,
        messages.SettlementBuilt: learn_building,
        messages.CityBuilt: learn_building,
    },
)
