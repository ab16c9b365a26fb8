"""Composes the seven and the robber: when each command is allowed, and which rule refuses it at any other time."""

from typing import Final

from domain.catan.chapters.robber import rules
from domain.catan.chapters.robber.evolve import EVIDENCE, EVOLVERS
from domain.catan.chapters.robber.messages import COMMANDS, EVENTS, DeclineSteal, Discard, MoveRobber, Steal
from domain.catan.module import Module
from domain.catan.terms import BUILD, DISCARD, MOVE_ROBBER, RESOURCES, STEAL, STREAM_ROBBER, TRADE, TRADE_BUILD
from domain.core.chapter import ANY, Chapter, Refusals, Times

_UNASKED: Final[Refusals] = {
    Discard: "catan.seven.discard_threshold",
    MoveRobber: "catan.robber.stays",
    Steal: "catan.robber.steal_one",
    DeclineSteal: "catan.robber.steal_one",
}

MODULE: Final = Module(
    order=3,
    chapter=Chapter(
        "robber",
        frames={DISCARD: "discard", MOVE_ROBBER: "move_robber", STEAL: "steal"},
        streams={STREAM_ROBBER: "robber"},
        outcomes={STREAM_ROBBER: (RESOURCES,)},
        rules={
            Discard: rules.discard,
            MoveRobber: rules.move_robber,
            Steal: rules.steal,
            DeclineSteal: rules.decline_steal,
        },
        acting=Times(
            allowed={
                DISCARD: frozenset({Discard}),
                MOVE_ROBBER: frozenset({MoveRobber}),
                STEAL: frozenset({Steal, DeclineSteal}),
            },
            refusals={
                **dict.fromkeys((TRADE, BUILD, TRADE_BUILD), _UNASKED),
                DISCARD: {MoveRobber: "catan.seven.discard_before_robber", ANY: "catan.turn.pending_first"},
                MOVE_ROBBER: {Discard: "catan.seven.discard_owed", ANY: "catan.turn.pending_first"},
                STEAL: {Discard: "catan.seven.discard_owed", ANY: "catan.turn.pending_first"},
            },
            listers={MOVE_ROBBER: rules.list_tiles, STEAL: rules.list_victims},
            templates={DISCARD: rules.discard_template},
        ),
        others=Times(
            refusals={
                DISCARD: {
                    Discard: "catan.seven.discard_owed",
                    MoveRobber: "catan.seven.discard_before_robber",
                    ANY: "catan.turn.others_duties",
                },
            }
        ),
        out_of_turn={Discard: "catan.seven.discard_threshold"},
        idle=(DeclineSteal,),
        evolvers=EVOLVERS,
    ),
    commands=COMMANDS,
    events=EVENTS,
    evidence=EVIDENCE,
)
