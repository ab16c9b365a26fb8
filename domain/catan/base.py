"""The base game put together: one handler a command, one lister a frame, and the phases of every command."""

from collections.abc import Callable
from typing import Any, Final

from domain.catan import (
    building,
    commands,
    development,
    founding,
    maritime,
    offers,
    production,
    robber,
    scoring,
    trading,
    turn,
)
from domain.catan.agenda import Agenda
from domain.catan.events import AgendaSet
from domain.catan.evolve import EVOLVERS
from domain.catan.state import State
from domain.catan.terms import (
    BUILD,
    DISCARD,
    FOUND_ROAD,
    FOUND_SETTLEMENT,
    FREE_ROADS,
    MOVE_ROBBER,
    ROLL,
    STEAL,
    STREAMS,
    TRADE,
    TRADE_BUILD,
)
from domain.core.actions import Actions, Template
from domain.core.chance import FirstChance
from domain.core.decider import Draft

Handler = Callable[[Draft, int, Any], Agenda | None]
Lister = Callable[[State, int], list[object]]

_ROLL: Final = commands.RollDice()
_END: Final = commands.EndTurn()

HANDLERS: Final[dict[Any, Handler]] = {
    commands.FoundSettlement: founding.found_settlement,
    commands.FoundRoad: founding.found_road,
    commands.RollDice: production.roll_dice,
    commands.Discard: robber.discard,
    commands.MoveRobber: robber.move_robber,
    commands.Steal: robber.steal,
    commands.DeclineSteal: robber.decline_steal,
    commands.OfferTrade: trading.offer_trade,
    commands.AcceptOffer: trading.accept_offer,
    commands.DeclineOffer: trading.decline_offer,
    commands.WithdrawOffer: trading.withdraw_offer,
    commands.ConfirmTrade: trading.confirm_trade,
    commands.MaritimeTrade: maritime.maritime_trade,
    commands.BuildRoad: building.build_road,
    commands.BuildSettlement: building.build_settlement,
    commands.BuildCity: building.build_city,
    commands.BuyDevelopmentCard: development.buy_card,
    commands.PlayKnight: development.play_knight,
    commands.PlayRoadBuilding: development.play_road_building,
    commands.PlayYearOfPlenty: development.play_year_of_plenty,
    commands.PlayMonopoly: development.play_monopoly,
    commands.EndTurn: turn.end_turn,
}


def play(draft: Draft, seat: int, command: Any) -> None:
    """The phases of a command: time, rule with its awards, offers, victory, agenda. Refuses before the first event."""
    turn.check_time(draft.state, seat, type(command))
    agenda = HANDLERS[type(command)](draft, seat, command)
    if draft.state.offers:
        offers.drop_stale_offers(draft)
    if scoring.has_won(draft.state):
        scoring.finish(draft)
    elif agenda is not None:
        draft.emit(AgendaSet(agenda))


def _list_roll(state: State, seat: int) -> list[object]:
    return [_ROLL, *development.list_cards(state, seat)]


def _list_construction(state: State, seat: int) -> list[object]:
    found = building.list_buildings(state, seat)
    found += development.list_purchase(state, seat)
    found += development.list_cards(state, seat)
    found.append(_END)
    return found


def _list_trade(state: State, seat: int) -> list[object]:
    found = maritime.list_maritime(state, seat)
    if state.offers:
        found += trading.list_answers(state, seat)
    found += _list_construction(state, seat)
    return found


def _list_nothing(state: State, seat: int) -> list[object]:
    return []


LISTERS: Final[dict[int, Lister]] = {
    FOUND_SETTLEMENT: founding.list_settlements,
    FOUND_ROAD: founding.list_roads,
    ROLL: _list_roll,
    TRADE: _list_trade,
    BUILD: _list_construction,
    TRADE_BUILD: _list_trade,
    DISCARD: _list_nothing,
    MOVE_ROBBER: robber.list_tiles,
    STEAL: robber.list_victims,
    FREE_ROADS: building.list_roads,
}
LISTERS_OTHERS: Final[dict[int, Lister]] = {TRADE: trading.list_answers, TRADE_BUILD: trading.list_answers}


class _Asked:
    """A seat at a position: tries commands on a copy (any outcome of chance will do), and makes templates."""

    def __init__(self, state: State, seat: int) -> None:
        self.state = state
        self.seat = seat

    def judge(self, command: Any) -> None:
        """Raises IllegalCommand where the rules refuse."""
        play(Draft(self.state.copy(), FirstChance(), STREAMS, EVOLVERS), self.seat, command)

    def templates(self) -> list[Template]:
        """The open families."""
        return list_templates(self.state, self.seat)


def list_commands(state: State, seat: int) -> list[object]:
    """Every listed command of a seat; open families are templates."""
    if not state.agenda:
        return []
    frame = state.agenda[-1]
    if frame.seats >> seat & 1:
        return LISTERS[frame.kind](state, seat)
    return LISTERS_OTHERS.get(frame.kind, _list_nothing)(state, seat)


def list_templates(state: State, seat: int) -> list[Template]:
    """Discards for who owes one, trade offers for who may make one."""
    if not state.agenda:
        return []
    frame = state.agenda[-1]
    if frame.kind == DISCARD and frame.seats >> seat & 1:
        return [robber.discard_template(state, seat)]
    return trading.offer_template(state, seat) if frame.kind in LISTERS_OTHERS else []


def actions(state: State, seat: int) -> Actions:
    """What a seat may do now."""
    must = bool(state.agenda) and bool(state.agenda[-1].seats >> seat & 1)
    asked = _Asked(state, seat)
    return Actions(must, list_commands(state, seat), asked.templates, asked.judge)
