"""Defines which frame allows which commands to whom, and which rule refuses the rest (rulebook 003, Summary)."""

from typing import Any, Final

from domain.catan import commands as c
from domain.catan.agenda import roll_frame
from domain.catan.events import OffersLapsed, TurnEnded, TurnStarted
from domain.catan.state import State
from domain.catan.terms import (
    BUILD,
    DISCARD,
    FOUND_ROAD,
    FOUND_SETTLEMENT,
    FREE_ROADS,
    HAND_ON,
    MOVE_ROBBER,
    NOBODY,
    ROLL,
    STEAL,
    TRADE,
    TRADE_BUILD,
)
from domain.core.agenda import Agenda, Frame
from domain.core.chapter import ANY
from domain.core.decider import Draft
from domain.core.table_game import ordered

PLAY_CARD: Final = frozenset({c.PlayKnight, c.PlayRoadBuilding, c.PlayYearOfPlenty, c.PlayMonopoly})
CONSTRUCT: Final = frozenset({c.BuildRoad, c.BuildSettlement, c.BuildCity, c.BuyDevelopmentCard})
ANSWER: Final = frozenset({c.OfferTrade, c.AcceptOffer, c.DeclineOffer, c.WithdrawOffer})
DEAL: Final = ANSWER | {c.ConfirmTrade, c.MaritimeTrade}
FOUND: Final = frozenset({c.FoundSettlement, c.FoundRoad})

# What the seats that a frame waits for may do in it.
ALLOWED: Final[dict[int, frozenset[type]]] = {
    FOUND_SETTLEMENT: frozenset({c.FoundSettlement}),
    FOUND_ROAD: frozenset({c.FoundRoad}),
    ROLL: PLAY_CARD | {c.RollDice},
    TRADE: PLAY_CARD | CONSTRUCT | DEAL | {c.EndTurn},
    BUILD: PLAY_CARD | CONSTRUCT | {c.EndTurn},
    TRADE_BUILD: PLAY_CARD | CONSTRUCT | DEAL | {c.EndTurn},
    DISCARD: frozenset({c.Discard}),
    MOVE_ROBBER: frozenset({c.MoveRobber}),
    STEAL: frozenset({c.Steal, c.DeclineSteal}),
    FREE_ROADS: frozenset({c.BuildRoad}),
}
# What the other seats may do beside them.
ALLOWED_OTHERS: Final[dict[int, frozenset[type]]] = {TRADE: ANSWER, TRADE_BUILD: ANSWER}

# Why a command does not fit the time for the seat that a frame waits for; ANY stands for all other commands.
_TOO_EARLY: Final[dict[Any, str]] = {
    **dict.fromkeys(DEAL, "catan.trade.domestic.phase"),
    c.MaritimeTrade: "catan.turn.phase_order",
    c.BuyDevelopmentCard: "catan.turn.before_roll_card_only",
    c.EndTurn: "catan.turn.roll_first",
    ANY: "catan.turn.phase_order",
}
_AFTER_ROLL: Final[dict[Any, str]] = {
    c.RollDice: "catan.turn.roll_once",
    c.Discard: "catan.seven.discard_threshold",
    c.MoveRobber: "catan.robber.stays",
    c.Steal: "catan.robber.steal_one",
    c.DeclineSteal: "catan.robber.steal_one",
    **dict.fromkeys(FOUND, "catan.founding.snake_order"),
    ANY: "catan.turn.phase_order",
}
REFUSALS: Final[dict[int, dict[Any, str]]] = {
    FOUND_SETTLEMENT: {c.FoundRoad: "catan.founding.pair", ANY: "catan.founding.nothing_else"},
    FOUND_ROAD: {c.FoundSettlement: "catan.founding.pair", ANY: "catan.founding.nothing_else"},
    ROLL: _TOO_EARLY,
    TRADE: _AFTER_ROLL,
    TRADE_BUILD: _AFTER_ROLL,
    BUILD: {**_AFTER_ROLL, **dict.fromkeys(DEAL, "catan.turn.no_trade_after_build")},
    DISCARD: {c.MoveRobber: "catan.seven.discard_before_robber", ANY: "catan.turn.pending_first"},
    MOVE_ROBBER: {
        c.EndTurn: "catan.robber.must_move",
        c.Discard: "catan.seven.discard_any_order",
        ANY: "catan.turn.pending_first",
    },
    STEAL: {c.Discard: "catan.seven.discard_any_order", ANY: "catan.turn.pending_first"},
    FREE_ROADS: {ANY: "catan.road_building.mandatory"},
}
# Why it does not for anybody else.
REFUSALS_OTHERS: Final[dict[int, dict[Any, str]]] = {
    FOUND_SETTLEMENT: {ANY: "catan.founding.snake_order"},
    FOUND_ROAD: {ANY: "catan.founding.snake_order"},
    DISCARD: {
        c.Discard: "catan.seven.discard_any_order",
        c.MoveRobber: "catan.seven.discard_before_robber",
        ANY: "catan.turn.others_duties",
    },
    ROLL: dict.fromkeys(ANSWER, "catan.trade.domestic.phase"),
    BUILD: dict.fromkeys(ANSWER, "catan.trade.domestic.offers_end"),
}
OUT_OF_TURN: Final[dict[Any, str]] = {
    **dict.fromkeys(PLAY_CARD, "catan.development_card.own_turn"),
    **dict.fromkeys(FOUND, "catan.founding.snake_order"),
    **dict.fromkeys(ANSWER, "catan.turn.others_duties"),
    c.ConfirmTrade: "catan.trade.domestic.active_selects",
    c.MaritimeTrade: "catan.trade.maritime.active_only",
    c.Discard: "catan.seven.discard_threshold",
    ANY: "catan.turn.active_only",
}


def untimely(state: State, seat: int, frame: Frame, command: type) -> str | None:
    """Return the rule against a command that holds in any frame."""
    rules = state.setting.rules
    if command in rules.between_turns and _others_build(state, frame):
        return rules.between_turns[command]
    if frame.kind == DISCARD and seat == state.active and not frame.seats >> seat & 1 and command is not c.Discard:
        return rules.acting[DISCARD].refusal(command)
    return None


def _others_build(state: State, frame: Frame) -> bool:
    """Return whether a turn is over and other seats may build before the next one."""
    return state.active == NOBODY and state.turn > 0 and c.BuildRoad in state.setting.rules.acting[frame.kind].allowed


def end_turn(draft: Draft[State], seat: int, command: c.EndTurn) -> Agenda | None:
    """Hand the dice to the left; open offers lapse."""
    state = draft.state
    if state.offers:
        draft.emit(OffersLapsed())
    hand_on = Frame(HAND_ON, 0, (seat + 1) % state.seats)
    for close in state.setting.rules.points.closing:
        close(draft, seat)
    waiting = [pair for after in state.setting.rules.points.after_turn for pair in after(state, seat)]
    if waiting:
        draft.emit(TurnEnded(seat))
    return (hand_on, *ordered(waiting))


def begin_next(draft: Draft[State], frame: Frame) -> Agenda:
    """Begin the next turn, with the roll, once nothing is left of this one."""
    draft.emit(TurnStarted(frame.data, draft.state.turn + 1))
    return (roll_frame(frame.data),)
