"""Makes the phases of a turn, hands the dice on, and refuses what no turn allows (rulebook 003, Summary)."""

from dataclasses import dataclass
from typing import Final

from domain.catan.belief import Belief
from domain.catan.chapters.building.messages import BuildRoad
from domain.catan.chapters.robber.messages import Discard
from domain.catan.chapters.trading.messages import OffersLapsed
from domain.catan.kinds import COUNT, OF_SEAT, SEAT
from domain.catan.module import Module
from domain.catan.state import State
from domain.catan.terms import BUILD, CARDS, DISCARD, HAND_ON, MOST_SEATS, MOVE_ROBBER, PHASES, ROLL, TRADE, TRADE_BUILD
from domain.core.agenda import Agenda, Frame, member
from domain.core.chapter import ANY, Chapter, Refusals, Times
from domain.core.decider import Draft
from domain.core.messages import AnyCommand, Field, Message, nobody
from domain.core.table_game import order
from domain.core.table_state import NOBODY


@dataclass(frozen=True, slots=True)
class EndTurn:
    """Hand the dice on."""


@dataclass(slots=True)
class TurnStarted:
    """A seat's turn began; turns are counted from 1."""

    seat: int
    turn: int


@dataclass(slots=True)
class TurnEnded:
    """A seat's turn is over, and others act before the next one begins: no seat is active."""

    seat: int


def _by_seat(kind: int) -> tuple[Agenda, ...]:
    return tuple((Frame(kind, 1 << seat),) for seat in range(MOST_SEATS))


_ROLL: Final = _by_seat(ROLL)
_TRADE: Final = _by_seat(TRADE)
_TRADE_BUILD: Final = _by_seat(TRADE_BUILD)
_BUILD: Final = _by_seat(BUILD)


def roll_phase(seat: int) -> Agenda:
    """Return the phase in which the active player must roll; a development card may come before."""
    return _ROLL[seat]


def trade_phase(seat: int, is_combined: bool) -> Agenda:
    """Return the trade phase, or the combined trade and build phase."""
    return _TRADE_BUILD[seat] if is_combined else _TRADE[seat]


def build_phase(seat: int) -> Agenda:
    """Return the build phase."""
    return _BUILD[seat]


_END: Final = EndTurn()
_OUT_OF_PHASE: Final[Refusals] = {ANY: "catan.turn.phase_order"}
_HAND_ON: Final = tuple((Frame(HAND_ON, 0, seat),) for seat in range(MOST_SEATS))


def untimely(state: State, seat: int, frame: Frame, command: type) -> str | None:
    """Return the rule against a command that holds in any frame."""
    rules = state.setting.rules
    others_build = state.active == NOBODY and state.turn > 0 and BuildRoad in rules.acting[frame.kind].allowed
    if others_build and command in rules.between_turns:
        return rules.between_turns[command]
    if frame.kind == DISCARD and seat == state.active and not frame.seats >> seat & 1 and command is not Discard:
        return rules.acting[DISCARD].refusal(command)
    return None


def end_turn(draft: Draft[State], seat: int, command: EndTurn) -> Agenda | None:
    """Hand the dice to the left; open offers lapse."""
    state = draft.state
    if state.offers:
        draft.emit(OffersLapsed())
    following = (seat + 1) % state.seats
    for close in state.setting.points.closing:
        close(draft, seat)
    waiting = [frame for after in state.setting.points.after_turn for frame in after(state, seat)]
    if not waiting:
        return _HAND_ON[following]
    draft.emit(TurnEnded(seat))
    return (*_HAND_ON[following], *order(waiting))


def list_end(state: State, seat: int) -> list[AnyCommand]:
    """Return the end of the turn."""
    return [_END]


def begin_next(draft: Draft[State], frame: Frame) -> Agenda:
    """Begin the next turn, with the roll, once nothing is left of this one."""
    draft.emit(TurnStarted(frame.data, draft.state.turn + 1))
    return roll_phase(frame.data)


_NO_CARDS: Final = (0,) * len(CARDS)


def turn_started(s: State, event: TurnStarted) -> None:
    """Begin the turn of a seat: no dice, no card played, none of its cards fresh."""
    s.turn = event.turn
    s.dice = 0
    begin_own(s, event.seat)


def begin_own(s: State, seat: int) -> None:
    """Make a seat active: it has played no card, and bought none of its cards since."""
    s.active = seat
    s.card_played = False
    at = seat * len(CARDS)
    if any(s.fresh[at : at + len(CARDS)]):
        s.fresh = (*s.fresh[:at], *_NO_CARDS, *s.fresh[at + len(CARDS) :])


def turn_ended(s: State, event: TurnEnded) -> None:
    """Leave no seat active."""
    s.active = NOBODY


def learn_turn_started(b: Belief, event: TurnStarted) -> None:
    """The seat has bought none of its cards in this turn."""
    b.end_turn()
    b.active = event.seat
    b.refusals = b.refusals.begin_turn()
    b.fresh[event.seat] = 0


def learn_turn_ended(b: Belief, event: TurnEnded) -> None:
    """No seat is active."""
    b.end_turn()


MODULE: Final = Module(
    order=9,
    chapter=Chapter(
        "turn",
        frames={HAND_ON: "hand_on"},
        members={HAND_ON: member("next", SEAT)},
        rules={EndTurn: end_turn},
        acting=Times(
            allowed=dict.fromkeys(PHASES, frozenset({EndTurn})),
            refusals={
                ROLL: {EndTurn: "catan.turn.roll_first", **_OUT_OF_PHASE},
                **dict.fromkeys(PHASES, _OUT_OF_PHASE),
                MOVE_ROBBER: {EndTurn: "catan.robber.must_move"},
            },
            listers=dict.fromkeys(PHASES, list_end),
        ),
        out_of_turn={ANY: "catan.turn.active_only"},
        idle=(EndTurn,),
        evolvers={TurnStarted: turn_started, TurnEnded: turn_ended},
        arrivals={HAND_ON: begin_next},
    ),
    commands=(Message(EndTurn),),
    events=(
        Message(TurnStarted, (OF_SEAT, Field("turn", COUNT)), affects=nobody),
        Message(TurnEnded, (OF_SEAT,)),
    ),
    evidence={TurnStarted: learn_turn_started, TurnEnded: learn_turn_ended},
)
