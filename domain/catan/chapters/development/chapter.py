"""Composes development cards: when each command is allowed, and which rule refuses it at any other time."""

from typing import Final

from domain.catan.chapters.development import rules
from domain.catan.chapters.development.evolve import EVIDENCE, EVOLVERS
from domain.catan.chapters.development.messages import (
    COMMANDS,
    EVENTS,
    PLAY_CARD,
    BuyDevelopmentCard,
    PlayKnight,
    PlayMonopoly,
    PlayRoadBuilding,
    PlayYearOfPlenty,
)
from domain.catan.module import Module
from domain.catan.terms import BUILD, CARDS, FREE_ROADS, ROLL, STREAM_DECK, TRADE, TRADE_BUILD
from domain.core.agenda import member
from domain.core.chapter import ANY, Chapter, Times
from domain.core.kinds import integer

_PHASES: Final = (TRADE, BUILD, TRADE_BUILD)

MODULE: Final = Module(
    order=8,
    chapter=Chapter(
        "development",
        frames={FREE_ROADS: "road_building"},
        members={FREE_ROADS: member("roads", integer(1, 2))},
        streams={STREAM_DECK: "deck"},
        outcomes={STREAM_DECK: (CARDS,)},
        rules={
            BuyDevelopmentCard: rules.buy_card,
            PlayKnight: rules.play_knight,
            PlayRoadBuilding: rules.play_road_building,
            PlayYearOfPlenty: rules.play_year_of_plenty,
            PlayMonopoly: rules.play_monopoly,
        },
        acting=Times(
            allowed={ROLL: PLAY_CARD, **dict.fromkeys(_PHASES, PLAY_CARD | {BuyDevelopmentCard})},
            refusals={
                ROLL: {BuyDevelopmentCard: "catan.turn.before_roll_card_only"},
                FREE_ROADS: {ANY: "catan.road_building.mandatory"},
            },
            listers={ROLL: rules.list_cards, **dict.fromkeys(_PHASES, rules.list_purchase_and_cards)},
        ),
        out_of_turn=dict.fromkeys(PLAY_CARD, "catan.development_card.own_turn"),
        evolvers=EVOLVERS,
        settle=rules.award_largest_army,
    ),
    commands=COMMANDS,
    events=EVENTS,
    evidence=EVIDENCE,
)
