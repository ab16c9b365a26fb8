"""Produces resources, in phase 1 (rulebook 003, Production; bank shortage: component facts A.5)."""

from typing import Final

from domain.catan.agenda import trade_phase
from domain.catan.board import Source
from domain.catan.chapters.production.messages import DiceRolled, ResourcesProduced, RollDice
from domain.catan.chapters.robber.rules import seven_frames
from domain.catan.state import State
from domain.catan.terms import KINDS, STREAM_DICE
from domain.core.agenda import Agenda
from domain.core.decider import Draft
from domain.core.messages import AnyCommand
from domain.core.table_state import popped

SEVEN: Final = 7
ROLLS: Final = tuple((a, b) for a in range(1, 7) for b in range(1, 7))
EVEN: Final = (1,) * len(ROLLS)
_ANY: Final = tuple((kind, 1_000_000) for kind in range(KINDS))
_ROLL: Final[list[AnyCommand]] = [RollDice()]


def roll_dice(draft: Draft[State], seat: int, command: RollDice) -> Agenda | None:
    """Roll; a seven brings the robber, any other sum pays every seat."""
    state = draft.state
    dice = ROLLS[_roll(draft)]
    draft.emit(DiceRolled(seat, dice))
    number = dice[0] + dice[1]
    trade = trade_phase(seat, state.setting.combined)
    if len(state.agenda) > 1:
        trade = (*popped(state), *trade)
    if number == SEVEN:
        return (*trade, *seven_frames(state, seat))
    gains = production(state, number)
    if any(gains):
        draft.emit(ResourcesProduced(tuple(gains)))
    return trade


def list_roll(state: State, seat: int) -> list[AnyCommand]:
    """Return the roll."""
    return _ROLL


def _roll(draft: Draft[State]) -> int:
    """Draw one of `ROLLS`: all are alike, as two dice fall, unless a module says otherwise."""
    said = draft.state.setting.points.rolls
    return draft.draw(STREAM_DICE, said[0](draft.state)) if said else draft.draw_even(STREAM_DICE, len(ROLLS))


def production(state: State, number: int) -> list[int]:
    """Return what the bank pays for a sum, flat by seat and kind, after shortages."""
    gains = [0] * (state.seats * KINDS)
    tiles, nodes, most = state.setting.board.sources[number]
    for seat in range(state.seats):
        settlements, cities = state.settlements[seat] & nodes, state.cities[seat] & nodes
        if settlements or cities:
            _add_due(gains, seat * KINDS, tiles, state.robber, settlements, cities)
    for more in state.setting.points.yields:
        gains = [due + count for due, count in zip(gains, more(state, number), strict=True)]
        most = _ANY
    for kind, due in most:
        if state.bank[kind] < due:
            _settle_shortage(state, gains, kind)
    return gains


def _add_due(gains: list[int], at: int, tiles: tuple[Source, ...], robber: int, settlements: int, cities: int) -> None:
    """Add what the buildings of a seat are due from all tiles but the robber's; `at` is where its gains begin."""
    for tile, resource, nodes in tiles:
        if tile != robber:
            gains[at + resource] += (settlements & nodes).bit_count() + 2 * (cities & nodes).bit_count()


def _settle_shortage(state: State, gains: list[int], kind: int) -> None:
    """Settle a shortage: a short kind is not paid, unless it is due to a single seat, which takes what is left."""
    due, left = sum(gains[kind::KINDS]), state.bank[kind]
    if due > left:
        for at in range(kind, len(gains), KINDS):
            gains[at] = left if gains[at] == due else 0
