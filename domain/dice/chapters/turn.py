"""Defines which frame allows which commands, and which rule refuses the rest (rulebook 004, Play)."""

from typing import Final

from domain.core.agenda import Frame
from domain.core.chapter import ANY, Chapter, Times
from domain.core.kinds import integer
from domain.core.messages import Field, Message, nobody
from domain.dice.chapters.building import BuildKnight, DiceBuildCity, DiceBuildRoad, DiceBuildSettlement
from domain.dice.chapters.converting import ExchangeGold, UseJoker
from domain.dice.chapters.rolling import DiceRollDice, StopRolling
from domain.dice.chapters.scoring import EndTurn, TurnStarted
from domain.dice.state import State
from domain.dice.terms import BOXES, BUILD, CONVERT, FRAMES, MOST_SEATS, OF_SEAT, REROLL, ROLL, ROLLS, STREAMS

CONSTRUCT: Final = frozenset({DiceBuildRoad, DiceBuildSettlement, DiceBuildCity, BuildKnight})

# In the build frame a joker is judged knight by knight.
ALLOWED: Final[dict[int, frozenset[type]]] = {
    ROLL: frozenset({DiceRollDice}),
    REROLL: frozenset({DiceRollDice, StopRolling}),
    CONVERT: CONSTRUCT | {UseJoker, ExchangeGold, EndTurn},
    BUILD: CONSTRUCT | {UseJoker, EndTurn},
}

_BEFORE_FINAL: Final[dict[type | None, str]] = {
    UseJoker: "dice.joker.after_final",
    ExchangeGold: "dice.gold.after_final",
    ANY: "dice.turn.order",
}
_AFTER_FINAL: Final[dict[type | None, str]] = {
    ExchangeGold: "dice.gold.after_final",
    ANY: "dice.roll.final_after_third",
}
REFUSALS: Final[dict[int, dict[type | None, str]]] = {
    ROLL: {
        **_BEFORE_FINAL,
        EndTurn: "dice.roll.at_least_one",
        StopRolling: "dice.roll.at_least_one",
    },
    REROLL: _BEFORE_FINAL,
    CONVERT: _AFTER_FINAL,
    BUILD: _AFTER_FINAL,
}


def final_rule(state: State, frame: Frame, command: type) -> str | None:
    """Return the rule against rolling on after the final result; None for other commands, or before that result."""
    if frame.kind not in (CONVERT, BUILD) or command not in (DiceRollDice, StopRolling):
        return None
    if state.rolls == ROLLS:
        return "dice.roll.three" if command is DiceRollDice else "dice.roll.final_after_third"
    return "dice.roll.no_roll_after_convert" if state.converted else "dice.roll.stop_early"


CHAPTER: Final[Chapter[State]] = Chapter(
    "turn",
    order=1,
    events=(Message(TurnStarted, (OF_SEAT, Field("turn", integer(1, BOXES * MOST_SEATS))), affects=nobody),),
    frames=FRAMES,
    streams=STREAMS,
    acting=Times(allowed=ALLOWED, refusals=REFUSALS),
    out_of_turn={ANY: "dice.turn.active_only"},
    idle=(StopRolling, EndTurn, DiceRollDice),
)
