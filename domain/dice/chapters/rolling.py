"""Step 1, dice: up to three rolls, any dice kept or taken up again between them (rulebook 004, Dice).

A roll is recorded as the number of dice that show each face: one draw of the stream `dice` for all dice thrown, from
all such results in ascending order, each weighted by the number of ways in which the single dice give it.
"""

from dataclasses import dataclass
from functools import cache
from math import factorial
from typing import Final

from domain.core.agenda import Agenda
from domain.core.chapter import Chapter, Times, always, change_nothing
from domain.core.decider import Draft
from domain.core.errors import IllegalCommand
from domain.core.messages import AnyCommand, Field, Message
from domain.dice.state import State, change, missing, open_frame
from domain.dice.terms import (
    CONVERT,
    DICE,
    DICE_COUNTS,
    FACES,
    NO_DICE,
    OF_SEAT,
    REROLL,
    ROLL,
    ROLLS,
    STREAM_DICE,
    Dice,
)


@dataclass(frozen=True, slots=True)
class DiceRollDice:
    """Roll the dice, all but those kept; the first roll keeps none."""

    keep: Dice = NO_DICE


@dataclass(frozen=True, slots=True)
class StopRolling:
    """Take the dice as they lie for the final result."""


@dataclass(slots=True)
class DiceDiceRolled:
    """Some dice were kept, and the others rolled."""

    seat: int
    kept: Dice
    rolled: Dice


@dataclass(slots=True)
class RollingStopped:
    """The dice are the final result."""

    seat: int


Row = tuple[int, ...]

_STOP: Final = StopRolling()


def sub_rows(most: Row) -> list[Row]:
    """Return every choice of at most `most[face]` dice of each face, the empty one first."""
    found: list[Row] = [()]
    for count in most:
        found = [(*row, taken) for row in found for taken in range(count + 1)]
    return found


@cache
def results(count: int) -> tuple[Row, ...]:
    """Return every result of `count` dice as counts by face, in ascending order."""
    begun: list[tuple[Row, int]] = [((), count)]
    for _ in range(FACES - 1):
        begun = [((*row, shown), left - shown) for row, left in begun for shown in range(left + 1)]
    return tuple([(*row, left) for row, left in begun])


@cache
def ways(count: int) -> Row:
    """Return the number of ways in which single dice give each result (the multinomial coefficient)."""
    total: list[int] = []
    for row in results(count):
        number = factorial(count)
        for shown in row:
            number //= factorial(shown)
        total.append(number)
    return tuple(total)


def roll_dice(draft: Draft[State], seat: int, command: DiceRollDice) -> Agenda | None:
    """Roll all dice but those kept; after the third roll the result is final."""
    state = draft.state
    if not state.rolls and sum(command.keep) > 0:
        raise IllegalCommand("dice.roll.first_all")
    short = missing(state.dice, command.keep)
    if short:
        raise IllegalCommand("dice.roll.set_aside", missing=short)
    if sum(command.keep) == DICE:
        raise IllegalCommand("dice.roll.reroll_some")
    thrown = DICE - sum(command.keep)
    outcome = draft.draw(STREAM_DICE, ways(thrown))
    draft.emit(DiceDiceRolled(seat, command.keep, results(thrown)[outcome]))
    return open_frame(state, REROLL if state.rolls < ROLLS else CONVERT, seat)


def stop_rolling(draft: Draft[State], seat: int, command: StopRolling) -> Agenda | None:
    """Declare the result final before the third roll."""
    draft.emit(RollingStopped(seat))
    return open_frame(draft.state, CONVERT, seat)


def list_rerolls(state: State, seat: int) -> list[AnyCommand]:
    """Return the command to stop, and every choice of dice to keep for another roll."""
    keeps: list[AnyCommand] = [DiceRollDice(keep) for keep in sub_rows(state.dice) if sum(keep) < DICE]
    return [_STOP, *keeps]


def dice_rolled(s: State, event: DiceDiceRolled) -> None:
    """Add the dice rolled to those kept; count the draw of the stream `dice`."""
    s.dice = change(event.kept, NO_DICE, event.rolled)
    s.rolls += 1
    s.draws[STREAM_DICE] += 1


CHAPTER: Final[Chapter[State]] = Chapter(
    "rolling",
    order=2,
    commands=(
        Message(DiceRollDice, (Field("keep", DICE_COUNTS, required=False),), was=("RollDice",)),
        Message(StopRolling),
    ),
    events=(
        Message(
            DiceDiceRolled,
            (OF_SEAT, Field("kept", DICE_COUNTS), Field("rolled", DICE_COUNTS)),
            reveals=True,
            was=("DiceRolled",),
        ),
        Message(RollingStopped, (OF_SEAT,)),
    ),
    outcomes={STREAM_DICE: [[DICE_COUNTS.encode(row) for row in results(count)] for count in range(1, DICE + 1)]},
    rules={DiceRollDice: roll_dice, StopRolling: stop_rolling},
    acting=Times(listers={ROLL: always(DiceRollDice()), REROLL: list_rerolls}),
    evolvers={DiceDiceRolled: dice_rolled, RollingStopped: change_nothing},
)
