"""Lets five and six play (rulebook 003, Extension): more of everything, and special building."""

from dataclasses import dataclass
from typing import Final

from domain.catan import maps
from domain.catan.chapters.building import rules as building
from domain.catan.chapters.building.messages import BUILDINGS
from domain.catan.chapters.development import rules as development
from domain.catan.chapters.development.messages import PLAY_CARD, BuyDevelopmentCard
from domain.catan.chapters.maritime import MaritimeTrade
from domain.catan.chapters.production import RollDice
from domain.catan.chapters.trading.messages import ANSWER, ConfirmTrade
from domain.catan.chapters.turn import EndTurn
from domain.catan.kinds import SEAT
from domain.catan.maps.own import is_own
from domain.catan.module import Module
from domain.catan.points import Points
from domain.catan.state import State
from domain.catan.terms import BUILD, ROLL, TRADE, TRADE_BUILD, frames_of
from domain.core.agenda import Agenda, Frame, member
from domain.core.chapter import ANY, Chapter, Owed, Times
from domain.core.decider import Draft
from domain.core.messages import AnyCommand, Message
from domain.core.table_state import pop

NAME: Final = "five-six"
SPECIAL_BUILDING: Final = frames_of(0)[0]
SUPPLY: Final = 24
DECK: Final = (20, 3, 3, 3, 5)
_DEAL: Final = ANSWER | {ConfirmTrade, MaritimeTrade}
_CONSTRUCT: Final = BUILDINGS | {BuyDevelopmentCard}


@dataclass(frozen=True, slots=True)
class Pass:
    """Build nothing, or nothing more, in the special building phase."""


def brought_by(seats: int, map_name: str) -> bool:
    """Five and six seats bring the extension by themselves."""
    return seats > 4


def map_refusal(seats: int, map_name: str) -> str | None:
    """Return the rule that the extension needs a map with room for it; None if the map has."""
    return None if seats in maps.seats_of(map_name) or is_own(map_name) else "combo.beginner.no_five_six"


def special_building(state: State, seat: int) -> Owed:
    """After a turn every other seat is asked once, clockwise from the one that ended."""
    others = [(seat + step) % state.seats for step in range(1, state.seats)]
    return [Frame(SPECIAL_BUILDING, 1 << other, seat) for other in reversed(others)]


def pass_on(draft: Draft[State], seat: int, command: Pass) -> Agenda | None:
    """Decline or finish; the chance does not come back in this phase."""
    return pop(draft.state)


def list_special(state: State, seat: int) -> list[AnyCommand]:
    """Return buildings, development cards, and passing."""
    return [*building.list_buildings(state, seat), *development.list_purchase(state, seat), Pass()]


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

MODULE: Final = Module(
    order=1,
    chapter=Chapter(
        NAME,
        idle=(Pass,),
        frames={SPECIAL_BUILDING: "special_building"},
        members={SPECIAL_BUILDING: member("after", SEAT)},
        rules={Pass: pass_on},
        acting=Times(
            allowed={SPECIAL_BUILDING: _CONSTRUCT | {Pass}},
            refusals={SPECIAL_BUILDING: _REFUSALS, **dict.fromkeys((ROLL, TRADE, BUILD, TRADE_BUILD), _IN_TURN)},
            listers={SPECIAL_BUILDING: list_special},
        ),
        others=Times(refusals={SPECIAL_BUILDING: _REFUSALS_OTHERS}),
        out_of_turn=_IN_TURN,
    ),
    commands=(Message(Pass),),
    points=Points(supply=(SUPPLY,), deck=(DECK,), after_turn=(special_building,)),
    brought_by=brought_by,
    map_refusal=map_refusal,
)
