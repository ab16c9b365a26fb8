"""The game put together: one handler a command, one lister a frame, and the phases of every command."""

from collections.abc import Callable
from typing import Any, Final

from domain.core.actions import Actions, Template
from domain.core.decider import Draft
from domain.elasund import (
    church,
    commands,
    construction,
    huts,
    permits,
    pirates,
    production,
    scoring,
    ship,
    special,
    turn,
    walls,
)
from domain.elasund.agenda import Agenda, permit_phase
from domain.elasund.events import AgendaSet
from domain.elasund.state import State
from domain.elasund.terms import (
    BUILD,
    CHURCH,
    GIVE_UP,
    HALVE,
    HUT,
    MOVE_PIRATE,
    MOVE_SHIP,
    PERMIT,
    REWARD,
    ROLL,
    SPECIAL,
)

Handler = Callable[[Draft[State], int, Any], Agenda | None]
Lister = Callable[[State, int], list[object]]
TemplateMaker = Callable[[State, int], list[Template]]

_ROLL: Final = commands.RollDice()
_END_BUILDING: Final = commands.EndBuilding()


def end_building(draft: Draft[State], seat: int, command: commands.EndBuilding) -> Agenda | None:
    """Build no more this turn."""
    return permit_phase(seat)


IDLE: Final = (
    commands.DeclineReward,
    commands.DeclineHut,
    commands.EndBuilding,
    commands.TakeGold,
    commands.PassPermit,
    commands.EndTurn,
    commands.RollDice,
)

HANDLERS: Final[dict[Any, Handler]] = {
    commands.RollDice: ship.roll_dice,
    commands.MoveShip: ship.move_ship,
    commands.GiveUpCards: pirates.give_up_cards,
    commands.DrawReward: pirates.draw_reward,
    commands.ChooseReward: pirates.choose_reward,
    commands.DeclineReward: pirates.decline_reward,
    commands.HalveInfluence: production.halve_influence,
    commands.BuildTile: construction.build_tile,
    commands.BuildWall: walls.build_wall,
    commands.BuildChurch: church.build_church,
    commands.ChooseChurchTile: church.choose_tile,
    commands.EndBuilding: end_building,
    commands.ReplaceHut: huts.replace_hut,
    commands.DeclineHut: huts.decline_hut,
    commands.PlacePermit: permits.place_permit,
    commands.TakeGold: permits.take_two_gold,
    commands.PassPermit: permits.pass_permit,
    commands.MovePermit: special.move_permit,
    commands.UpgradePermit: special.upgrade_permit,
    commands.PlaceExtraPermit: special.place_extra_permit,
    commands.BuyGold: special.buy_gold,
    commands.EndTurn: scoring.end_turn,
}


def play(draft: Draft[State], seat: int, command: Any) -> None:
    """The phases of a command: time, rule, victory, agenda. Refuses before the first event."""
    turn.check_time(draft.state, seat, type(command))
    agenda = HANDLERS[type(command)](draft, seat, command)
    if scoring.wins_now(draft.state):
        scoring.finish(draft, draft.state.active)
    elif agenda is not None:
        draft.emit(AgendaSet(agenda))


def _list_roll(state: State, seat: int) -> list[object]:
    return [_ROLL]


def _list_builds(state: State, seat: int) -> list[object]:
    found = construction.list_tiles(state, seat)
    found += walls.list_walls(state, seat)
    found += church.list_church(state, seat)
    found.append(_END_BUILDING)
    return found


def _list_nothing(state: State, seat: int) -> list[object]:
    return []


LISTERS: Final[dict[int, Lister]] = {
    ROLL: _list_roll,
    MOVE_SHIP: ship.list_moves,
    MOVE_PIRATE: ship.list_moves,
    GIVE_UP: _list_nothing,
    REWARD: pirates.list_rewards,
    HALVE: _list_nothing,
    BUILD: _list_builds,
    CHURCH: church.list_choices,
    HUT: huts.list_huts,
    PERMIT: permits.list_permits,
    SPECIAL: special.list_specials,
}
TEMPLATES: Final[dict[int, TemplateMaker]] = {
    GIVE_UP: pirates.give_up_template,
    REWARD: pirates.reward_template,
    HALVE: production.halve_template,
}


def is_awaited(state: State, seat: int) -> bool:
    """Whether the open frame waits for a seat."""
    return bool(state.agenda) and bool(state.agenda[-1].seats >> seat & 1)


def actions(state: State, seat: int) -> Actions:
    """What a seat may do now: nothing unless the open frame waits for it."""
    if not is_awaited(state, seat):
        return Actions(False, [], idle=IDLE)
    frame = state.agenda[-1].kind
    maker = TEMPLATES.get(frame)
    return Actions(True, LISTERS[frame](state, seat), maker(state, seat) if maker else (), IDLE)
