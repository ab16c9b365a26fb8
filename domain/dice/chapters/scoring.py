"""Fills the score boxes and ends the game (rulebook 004, Building and End of the game); checks sheets."""

from dataclasses import dataclass
from typing import Final

from domain.core.agenda import Agenda, Frame
from domain.core.chapter import Chapter, Times, always
from domain.core.decider import Draft
from domain.core.errors import Unsound
from domain.core.kinds import array, integer, seat_mask
from domain.core.masks import mask_of
from domain.core.messages import Field, Message
from domain.dice.sheet import CITIES, KNIGHTS, ROADS, SETTLEMENTS, is_touched
from domain.dice.state import State, open_frame
from domain.dice.terms import BOXES, BUILD, CONVERT, CROSS, DICE, MOST_SEATS, NO_DICE, OF_SEAT, REROLL, ROLL, ROLLS


@dataclass(frozen=True, slots=True)
class EndTurn:
    """Write the turn's box, a cross where nothing was built, and hand the dice on."""


@dataclass(slots=True)
class TurnStarted:
    """A seat's turn began; turns of all seats are counted from 1."""

    seat: int
    turn: int


@dataclass(slots=True)
class BoxFilled:
    """The turn's sum was written in the next box, counted from 1; -2 stands for a cross."""

    seat: int
    box: int
    points: int


@dataclass(slots=True)
class GameEnded:
    """All boxes are full; the highest total wins."""

    winners: int
    points: tuple[int, ...]


_TOTAL: Final = integer(CROSS * BOXES, 145)


def end_turn(draft: Draft[State], seat: int, command: EndTurn) -> Agenda | None:
    """Write the turn's sum, or a cross where nothing was built; the seat to the left rolls next.

    After the last box the highest total wins, shared by all who have it.
    """
    state = draft.state
    draft.emit(BoxFilled(seat, len(state.boxes[seat]) + 1, state.gained if state.built else CROSS))
    following = (seat + 1) % state.seats
    if len(state.boxes[following]) == BOXES:
        draft.emit(GameEnded(find_winners(state), tuple([state.total(seat) for seat in range(state.seats)])))
        return ()
    draft.emit(TurnStarted(following, state.turn + 1))
    return open_frame(state, ROLL, following)


def find_winners(state: State) -> int:
    """Return the mask of the seats with the highest total."""
    totals = [state.total(seat) for seat in range(state.seats)]
    return mask_of([seat for seat, total in enumerate(totals) if total == max(totals)])


def turn_started(s: State, event: TurnStarted) -> None:
    """Begin the next seat's turn, with nothing rolled or built in it."""
    s.active = event.seat
    s.turn = event.turn
    s.dice = NO_DICE
    s.rolls = 0
    s.converted = False
    s.built = 0
    s.fresh = 0
    s.gained = 0


def box_filled(s: State, event: BoxFilled) -> None:
    """The turn's score stands in its box."""
    s.boxes[event.seat] = (*s.boxes[event.seat], event.points)


def game_ended(s: State, event: GameEnded) -> None:
    """End the game with its winners."""
    s.winners = event.winners


def check_sheets(state: State) -> None:
    """Raise Unsound for the first law that a position breaks."""
    if state.active >= state.seats or any(frame.seats >> state.seats for frame in state.agenda):
        raise Unsound("seats", seats=state.seats)
    if min(state.dice) < 0 or state.rolls > ROLLS:
        raise Unsound("negative" if min(state.dice) < 0 else "dice", most=DICE, rolls=ROLLS)
    is_untouched = state.rolls and not state.converted and not state.built
    if sum(state.dice) > DICE or (is_untouched and sum(state.dice) != DICE):
        raise Unsound("dice", most=DICE, rolls=ROLLS)
    for seat in range(state.seats):
        _check_order(state, seat)
        _check_points(state, seat)


def check_turn(state: State) -> None:
    """Compare the turn with the boxes that are filled, and the open frame with what was done in the turn.

    Raises Unsound if they do not fit each other.
    """
    filled = sum([len(boxes) for boxes in state.boxes])
    turn = min(filled + 1, BOXES * state.seats)
    if state.turn != turn or state.active != (state.setting.first + turn - 1) % state.seats:
        raise Unsound("turn", "/turn", found=state.turn, due=turn)
    if not 0 <= state.fresh <= min(state.built, state.knights[state.active]) or state.built > state.gained:
        raise Unsound("sheet", "/turn_pieces", seat=state.active)
    if state.agenda != _due_agenda(state, filled):
        raise Unsound("agenda", "/agenda")


def _due_agenda(state: State, filled: int) -> Agenda:
    """Return what the active seat owes; between the second and the third roll it may also have stopped."""
    if filled == BOXES * state.seats:
        return ()
    has_stopped = any(frame.kind == CONVERT for frame in state.agenda)
    if state.built:
        kind = BUILD
    elif state.converted or state.rolls == ROLLS or (state.rolls and has_stopped):
        kind = CONVERT
    else:
        kind = REROLL if state.rolls else ROLL
    return (Frame(kind, 1 << state.active),)


def _check_order(state: State, seat: int) -> None:
    roads, knights = state.roads[seat], state.knights[seat]
    is_joined = not roads >> len(ROADS) and all(
        is_touched(roads, road.parent) for number, road in enumerate(ROADS) if roads >> number & 1
    )
    settlements, cities = state.settlements[seat], state.cities[seat]
    is_printed = settlements <= len(SETTLEMENTS) and cities <= len(CITIES) and knights <= KNIGHTS
    places = (*SETTLEMENTS[:settlements], *CITIES[:cities])
    is_reached = all(is_touched(roads, place.road) for place in places)
    if not (is_joined and is_printed and is_reached) or state.used[seat] >> knights:
        raise Unsound("sheet", seat=seat)


def _check_points(state: State, seat: int) -> None:
    """Compare the points of the pieces on a sheet with those in its boxes and those of this turn."""
    boxes, knights = state.boxes[seat], state.knights[seat]
    due = state.roads[seat].bit_count() + knights * (knights + 1) // 2
    due += sum(state.settlement_numbers(seat)) + sum(state.city_numbers(seat))
    running = state.gained if seat == state.active and state.agenda else 0
    found = running + sum([points for points in boxes if points != CROSS])
    if len(boxes) > BOXES:
        raise Unsound("sheet", seat=seat)
    if found != due:
        raise Unsound("points", seat=seat, found=found, due=due)


CHAPTER: Final[Chapter[State]] = Chapter(
    "scoring",
    order=5,
    commands=(Message(EndTurn),),
    events=(
        Message(BoxFilled, (OF_SEAT, Field("box", integer(1, BOXES)), Field("points", integer(CROSS, 145)))),
        Message(GameEnded, (Field("winners", seat_mask(MOST_SEATS)), Field("points", array(_TOTAL, MOST_SEATS)))),
    ),
    rules={EndTurn: end_turn},
    acting=Times(listers=dict.fromkeys((CONVERT, BUILD), always(EndTurn()))),
    evolvers={TurnStarted: turn_started, BoxFilled: box_filled, GameEnded: game_ended},
    check=check_sheets,
)
