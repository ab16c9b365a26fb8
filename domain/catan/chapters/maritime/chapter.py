"""Composes trade with the bank: when it is allowed, and which rule refuses it at any other time."""

from typing import Final

from domain.catan.chapters.maritime.evidence import EVIDENCE
from domain.catan.chapters.maritime.evolve import EVOLVERS
from domain.catan.chapters.maritime.messages import COMMANDS, EVENTS, MaritimeTrade
from domain.catan.chapters.maritime.rules import list_maritime, maritime_trade
from domain.catan.module import Module
from domain.catan.terms import BUILD, ROLL, TRADE, TRADE_BUILD
from domain.core.chapter import Chapter, Times

_PHASES: Final = (TRADE, TRADE_BUILD)

MARITIME: Final = Module(
    chapter=Chapter(
        "maritime",
        rules={MaritimeTrade: maritime_trade},
        acting=Times(
            allowed=dict.fromkeys(_PHASES, frozenset({MaritimeTrade})),
            refusals={
                ROLL: {MaritimeTrade: "catan.turn.phase_order"},
                BUILD: {MaritimeTrade: "catan.turn.no_trade_after_build"},
            },
            listers=dict.fromkeys(_PHASES, list_maritime),
        ),
        out_of_turn={MaritimeTrade: "catan.trade.maritime.active_only"},
        evolvers=EVOLVERS,
    ),
    commands=COMMANDS,
    events=EVENTS,
    evidence=EVIDENCE,
)
