"""Composes set-up and founding: when each command is allowed, and which rule refuses it at any other time."""

from typing import Final

from domain.catan.chapters.setup import rules
from domain.catan.chapters.setup.evolve import EVIDENCE, EVOLVERS
from domain.catan.chapters.setup.messages import COMMANDS, EVENTS, FoundRoad, FoundSettlement
from domain.catan.chapters.setup.rules import STEP_BASE
from domain.catan.kinds import NODE
from domain.catan.module import Module
from domain.catan.options import OPTIONS
from domain.catan.terms import BUILD, FOUND_ROAD, FOUND_SETTLEMENT, MOST_SEATS, ROLL, TRADE, TRADE_BUILD
from domain.core.agenda import member, two_members
from domain.core.chapter import ANY, Chapter, Refusals, Times
from domain.core.kinds import integer

_STEP: Final = integer(0, 2 * MOST_SEATS - 1)
_OVER: Final[Refusals] = dict.fromkeys((FoundSettlement, FoundRoad), "catan.founding.over")

MODULE: Final = Module(
    order=1,
    chapter=Chapter(
        "setup",
        frames={FOUND_SETTLEMENT: "found_settlement", FOUND_ROAD: "found_road"},
        members={
            FOUND_SETTLEMENT: member("step", _STEP),
            FOUND_ROAD: two_members("step", _STEP, "node", NODE, STEP_BASE),
        },
        rules={FoundSettlement: rules.found_settlement, FoundRoad: rules.found_road},
        acting=Times(
            allowed={FOUND_SETTLEMENT: frozenset({FoundSettlement}), FOUND_ROAD: frozenset({FoundRoad})},
            refusals={
                FOUND_SETTLEMENT: {FoundRoad: "catan.founding.pair", ANY: "catan.founding.nothing_else"},
                FOUND_ROAD: {FoundSettlement: "catan.founding.pair", ANY: "catan.founding.nothing_else"},
                **dict.fromkeys((ROLL, TRADE, BUILD, TRADE_BUILD), _OVER),
            },
            listers={FOUND_SETTLEMENT: rules.list_settlements, FOUND_ROAD: rules.list_roads},
        ),
        others=Times(
            refusals={
                FOUND_SETTLEMENT: {ANY: "catan.founding.snake_order"},
                FOUND_ROAD: {ANY: "catan.founding.snake_order"},
            }
        ),
        out_of_turn=_OVER,
        evolvers=EVOLVERS,
    ),
    commands=COMMANDS,
    events=EVENTS,
    evidence=EVIDENCE,
    options=OPTIONS,
)
