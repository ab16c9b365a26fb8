"""Defines which frame allows which commands, and which rule refuses the rest (rulebook, Sequence of play)."""

from typing import Final

from domain.core.agenda import Agenda, Frame
from domain.core.chapter import ANY, Chapter, Times
from domain.core.decider import Draft
from domain.core.messages import AnyCommand
from domain.elasund import commands as c
from domain.elasund.agenda import permit_phase
from domain.elasund.evolve import EVOLVERS
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
)

_END_BUILDING: Final[list[AnyCommand]] = [c.EndBuilding()]

CONSTRUCT: Final = frozenset({c.BuildTile, c.BuildWall, c.BuildChurch})
PERMIT_OR_GOLD: Final = frozenset({c.PlacePermit, c.TakeGold, c.PassPermit})
ACTIONS: Final = frozenset({c.MovePermit, c.UpgradePermit, c.PlaceExtraPermit, c.BuyGold})
TAKE_REWARD: Final = frozenset({c.DrawReward, c.ChooseReward, c.DeclineReward})

# What the seats that a frame waits for may do in it.
ALLOWED: Final[dict[int, frozenset[type]]] = {
    ROLL: frozenset({c.RollDice}),
    MOVE_SHIP: frozenset({c.MoveShip}),
    MOVE_PIRATE: frozenset({c.MoveShip}),
    GIVE_UP: frozenset({c.GiveUpCards}),
    REWARD: TAKE_REWARD,
    HALVE: frozenset({c.HalveInfluence}),
    BUILD: CONSTRUCT | {c.EndBuilding},
    CHURCH: frozenset({c.ChooseChurchTile}),
    HUT: frozenset({c.ReplaceHut, c.DeclineHut}),
    PERMIT: PERMIT_OR_GOLD,
    SPECIAL: ACTIONS | {c.EndTurn},
}

# Why a command does not fit the time. What concerns one's own duty comes first.
_ORDER: Final[dict[type | None, str]] = {
    c.MoveShip: "elasund.ship.marks_one_row",
    c.GiveUpCards: "elasund.pirate.simultaneous",
    c.HalveInfluence: "elasund.shortage.halve_simultaneous",
    **dict.fromkeys(TAKE_REWARD, "elasund.pirate.reward_count"),
    c.ChooseChurchTile: "elasund.church.first_tile_choice",
    c.ReplaceHut: "elasund.hut.immediate",
    c.DeclineHut: "elasund.hut.immediate",
    ANY: "elasund.turn.phase_order",
}
REFUSALS: Final[dict[int, dict[type | None, str]]] = {
    MOVE_SHIP: {**_ORDER, ANY: "elasund.ship.same_number_two"},
    MOVE_PIRATE: {**_ORDER, ANY: "elasund.pirate.move_other_row"},
    GIVE_UP: {
        c.GiveUpCards: "elasund.pirate.simultaneous",
        **dict.fromkeys(TAKE_REWARD, "elasund.pirate.before_reward"),
        ANY: "elasund.turn.obligations_block",
    },
    REWARD: {**_ORDER, **dict.fromkeys(CONSTRUCT, "elasund.pirate.before_reward")},
    HALVE: {c.HalveInfluence: "elasund.shortage.halve_simultaneous", ANY: "elasund.turn.obligations_block"},
    CHURCH: {**_ORDER, ANY: "elasund.church.first_tile_choice"},
    HUT: {c.ReplaceHut: "elasund.hut.clockwise", c.DeclineHut: "elasund.hut.clockwise", ANY: "elasund.hut.immediate"},
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


def end_building(draft: Draft[State], seat: int, command: c.EndBuilding) -> Agenda | None:
    """Build no more this turn."""
    return permit_phase(seat)


def list_end(state: State, seat: int) -> list[AnyCommand]:
    """Return the end of building."""
    return _END_BUILDING


CHAPTER: Final[Chapter[State]] = Chapter(
    "turn",
    frames=FRAMES,
    streams=STREAMS,
    rules={c.EndBuilding: end_building},
    acting=Times(allowed=ALLOWED, refusals=REFUSALS, listers={BUILD: list_end}),
    others=Times(refusals=REFUSALS),
    out_of_turn=_ORDER,
    idle=(
        c.DeclineReward,
        c.DeclineHut,
        c.EndBuilding,
        c.TakeGold,
        c.PassPermit,
        c.EndTurn,
        c.RollDice,
    ),
    evolvers=EVOLVERS,
)
