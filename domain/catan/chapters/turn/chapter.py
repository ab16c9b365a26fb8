"""Composes the turn: its end, and the rules against what does not fit its phases."""

from typing import Final

from domain.catan.chapters.turn.evidence import EVIDENCE
from domain.catan.chapters.turn.evolve import EVOLVERS
from domain.catan.chapters.turn.messages import COMMANDS, EVENTS, EndTurn
from domain.catan.chapters.turn.rules import begin_next, end_turn, list_end
from domain.catan.kinds import SEAT
from domain.catan.module import Module
from domain.catan.terms import BUILD, HAND_ON, MOVE_ROBBER, ROLL, TRADE, TRADE_BUILD
from domain.core.agenda import member
from domain.core.chapter import ANY, Chapter, Refusals, Times

_PHASES: Final = (TRADE, BUILD, TRADE_BUILD)

_ELSE: Final[Refusals] = {ANY: "catan.turn.phase_order"}

TURN: Final = Module(
    chapter=Chapter(
        "turn",
        frames={HAND_ON: "hand_on"},
        members={HAND_ON: member("next", SEAT)},
        rules={EndTurn: end_turn},
        acting=Times(
            allowed=dict.fromkeys(_PHASES, frozenset({EndTurn})),
            refusals={
                ROLL: {EndTurn: "catan.turn.roll_first", ANY: "catan.turn.phase_order"},
                **dict.fromkeys(_PHASES, _ELSE),
                MOVE_ROBBER: {EndTurn: "catan.robber.must_move"},
            },
            listers=dict.fromkeys(_PHASES, list_end),
        ),
        out_of_turn={ANY: "catan.turn.active_only"},
        idle=(EndTurn,),
        evolvers=EVOLVERS,
        arrivals={HAND_ON: begin_next},
    ),
    commands=COMMANDS,
    events=EVENTS,
    evidence=EVIDENCE,
)
