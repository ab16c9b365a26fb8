"""Lets five and six play (rulebook 003, Extension): more of everything, and special building.

A table may choose the rule of later editions instead, by which a paired turn of another player follows each turn.
"""

from dataclasses import dataclass
from typing import Final

from domain.catan import maps
from domain.catan.belief import Belief
from domain.catan.chapters.building import rules as building
from domain.catan.chapters.building.messages import BUILDINGS
from domain.catan.chapters.development import rules as development
from domain.catan.chapters.development.messages import PLAY_CARD, BuyDevelopmentCard
from domain.catan.chapters.maritime import MaritimeTrade, list_maritime
from domain.catan.chapters.production import RollDice
from domain.catan.chapters.trading.messages import ANSWER, ConfirmTrade
from domain.catan.chapters.turn import EndTurn, begin_own
from domain.catan.kinds import OF_SEAT, SEAT
from domain.catan.maps.own import is_own
from domain.catan.module import Module
from domain.catan.options import FLAG
from domain.catan.points import Points
from domain.catan.state import State
from domain.catan.terms import BUILD, HAND_ON, NOBODY, ROLL, TRADE, TRADE_BUILD, frames_of
from domain.core.agenda import Agenda, Frame, member
from domain.core.chapter import ANY, Chapter, Owed, Times
from domain.core.decider import Draft
from domain.core.errors import Unsound
from domain.core.messages import AnyCommand, Message, nobody
from domain.core.table_state import pop

NAME: Final = "five-six"
SPECIAL_BUILDING: Final = frames_of(0)[0]
PAIRED_TURN: Final = frames_of(0)[1]
"""Waits for nobody until the paired turn begins."""
PAIRED_TURNS: Final = "paired_turns"
_APART: Final = 3
"""Paired players sit three places apart, counted to the left from the one whose turn it was."""
SUPPLY: Final = 24
DECK: Final = (20, 3, 3, 3, 5)
_DEAL: Final = ANSWER | {ConfirmTrade, MaritimeTrade}
_CONSTRUCT: Final = BUILDINGS | {BuyDevelopmentCard}


@dataclass(frozen=True, slots=True)
class Pass:
    """Build nothing, or nothing more, in the special building phase, or end the paired turn."""


@dataclass(slots=True)
class PairedTurnStarted:
    """The paired turn of a seat began, which follows another's turn; turns are not counted on."""

    seat: int


def brought_by(seats: int, map_name: str) -> bool:
    """Five and six seats bring the extension by themselves."""
    return seats > 4


def map_refusal(seats: int, map_name: str) -> str | None:
    """Return the rule that the extension needs a map with room for it; None if the map has."""
    return None if seats in maps.seats_of(map_name) or is_own(map_name) else "combo.beginner.no_five_six"


def follow_turn(state: State, seat: int) -> Owed:
    """After a turn comes a paired turn, or every other seat is asked once, clockwise from the one that ended."""
    if state.setting.config.options[PAIRED_TURNS]:
        return [Frame(PAIRED_TURN, 0, seat)]
    others = [(seat + step) % state.seats for step in range(1, state.seats)]
    return [Frame(SPECIAL_BUILDING, 1 << other, seat) for other in reversed(others)]


def begin_paired(draft: Draft[State], frame: Frame) -> Agenda:
    """Begin the paired turn of the third seat to the left, without a roll; the next turn comes after it."""
    seats = draft.state.seats
    paired = (frame.data + _APART) % seats
    draft.emit(PairedTurnStarted(paired))
    return (Frame(HAND_ON, 0, (frame.data + 1) % seats), Frame(PAIRED_TURN, 1 << paired, frame.data))


def start_paired_turn(s: State, event: PairedTurnStarted) -> None:
    """Make the seat active: no card played, none of its cards fresh; the dice lie as they were rolled."""
    begin_own(s, event.seat)


def learn_paired_turn(b: Belief, event: PairedTurnStarted) -> None:
    """The seat has bought none of its cards in this turn."""
    b.end_turn()
    b.active = event.seat
    b.fresh[event.seat] = 0


def check_frames(state: State) -> None:
    """Raise Unsound for the phase that the table did not choose, or one in which the wrong seat is active."""
    is_paired = bool(state.setting.config.options[PAIRED_TURNS])
    is_between = bool(state.agenda) and state.agenda[0].kind == HAND_ON  # sandboxes may open a frame by itself
    for frame in state.agenda:
        if frame.kind == SPECIAL_BUILDING and (is_paired or (is_between and state.active != NOBODY)):
            raise Unsound("agenda", "/agenda")
        if frame.kind == PAIRED_TURN and not (is_paired and _is_paired_with(state, frame)):
            raise Unsound("agenda", "/agenda")


def _is_paired_with(state: State, frame: Frame) -> bool:
    """Return whether the seat of a paired turn is active; before it begins, no seat is."""
    paired = (frame.data + _APART) % state.seats
    return (frame.seats, state.active) in ((0, NOBODY), (1 << paired, paired))


def pass_on(draft: Draft[State], seat: int, command: Pass) -> Agenda | None:
    """Decline or finish; the chance does not come back in this phase."""
    return pop(draft.state)


def list_special(state: State, seat: int) -> list[AnyCommand]:
    """Return buildings, development cards, and passing."""
    return [*building.list_buildings(state, seat), *development.list_purchase(state, seat), Pass()]


def list_paired(state: State, seat: int) -> list[AnyCommand]:
    """Return trades with the bank and what can be built, bought and played, in any order, and the end."""
    found = [*list_maritime(state, seat), *building.list_buildings(state, seat)]
    return [*found, *development.list_purchase_and_cards(state, seat), Pass()]


_REFUSALS: Final[dict[type | None, str]] = {
    **dict.fromkeys(_DEAL, "catan.special_building.no_trade"),
    **dict.fromkeys(PLAY_CARD, "catan.special_building.no_card_play"),
    RollDice: "catan.special_building.no_roll",
    EndTurn: "catan.special_building.what",
    ANY: "catan.special_building.what",
}
_REFUSALS_OTHERS: Final[dict[type | None, str]] = {
    **dict.fromkeys(ANSWER, "catan.special_building.no_trade"),
    **dict.fromkeys(_CONSTRUCT, "catan.special_building.clockwise"),
    RollDice: "catan.special_building.no_roll",
    Pass: "catan.special_building.clockwise",
}
_IN_TURN: Final[dict[type | None, str]] = {Pass: "catan.special_building.after_each_turn"}
_REFUSALS_PAIRED: Final[dict[type | None, str]] = {
    **dict.fromkeys(ANSWER | {ConfirmTrade}, "catan.paired_turns.no_domestic"),
    RollDice: "catan.paired_turns.no_roll",
    ANY: "catan.paired_turns.what",
}
_REFUSALS_WHILE_PAIRED: Final[dict[type | None, str]] = {
    **dict.fromkeys(ANSWER, "catan.paired_turns.no_domestic"),
    RollDice: "catan.paired_turns.no_roll",
    Pass: "catan.paired_turns.who",
}

MODULE: Final = Module(
    order=1,
    chapter=Chapter(
        NAME,
        idle=(Pass,),
        frames={SPECIAL_BUILDING: "special_building", PAIRED_TURN: "paired_turn"},
        members=dict.fromkeys((SPECIAL_BUILDING, PAIRED_TURN), member("after", SEAT)),
        rules={Pass: pass_on},
        acting=Times(
            allowed={
                SPECIAL_BUILDING: _CONSTRUCT | {Pass},
                PAIRED_TURN: _CONSTRUCT | PLAY_CARD | {MaritimeTrade, Pass},
            },
            refusals={
                SPECIAL_BUILDING: _REFUSALS,
                PAIRED_TURN: _REFUSALS_PAIRED,
                **dict.fromkeys((ROLL, TRADE, BUILD, TRADE_BUILD), _IN_TURN),
            },
            listers={SPECIAL_BUILDING: list_special, PAIRED_TURN: list_paired},
        ),
        others=Times(refusals={SPECIAL_BUILDING: _REFUSALS_OTHERS, PAIRED_TURN: _REFUSALS_WHILE_PAIRED}),
        out_of_turn=_IN_TURN,
        evolvers={PairedTurnStarted: start_paired_turn},
        arrivals={PAIRED_TURN: begin_paired},
        check=check_frames,
    ),
    commands=(Message(Pass),),
    events=(Message(PairedTurnStarted, (OF_SEAT,), affects=nobody),),
    evidence={PairedTurnStarted: learn_paired_turn},
    points=Points(supply=(SUPPLY,), deck=(DECK,), after_turn=(follow_turn,)),
    options={PAIRED_TURNS: FLAG},
    brought_by=brought_by,
    map_refusal=map_refusal,
)
