"""Composes building: which function carries each command out, and what lists them."""

from typing import Final

from domain.core.chapter import Chapter, Times
from domain.dice.chapters.building import rules
from domain.dice.chapters.building.evolve import city_built, knight_built, road_built, settlement_built
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
from domain.dice.state import State
from domain.dice.terms import BUILD, CONVERT

CHAPTER: Final[Chapter[State]] = Chapter(
    "building",
    rules={
        DiceBuildRoad: rules.build_road,
        DiceBuildSettlement: rules.build_settlement,
        DiceBuildCity: rules.build_city,
        BuildKnight: rules.build_knight,
    },
    acting=Times(listers={CONVERT: rules.list_buildings, BUILD: rules.list_buildings}),
    evolvers={
        DiceRoadBuilt: road_built,
        DiceSettlementBuilt: settlement_built,
        DiceCityBuilt: city_built,
        KnightBuilt: knight_built,
    },
)
