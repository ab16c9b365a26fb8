"""The turn: which frame allows which commands to whom, and which rule refuses the rest (rulebook 003, Summary)."""

from collections.abc import Iterable
from typing import Any, Final

from domain.catan import commands as c
from domain.catan.agenda import Agenda, roll_frame
from domain.catan.events import OffersLapsed, TurnEnded, TurnStarted
from domain.catan.state import Public, State
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
from domain.core.agenda import Frame
from domain.core.decider import Draft
from domain.core.errors import IllegalCommand

PLAY_CARD: Final = frozenset({c.PlayKnight, c.PlayRoadBuilding, c.PlayYearOfPlenty, c.PlayMonopoly})
CONSTRUCT: Final = frozenset({c.BuildRoad, c.BuildSettlement, c.BuildCity, c.BuyDevelopmentCard})
_NOTHING: Final[frozenset[Any]] = frozenset()
ANSWER: Final = frozenset({c.OfferTrade, c.AcceptOffer, c.DeclineOffer, c.WithdrawOffer})
DEAL: Final = ANSWER | {c.ConfirmTrade, c.MaritimeTrade}
FOUND: Final = frozenset({c.FoundSettlement, c.FoundRoad})

# What the seats that a frame waits for may do in it.
ALLOWED: Final[dict[int, frozenset[Any]]] = {
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
ALLOWED_OTHERS: Final[dict[int, frozenset[Any]]] = {TRADE: ANSWER, TRADE_BUILD: ANSWER}

# Why a command does not fit the time for the seat that a frame waits for; ANY stands for all other commands.
ANY: Final = None
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


def check_time(state: Public, seat: int, command_class: Any) -> None:
    """Refuse a command that the open frame does not allow this seat, naming the rule."""
    if not state.agenda:
        raise IllegalCommand("catan.end.immediate")
    frame: Frame = state.agenda[-1]
    rules = state.setting.rules
    table = rules.allowed if frame.seats >> seat & 1 else rules.allowed_others
    if command_class in table.get(frame.kind, _NOTHING):
        return
    raise IllegalCommand(_refusal(state, seat, frame, command_class))


def _refusal(state: Public, seat: int, frame: Frame, command_class: Any) -> str:
    """The rule that the frame names for the command, else the one for commands of any kind."""
    rules = state.setting.rules
    if command_class in rules.between_turns and _others_build(state, frame):
        return rules.between_turns[command_class]
    acting = frame.seats >> seat & 1
    if not acting and seat == state.active and frame.kind == DISCARD and command_class is not c.Discard:
        acting = 1
    table = (rules.refusals if acting else rules.refusals_others).get(frame.kind, {})
    found = table.get(command_class) or table.get(ANY)
    return found or rules.out_of_turn.get(command_class) or rules.out_of_turn[ANY]


def _others_build(state: Public, frame: Frame) -> bool:
    """Whether a turn is over and somebody may build before the next one."""
    return state.active == NOBODY and state.turn > 0 and c.BuildRoad in state.setting.rules.allowed[frame.kind]


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


def ordered(pairs: Iterable[tuple[int, Frame]]) -> Agenda:
    """Frames by priority, the lowest at the bottom."""
    return tuple(frame for _, frame in sorted(pairs, key=_priority))


def _priority(pair: tuple[int, Frame]) -> int:
    return pair[0]


def begin_turn(draft: Draft[State], seat: int) -> Agenda:
    """A seat's turn begins with the roll."""
    draft.emit(TurnStarted(seat, draft.state.turn + 1))
    return (roll_frame(seat),)
