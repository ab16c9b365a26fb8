"""Rolls the dice and moves the ship, in phase 1 (rulebook, Roll the dice)."""

from dataclasses import dataclass
from typing import Final

from domain.core.agenda import Agenda, Frame
from domain.core.chapter import Chapter, Times, always
from domain.core.decider import Draft
from domain.core.errors import IllegalCommand
from domain.core.messages import AnyCommand, Field, Message
from domain.core.table_state import pop
from domain.elasund.board import LABELS, ROW_OF, ROWS, ship_moves
from domain.elasund.chapters.pirates import raid
from domain.elasund.chapters.production import produce
from domain.elasund.state import Public, State
from domain.elasund.terms import (
    BUILD,
    MOVE_PIRATE,
    MOVE_SHIP,
    NOWHERE,
    OF_SEAT,
    ROLL,
    ROW,
    STREAM_DICE,
    TWO_DICE,
    phase,
)


@dataclass(frozen=True, slots=True)
class RollDice:
    """Roll for the ship."""


@dataclass(frozen=True, slots=True)
class MoveShip:
    """Put the ship on a row, named by its dice total: two spaces on, or as the pirate anywhere else."""

    row: int


@dataclass(slots=True)
class DiceRolled:
    """The dice were rolled for the ship."""

    seat: int
    dice: tuple[int, ...]


@dataclass(slots=True)
class ShipMoved:
    """The ship went to a row, named by its dice total."""

    seat: int
    row: int


SEVEN: Final = 7
ROLLS: Final = tuple((a, b) for a in range(1, 7) for b in range(1, 7))
_MOVES: Final = tuple(MoveShip(label) for label in LABELS)
_OTHER_ROWS: Final = tuple(tuple(other for other in range(ROWS) if other != row) for row in range(NOWHERE, ROWS))


def roll_dice(draft: Draft[State], seat: int, command: RollDice) -> Agenda | None:
    """Roll: the ship sails to the row of the total and all seats receive income; on a seven it becomes a pirate."""
    dice = ROLLS[draft.draw_even(STREAM_DICE, len(ROLLS))]
    draft.emit(DiceRolled(seat, dice))
    total = dice[0] + dice[1]
    after = phase(BUILD, seat)
    if total == SEVEN:
        return (*after, Frame(MOVE_PIRATE, 1 << seat))
    row = ROW_OF[total]
    if row != draft.state.ship:
        return _sail(draft, seat, row, after)
    moves = ship_moves(row)
    return _sail(draft, seat, moves[0], after) if len(moves) == 1 else (*after, Frame(MOVE_SHIP, 1 << seat))


def _sail(draft: Draft[State], seat: int, row: int, after: Agenda) -> Agenda:
    draft.emit(ShipMoved(seat, LABELS[row]))
    return produce(draft, seat, after)


def ship_rows(state: Public) -> tuple[int, ...]:
    """Return the rows the ship may go to: two spaces on for a repeated number, any other row as a pirate."""
    if state.agenda[-1].kind == MOVE_SHIP:
        return ship_moves(state.ship)
    return _OTHER_ROWS[state.ship + 1]


def move_ship(draft: Draft[State], seat: int, command: MoveShip) -> Agenda | None:
    """Move the ship by choice: then all seats receive income, or the pirate raids the row."""
    state = draft.state
    is_pirate = state.agenda[-1].kind == MOVE_PIRATE
    row = ROW_OF.get(command.row, -1)
    if row not in ship_rows(state):
        rule = "elasund.pirate.move_other_row" if is_pirate else "elasund.ship.same_number_two"
        raise IllegalCommand(rule, row=command.row)
    after = pop(state)
    if not is_pirate:
        return _sail(draft, seat, row, after)
    draft.emit(ShipMoved(seat, command.row))
    return raid(draft, seat, after)


def list_moves(state: State, seat: int) -> list[AnyCommand]:
    """Return every row the ship may go to."""
    return [_MOVES[row] for row in ship_rows(state)]


def dice_rolled(s: State, event: DiceRolled) -> None:
    """Record the dice."""
    s.dice = event.dice[0] * 10 + event.dice[1]
    s.draws[STREAM_DICE] += 1


def ship_moved(s: State, event: ShipMoved) -> None:
    """The ship stands in the row."""
    s.ship = ROW_OF[event.row]


CHAPTER: Final[Chapter[State]] = Chapter(
    "ship",
    order=2,
    commands=(
        Message(RollDice),
        Message(MoveShip, (Field("row", ROW),)),
    ),
    events=(
        Message(DiceRolled, (OF_SEAT, TWO_DICE), reveals=True),
        Message(ShipMoved, (OF_SEAT, Field("row", ROW))),
    ),
    outcomes={STREAM_DICE: ([list(dice) for dice in ROLLS],)},
    rules={RollDice: roll_dice, MoveShip: move_ship},
    acting=Times(listers={ROLL: always(RollDice()), MOVE_SHIP: list_moves, MOVE_PIRATE: list_moves}),
    evolvers={DiceRolled: dice_rolled, ShipMoved: ship_moved},
)
