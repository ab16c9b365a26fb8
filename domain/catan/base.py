"""The base game put together: one handler a command, one lister a frame, one table a question."""

from collections.abc import Callable
from typing import Any, Final

from domain.catan import building, commands, development, founding, maritime, options, production, robber, trading, turn
from domain.catan.agenda import FRAME_MEMBERS, Agenda
from domain.catan.evolve import EVOLVERS
from domain.catan.module import Module
from domain.catan.state import State
from domain.catan.terms import (
    BUILD,
    DISCARD,
    FOUND_ROAD,
    FOUND_SETTLEMENT,
    FRAMES,
    FREE_ROADS,
    MOVE_ROBBER,
    ROLL,
    STEAL,
    STREAMS,
    TRADE,
    TRADE_BUILD,
)
from domain.core.decider import Draft

Handler = Callable[[Draft[State], int, Any], Agenda | None]
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


LISTERS: Final[dict[int, Lister]] = {
    FOUND_SETTLEMENT: founding.list_settlements,
    FOUND_ROAD: founding.list_roads,
    ROLL: _list_roll,
    TRADE: _list_trade,
    BUILD: _list_construction,
    TRADE_BUILD: _list_trade,
    MOVE_ROBBER: robber.list_tiles,
    STEAL: robber.list_victims,
    FREE_ROADS: building.list_roads,
}
LISTERS_OTHERS: Final[dict[int, Lister]] = {TRADE: trading.list_answers, TRADE_BUILD: trading.list_answers}


BASE: Final = Module(
    "base",
    idle=(commands.DeclineSteal, commands.EndTurn, commands.RollDice),
    frames=FRAMES,
    frame_members=FRAME_MEMBERS,
    streams=dict(enumerate(STREAMS)),
    handlers=HANDLERS,
    allowed=turn.ALLOWED,
    allowed_others=turn.ALLOWED_OTHERS,
    refusals=turn.REFUSALS,
    refusals_others=turn.REFUSALS_OTHERS,
    out_of_turn=turn.OUT_OF_TURN,
    listers=LISTERS,
    listers_others=LISTERS_OTHERS,
    templates={DISCARD: robber.discard_template, TRADE: trading.offer_template, TRADE_BUILD: trading.offer_template},
    templates_others={TRADE: trading.offer_template, TRADE_BUILD: trading.offer_template},
    evolvers=EVOLVERS,
    options=options.OPTIONS,
)
