"""The turn: which frame allows which commands, and which rule refuses the rest (rulebook, Sequence of play)."""

from typing import Any, Final

from domain.core.agenda import Frame
from domain.core.errors import IllegalCommand
from domain.elasund import commands as c
from domain.elasund.state import Public
from domain.elasund.terms import (
    BUILD,
    CHURCH,
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
)

CONSTRUCT: Final = frozenset({c.BuildTile, c.BuildWall, c.BuildChurch})
PERMIT_OR_GOLD: Final = frozenset({c.PlacePermit, c.TakeGold, c.PassPermit})
ACTIONS: Final = frozenset({c.MovePermit, c.UpgradePermit, c.PlaceExtraPermit, c.BuyGold})
TAKE_REWARD: Final = frozenset({c.DrawReward, c.ChooseReward, c.DeclineReward})

# What the seats that a frame waits for may do in it.
ALLOWED: Final[dict[int, frozenset[Any]]] = {
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

# Why a command does not fit the time; ANY stands for all other commands. What concerns one's own duty comes first.
ANY: Final = None
_ORDER: Final[dict[Any, str]] = {
    c.MoveShip: "elasund.ship.marks_one_row",
    c.GiveUpCards: "elasund.pirate.simultaneous",
    c.HalveInfluence: "elasund.shortage.halve_simultaneous",
    **dict.fromkeys(TAKE_REWARD, "elasund.pirate.reward_count"),
    c.ChooseChurchTile: "elasund.church.first_tile_choice",
    c.ReplaceHut: "elasund.hut.immediate",
    c.DeclineHut: "elasund.hut.immediate",
    ANY: "elasund.turn.phase_order",
}
REFUSALS: Final[dict[int, dict[Any, str]]] = {
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


def check_time(state: Public, seat: int, command_class: Any) -> None:
    """Refuse a command that the open frame does not allow this seat, naming the rule."""
    if not state.agenda:
        at_once = state.setting.wins_at_once
        raise IllegalCommand("elasund.end.win_immediate" if at_once else "elasund.end.win_end_of_turn")
    frame: Frame = state.agenda[-1]
    acting = frame.seats >> seat & 1
    if not acting or command_class not in ALLOWED[frame.kind]:
        raise IllegalCommand(_refusal(state, seat, frame, command_class))
    if frame.kind == SPECIAL and frame.data and command_class in ACTIONS:
        raise IllegalCommand("elasund.turn.one_special")


def _refusal(state: Public, seat: int, frame: Frame, command_class: Any) -> str:
    if command_class in CONSTRUCT and frame.kind == PERMIT and state.builds == MOST_BUILDS and seat == state.active:
        return "elasund.turn.max_two_builds"
    if seat != state.active and not frame.seats >> seat & 1 and frame.kind not in (GIVE_UP, HALVE, HUT):
        return "elasund.turn.clockwise"
    table = REFUSALS.get(frame.kind, _ORDER)
    return table.get(command_class, table[ANY])
