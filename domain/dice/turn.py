"""The course of a turn: which frame allows which commands, and which rule refuses the rest (rulebook 004, Play)."""

from typing import Any, Final

from domain.core.agenda import Frame
from domain.core.errors import IllegalCommand
from domain.dice import commands as c
from domain.dice.state import State
from domain.dice.terms import BUILD, CONVERT, REROLL, ROLL, ROLLS

CONSTRUCT: Final = frozenset({c.DiceBuildRoad, c.DiceBuildSettlement, c.DiceBuildCity, c.BuildKnight})

# In the build frame a joker is judged knight by knight.
ALLOWED: Final[dict[int, frozenset[Any]]] = {
    ROLL: frozenset({c.DiceRollDice}),
    REROLL: frozenset({c.DiceRollDice, c.StopRolling}),
    CONVERT: CONSTRUCT | {c.UseJoker, c.ExchangeGold, c.EndTurn},
    BUILD: CONSTRUCT | {c.UseJoker, c.EndTurn},
}

ANY: Final = None
_BEFORE_FINAL: Final[dict[Any, str]] = {
    c.UseJoker: "dice.joker.after_final",
    c.ExchangeGold: "dice.gold.after_final",
    ANY: "dice.turn.order",
}
_AFTER_FINAL: Final[dict[Any, str]] = {
    c.ExchangeGold: "dice.gold.after_final",
    ANY: "dice.roll.final_after_third",
}
REFUSALS: Final[dict[int, dict[Any, str]]] = {
    ROLL: {
        **_BEFORE_FINAL,
        c.EndTurn: "dice.roll.at_least_one",
        c.StopRolling: "dice.roll.at_least_one",
    },
    REROLL: _BEFORE_FINAL,
    CONVERT: _AFTER_FINAL,
    BUILD: _AFTER_FINAL,
}


def check_time(state: State, seat: int, command_class: Any) -> None:
    """Refuse a command that the open frame does not allow this seat, naming the rule."""
    if not state.agenda:
        raise IllegalCommand("dice.end.fifteen_turns")
    frame: Frame = state.agenda[-1]
    if not frame.seats >> seat & 1:
        raise IllegalCommand("dice.turn.active_only")
    if command_class not in ALLOWED[frame.kind]:
        raise IllegalCommand(_refusal(state, frame.kind, command_class))


def _refusal(state: State, kind: int, command_class: Any) -> str:
    if kind in (CONVERT, BUILD) and command_class in (c.DiceRollDice, c.StopRolling):
        return _final_rule(state, command_class)
    table = REFUSALS[kind]
    return table.get(command_class, table[ANY])


def _final_rule(state: State, command_class: Any) -> str:
    """Why the final result stays as it is."""
    if state.rolls == ROLLS:
        return "dice.roll.three" if command_class is c.DiceRollDice else "dice.roll.final_after_third"
    return "dice.roll.no_roll_after_convert" if state.converted else "dice.roll.stop_early"
