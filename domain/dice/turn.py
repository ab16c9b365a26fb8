"""Defines which frame allows which commands, and which rule refuses the rest (rulebook 004, Play)."""

from typing import Final

from domain.core.agenda import Frame
from domain.core.chapter import ANY, Chapter, Times
from domain.dice import commands as c
from domain.dice.evolve import EVOLVERS
from domain.dice.state import State
from domain.dice.terms import BUILD, CONVERT, FRAMES, REROLL, ROLL, ROLLS, STREAMS

CONSTRUCT: Final = frozenset({c.DiceBuildRoad, c.DiceBuildSettlement, c.DiceBuildCity, c.BuildKnight})

# In the build frame a joker is judged knight by knight.
ALLOWED: Final[dict[int, frozenset[type]]] = {
    ROLL: frozenset({c.DiceRollDice}),
    REROLL: frozenset({c.DiceRollDice, c.StopRolling}),
    CONVERT: CONSTRUCT | {c.UseJoker, c.ExchangeGold, c.EndTurn},
    BUILD: CONSTRUCT | {c.UseJoker, c.EndTurn},
}

_BEFORE_FINAL: Final[dict[type | None, str]] = {
    c.UseJoker: "dice.joker.after_final",
    c.ExchangeGold: "dice.gold.after_final",
    ANY: "dice.turn.order",
}
_AFTER_FINAL: Final[dict[type | None, str]] = {
    c.ExchangeGold: "dice.gold.after_final",
    ANY: "dice.roll.final_after_third",
}
REFUSALS: Final[dict[int, dict[type | None, str]]] = {
    ROLL: {
        **_BEFORE_FINAL,
        c.EndTurn: "dice.roll.at_least_one",
        c.StopRolling: "dice.roll.at_least_one",
    },
    REROLL: _BEFORE_FINAL,
    CONVERT: _AFTER_FINAL,
    BUILD: _AFTER_FINAL,
}


def final_rule(state: State, frame: Frame, command: type) -> str | None:
    """Return the rule that keeps the final result; None if the command would not roll on, or without such a result."""
    if frame.kind not in (CONVERT, BUILD) or command not in (c.DiceRollDice, c.StopRolling):
        return None
    if state.rolls == ROLLS:
        return "dice.roll.three" if command is c.DiceRollDice else "dice.roll.final_after_third"
    return "dice.roll.no_roll_after_convert" if state.converted else "dice.roll.stop_early"


CHAPTER: Final[Chapter[State]] = Chapter(
    "turn",
    frames=FRAMES,
    streams=STREAMS,
    acting=Times(allowed=ALLOWED, refusals=REFUSALS),
    out_of_turn={ANY: "dice.turn.active_only"},
    idle=(c.StopRolling, c.EndTurn, c.DiceRollDice),
    evolvers=EVOLVERS,
)
