"""Defines which frame allows which commands, and which rule refuses the rest (rulebook, Sequence of play)."""

from dataclasses import dataclass
from typing import Final

from domain.core.agenda import Agenda, Frame
from domain.core.chapter import ANY, Chapter, Times, always
from domain.core.decider import Draft
from domain.core.messages import Message
from domain.elasund.chapters.building import BuildTile
from domain.elasund.chapters.church import BuildChurch, ChooseChurchTile
from domain.elasund.chapters.huts import DeclineHut, ReplaceHut
from domain.elasund.chapters.permits import PassPermit, PlacePermit, TakeGold
from domain.elasund.chapters.pirates import ChooseReward, DeclineReward, DrawReward, GiveUpCards
from domain.elasund.chapters.production import HalveInfluence
from domain.elasund.chapters.scoring import EndTurn
from domain.elasund.chapters.ship import MoveShip, RollDice
from domain.elasund.chapters.special import BuyGold, MovePermit, PlaceExtraPermit, UpgradePermit
from domain.elasund.chapters.walls import BuildWall
from domain.elasund.state import Public, State
from domain.elasund.terms import (
    BUILD,
    CHURCH,
    FRAMES,
    GIVE_UP,
    HALVE,
    HUT,
    MOST_BUILDS,
    MOVE_PIRATE,
    MOVE_SHIP,
    PERMIT,
    REWARD,
    ROLL,
    SPECIAL,
    STREAMS,
    phase,
)


@dataclass(frozen=True, slots=True)
class EndBuilding:
    """Go on to the permit phase."""


CONSTRUCT: Final = frozenset({BuildTile, BuildWall, BuildChurch})
PERMIT_OR_GOLD: Final = frozenset({PlacePermit, TakeGold, PassPermit})
ACTIONS: Final = frozenset({MovePermit, UpgradePermit, PlaceExtraPermit, BuyGold})
TAKE_REWARD: Final = frozenset({DrawReward, ChooseReward, DeclineReward})

# The commands of the seats that a frame waits for.
ALLOWED: Final[dict[int, frozenset[type]]] = {
    ROLL: frozenset({RollDice}),
    MOVE_SHIP: frozenset({MoveShip}),
    MOVE_PIRATE: frozenset({MoveShip}),
    GIVE_UP: frozenset({GiveUpCards}),
    REWARD: TAKE_REWARD,
    HALVE: frozenset({HalveInfluence}),
    BUILD: CONSTRUCT | {EndBuilding},
    CHURCH: frozenset({ChooseChurchTile}),
    HUT: frozenset({ReplaceHut, DeclineHut}),
    PERMIT: PERMIT_OR_GOLD,
    SPECIAL: ACTIONS | {EndTurn},
}

# The rules that refuse a command at the wrong time; those about the seat's own duty come first.
_ORDER: Final[dict[type | None, str]] = {
    MoveShip: "elasund.ship.marks_one_row",
    GiveUpCards: "elasund.pirate.simultaneous",
    HalveInfluence: "elasund.shortage.halve_simultaneous",
    **dict.fromkeys(TAKE_REWARD, "elasund.pirate.reward_count"),
    ChooseChurchTile: "elasund.church.first_tile_choice",
    ReplaceHut: "elasund.hut.immediate",
    DeclineHut: "elasund.hut.immediate",
    ANY: "elasund.turn.phase_order",
}
REFUSALS: Final[dict[int, dict[type | None, str]]] = {
    MOVE_SHIP: {**_ORDER, ANY: "elasund.ship.same_number_two"},
    MOVE_PIRATE: {**_ORDER, ANY: "elasund.pirate.move_other_row"},
    GIVE_UP: {
        GiveUpCards: "elasund.pirate.simultaneous",
        **dict.fromkeys(TAKE_REWARD, "elasund.pirate.before_reward"),
        ANY: "elasund.turn.obligations_block",
    },
    REWARD: {**_ORDER, **dict.fromkeys(CONSTRUCT, "elasund.pirate.before_reward")},
    HALVE: {HalveInfluence: "elasund.shortage.halve_simultaneous", ANY: "elasund.turn.obligations_block"},
    CHURCH: {**_ORDER, ANY: "elasund.church.first_tile_choice"},
    HUT: {ReplaceHut: "elasund.hut.clockwise", DeclineHut: "elasund.hut.clockwise", ANY: "elasund.hut.immediate"},
    PERMIT: _ORDER,
    SPECIAL: {
        **_ORDER,
        **dict.fromkeys(PERMIT_OR_GOLD, "elasund.turn.one_of_phase3"),
        **dict.fromkeys(ACTIONS, "elasund.turn.one_special"),
    },
}


def untimely(state: Public, seat: int, frame: Frame, command: type) -> str | None:
    """Return the rule against a command that holds in any frame."""
    if command in CONSTRUCT and frame.kind == PERMIT and state.builds == MOST_BUILDS and seat == state.active:
        return "elasund.turn.max_two_builds"
    if seat != state.active and not frame.seats >> seat & 1 and frame.kind not in (GIVE_UP, HALVE, HUT):
        return "elasund.turn.clockwise"
    return None


def end_building(draft: Draft[State], seat: int, command: EndBuilding) -> Agenda | None:
    """Build no more this turn."""
    return phase(PERMIT, seat)


CHAPTER: Final[Chapter[State]] = Chapter(
    "turn",
    order=8,  # its command is listed after all that can be built
    commands=(Message(EndBuilding),),
    frames=FRAMES,
    streams=STREAMS,
    rules={EndBuilding: end_building},
    acting=Times(allowed=ALLOWED, refusals=REFUSALS, listers={BUILD: always(EndBuilding())}),
    others=Times(refusals=REFUSALS),
    out_of_turn=_ORDER,
    idle=(
        DeclineReward,
        DeclineHut,
        EndBuilding,
        TakeGold,
        PassPermit,
        EndTurn,
        RollDice,
    ),
)
