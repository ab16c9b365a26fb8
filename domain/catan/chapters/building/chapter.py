"""Composes building: when each command is allowed, and what lists the commands that can be sent."""

from typing import Final

from domain.catan.chapters.building import rules
from domain.catan.chapters.building.evolve import EVIDENCE, EVOLVERS
from domain.catan.chapters.building.messages import BUILDINGS, COMMANDS, EVENTS, BuildCity, BuildRoad, BuildSettlement
from domain.catan.module import Module
from domain.catan.terms import BUILD, FREE_ROADS, TRADE, TRADE_BUILD
from domain.core.chapter import Chapter, Times

_PHASES: Final = (TRADE, BUILD, TRADE_BUILD)

MODULE: Final = Module(
    order=6,
    chapter=Chapter(
        "building",
        frames={BUILD: "build"},
        rules={
            BuildRoad: rules.build_road,
            BuildSettlement: rules.build_settlement,
            BuildCity: rules.build_city,
        },
        acting=Times(
            allowed={**dict.fromkeys(_PHASES, BUILDINGS), FREE_ROADS: frozenset({BuildRoad})},
            listers={**dict.fromkeys(_PHASES, rules.list_buildings), FREE_ROADS: rules.list_roads},
        ),
        evolvers=EVOLVERS,
    ),
    commands=COMMANDS,
    events=EVENTS,
    evidence=EVIDENCE,
)
