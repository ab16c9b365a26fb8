"""The game put together: one handler a command, one lister a frame, and the phases of every command."""

from collections.abc import Callable
from typing import Any, Final

from domain.core.actions import Actions
from domain.core.decider import Draft
from domain.dice import building, commands, converting, rolling, scoring, turn
from domain.dice.events import AgendaSet
from domain.dice.rolling import Agenda
from domain.dice.state import State
from domain.dice.terms import BUILD, CONVERT, REROLL, ROLL

Handler = Callable[[Draft, int, Any], Agenda | None]
Lister = Callable[[State, int], list[object]]

_END: Final[list[object]] = [commands.EndTurn()]

IDLE: Final = (commands.StopRolling, commands.EndTurn, commands.DiceRollDice)

HANDLERS: Final[dict[Any, Handler]] = {
    commands.DiceRollDice: rolling.roll_dice,
    commands.StopRolling: rolling.stop_rolling,
    commands.UseJoker: converting.use_joker,
    commands.ExchangeGold: converting.exchange_gold,
    commands.DiceBuildRoad: building.build_road,
    commands.DiceBuildSettlement: building.build_settlement,
    commands.DiceBuildCity: building.build_city,
    commands.BuildKnight: building.build_knight,
    commands.EndTurn: scoring.end_turn,
}


def play(draft: Draft, seat: int, command: Any) -> None:
    """The phases of a command: time, rule, agenda. Refuses before the first event."""
    turn.check_time(draft.state, seat, type(command))
    agenda = HANDLERS[type(command)](draft, seat, command)
    if agenda is not None and agenda != draft.state.agenda:
        draft.emit(AgendaSet(agenda))


def _list_converting(state: State, seat: int) -> list[object]:
    return converting.list_conversions(state, seat) + building.list_buildings(state, seat) + _END


def _list_building(state: State, seat: int) -> list[object]:
    return converting.list_fresh_jokers(state, seat) + building.list_buildings(state, seat) + _END


LISTERS: Final[dict[int, Lister]] = {
    ROLL: rolling.list_first_roll,
    REROLL: rolling.list_rerolls,
    CONVERT: _list_converting,
    BUILD: _list_building,
}


def is_awaited(state: State, seat: int) -> bool:
    """Whether the game waits for a seat."""
    return bool(state.agenda) and bool(state.agenda[-1].seats >> seat & 1)


def actions(state: State, seat: int) -> Actions:
    """What a seat may do now; everything is listed."""
    must = is_awaited(state, seat)
    listed = LISTERS[state.agenda[-1].kind](state, seat) if must else []
    return Actions(must, listed, idle=IDLE)
