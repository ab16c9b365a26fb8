"""Composes the production roll: when it is due, and which rule refuses it at any other time."""

from typing import Final

from domain.catan.chapters.production.evidence import EVIDENCE
from domain.catan.chapters.production.evolve import EVOLVERS
from domain.catan.chapters.production.messages import COMMANDS, EVENTS, RollDice
from domain.catan.chapters.production.rules import ROLLS, list_roll, roll_dice
from domain.catan.module import Module
from domain.catan.terms import BUILD, ROLL, STREAM_DICE, TRADE, TRADE_BUILD
from domain.core.chapter import Chapter, Refusals, Times

_ROLLED: Final[Refusals] = {RollDice: "catan.turn.roll_once"}

PRODUCTION: Final = Module(
    chapter=Chapter(
        "production",
        frames={ROLL: "roll"},
        streams={STREAM_DICE: "dice"},
        outcomes={STREAM_DICE: ([list(dice) for dice in ROLLS],)},
        rules={RollDice: roll_dice},
        acting=Times(
            allowed={ROLL: frozenset({RollDice})},
            refusals=dict.fromkeys((TRADE, BUILD, TRADE_BUILD), _ROLLED),
            listers={ROLL: list_roll},
        ),
        idle=(RollDice,),
        evolvers=EVOLVERS,
    ),
    commands=COMMANDS,
    events=EVENTS,
    evidence=EVIDENCE,
)
