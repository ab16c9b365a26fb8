"""Composes the base game: one rule per command, one lister per frame, one table per question."""

from typing import Final

from domain.catan import commands, options
from domain.catan.agenda import FRAME_MEMBERS
from domain.catan.chapters.building import rules as building
from domain.catan.chapters.development import rules as development
from domain.catan.chapters.maritime import rules as maritime
from domain.catan.chapters.production import rules as production
from domain.catan.chapters.robber import rules as robber
from domain.catan.chapters.setup import founding
from domain.catan.chapters.trading import rules as trading
from domain.catan.chapters.trading.offers import drop_stale_offers, promised_from
from domain.catan.chapters.turn import rules as turn
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
    HAND_ON,
    MOVE_ROBBER,
    ROLL,
    STEAL,
    STREAMS,
    TRADE,
    TRADE_BUILD,
)
from domain.core.chapter import Chapter, Lister, Rule, Times, Watch

_ROLL: Final = commands.RollDice()
_END: Final = commands.EndTurn()

RULES: Final[dict[type, Rule[State]]] = {
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


LISTERS: Final[dict[int, Lister[State]]] = {
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
LISTERS_OTHERS: Final[dict[int, Lister[State]]] = {TRADE: trading.list_answers, TRADE_BUILD: trading.list_answers}


BASE: Final = Module(
    chapter=Chapter(
        "base",
        frames=FRAMES,
        members=FRAME_MEMBERS,
        streams=STREAMS,
        rules=RULES,
        acting=Times(
            allowed=turn.ALLOWED,
            refusals=turn.REFUSALS,
            listers=LISTERS,
            templates={
                DISCARD: robber.discard_template,
                TRADE: trading.offer_template,
                TRADE_BUILD: trading.offer_template,
            },
        ),
        others=Times(
            allowed=turn.ALLOWED_OTHERS,
            refusals=turn.REFUSALS_OTHERS,
            listers=LISTERS_OTHERS,
            templates={TRADE: trading.offer_template, TRADE_BUILD: trading.offer_template},
        ),
        out_of_turn=turn.OUT_OF_TURN,
        idle=(commands.DeclineSteal, commands.EndTurn, commands.RollDice),
        evolvers=EVOLVERS,
        arrivals={HAND_ON: turn.begin_next},
        watch=Watch(promised_from, drop_stale_offers),
    ),
    options=options.OPTIONS,
)
