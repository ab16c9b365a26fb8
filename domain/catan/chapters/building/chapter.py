"""Composes building: what its events write and let seats conclude, and when each command is allowed."""

from typing import Final

from domain.catan.belief import Belief
from domain.catan.chapters.building import messages, rules
from domain.catan.hands import pay
from domain.catan.module import Module
from domain.catan.state import State
from domain.catan.terms import BUILD, FREE_ROADS, TRADE, TRADE_BUILD
from domain.core.chapter import Chapter, Times


def place_settlement(s: State, seat: int, node: int) -> None:
    """Put a settlement on a node, and keep the nodes next to it free."""
    s.settlements[seat] |= 1 << node
    s.blocked |= s.setting.board.topology.near[node]
    s.points[seat] += 1


def road_built(s: State, event: messages.RoadBuilt) -> None:
    """Put the road on its edge, paid for."""
    pay(s, event.seat, event.cost)
    s.put_road(event.seat, event.edge)


def settlement_built(s: State, event: messages.SettlementBuilt) -> None:
    """Put the settlement on its node, paid for."""
    pay(s, event.seat, event.cost)
    place_settlement(s, event.seat, event.node)


def city_built(s: State, event: messages.CityBuilt) -> None:
    """Replace the settlement by the city, paid for."""
    pay(s, event.seat, event.cost)
    s.settlements[event.seat] &= ~(1 << event.node)
    s.cities[event.seat] |= 1 << event.node
    s.points[event.seat] += 1


def learn_road_built(b: Belief, event: messages.RoadBuilt) -> None:
    """All players see what the seat pays."""
    b.hands.lose(event.seat, event.cost)


def learn_settlement_built(b: Belief, event: messages.SettlementBuilt) -> None:
    """All players see what the seat pays; the settlement is worth a point."""
    b.hands.lose(event.seat, event.cost)
    b.points[event.seat] += 1


def learn_city_built(b: Belief, event: messages.CityBuilt) -> None:
    """All players see what the seat pays; the city is worth one more point than the settlement."""
    b.hands.lose(event.seat, event.cost)
    b.points[event.seat] += 1


_PHASES: Final = (TRADE, BUILD, TRADE_BUILD)

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
            allowed={**dict.fromkeys(_PHASES, messages.BUILDINGS), FREE_ROADS: frozenset({messages.BuildRoad})},
            listers={**dict.fromkeys(_PHASES, rules.list_buildings), FREE_ROADS: rules.list_roads},
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
        messages.RoadBuilt: learn_road_built,
        messages.SettlementBuilt: learn_settlement_built,
        messages.CityBuilt: learn_city_built,
    },
)
