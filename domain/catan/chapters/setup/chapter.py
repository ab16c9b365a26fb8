"""Composes set-up and founding: what their events write and let seats conclude, and when commands are allowed."""

from typing import Final

from domain.catan.belief import Belief, learn_point
from domain.catan.chapters.setup import messages, rules
from domain.catan.chapters.setup.rules import STEP_BASE
from domain.catan.hands import take_from_bank
from domain.catan.kinds import NODE
from domain.catan.module import Module
from domain.catan.options import OPTIONS
from domain.catan.state import State
from domain.catan.terms import BUILD, FOUND_ROAD, FOUND_SETTLEMENT, MOST_SEATS, ROLL, TRADE, TRADE_BUILD
from domain.core.agenda import member, two_members
from domain.core.chapter import ANY, Chapter, Refusals, Times
from domain.core.kinds import integer


def settlement_founded(s: State, event: messages.SettlementFounded) -> None:
    """Put the first or second settlement on its node."""
    s.put_settlement(event.seat, event.node)


def road_founded(s: State, event: messages.RoadFounded) -> None:
    """Put the first or second road on its edge."""
    s.put_road(event.seat, event.edge)


def starting_cards_paid(s: State, event: messages.StartingCardsPaid) -> None:
    """Take the first resources from the bank."""
    take_from_bank(s, event.seat, event.cards)


def learn_starting_cards_paid(b: Belief, event: messages.StartingCardsPaid) -> None:
    """All players see the first cards."""
    b.hands.gain(event.seat, event.cards)


_STEP: Final = integer(0, 2 * MOST_SEATS - 1)
_OVER: Final[Refusals] = dict.fromkeys((messages.FoundSettlement, messages.FoundRoad), "catan.founding.over")

MODULE: Final = Module(
    order=1,
    chapter=Chapter(
        "setup",
        frames={FOUND_SETTLEMENT: "found_settlement", FOUND_ROAD: "found_road"},
        members={
            FOUND_SETTLEMENT: member("step", _STEP),
            FOUND_ROAD: two_members("step", _STEP, "node", NODE, STEP_BASE),
        },
        rules={messages.FoundSettlement: rules.found_settlement, messages.FoundRoad: rules.found_road},
        acting=Times(
            allowed={
                FOUND_SETTLEMENT: frozenset({messages.FoundSettlement}),
                FOUND_ROAD: frozenset({messages.FoundRoad}),
            },
            refusals={
                FOUND_SETTLEMENT: {messages.FoundRoad: "catan.founding.pair", ANY: "catan.founding.nothing_else"},
                FOUND_ROAD: {messages.FoundSettlement: "catan.founding.pair", ANY: "catan.founding.nothing_else"},
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
        evolvers={
            messages.SettlementFounded: settlement_founded,
            messages.RoadFounded: road_founded,
            messages.StartingCardsPaid: starting_cards_paid,
        },
    ),
    commands=messages.COMMANDS,
    events=messages.EVENTS,
    evidence={
        messages.SettlementFounded: learn_point,
        messages.StartingCardsPaid: learn_starting_cards_paid,
    },
    options=OPTIONS,
)
