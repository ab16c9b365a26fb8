"""Phase 1: resource production (rulebook 003, Production; bank shortage: component facts A.5)."""

from collections.abc import Sequence
from typing import Final

from domain.catan.agenda import trade_frame
from domain.catan.chapters.production.messages import DiceRolled, ResourcesProduced, RollDice
from domain.catan.chapters.robber.rules import seven_frames
from domain.catan.state import Public, State
from domain.catan.terms import DESERT, KINDS, STREAM_DICE
from domain.core.agenda import Agenda
from domain.core.decider import Draft

SEVEN: Final = 7
ROLLS: Final = tuple((a, b) for a in range(1, 7) for b in range(1, 7))
EVEN: Final = (1,) * len(ROLLS)
_ROLL: Final = RollDice()


def roll_dice(draft: Draft[State], seat: int, command: RollDice) -> Agenda | None:
    """Roll; a seven brings the robber, any other sum pays every seat."""
    state = draft.state
    dice = ROLLS[draft.draw(STREAM_DICE, roll_weights(state))]
    draft.emit(DiceRolled(seat, dice))
    number = dice[0] + dice[1]
    trade = (*state.agenda[:-1], trade_frame(seat, state.setting.combined))
    if number == SEVEN:
        return (*trade, *seven_frames(state, seat))
    gains = production(state, number)
    if any(gains):
        draft.emit(ResourcesProduced(tuple(gains)))
    return trade


def list_roll(state: State, seat: int) -> list[object]:
    """Return the roll."""
    return [_ROLL]


def roll_weights(state: Public) -> Sequence[int]:
    """Return how likely each of `ROLLS` is: all alike, as two dice fall, unless a module says otherwise."""
    said = state.setting.points.rolls
    return said[0](state) if said else EVEN


def production(state: State, number: int) -> list[int]:
    """Return what the bank pays for a sum, flat by seat and kind, after shortages."""
    gains = [0] * (state.seats * KINDS)
    for tile, resource, nodes in state.setting.board.sources[number]:
        if tile != state.robber and resource != DESERT:
            _add_due(state, gains, resource, nodes)
    for more in state.setting.points.yields:
        gains = [due + count for due, count in zip(gains, more(state, number), strict=True)]
    _settle_shortages(state, gains)
    return gains


def _add_due(state: State, gains: list[int], resource: int, nodes: int) -> None:
    for seat in range(state.seats):
        settlements = state.settlements[seat] & nodes
        cities = state.cities[seat] & nodes
        if settlements or cities:
            gains[seat * KINDS + resource] += settlements.bit_count() + 2 * cities.bit_count()


def _settle_shortages(state: State, gains: list[int]) -> None:
    """Settle shortages: a short kind is not paid, unless it is due to a single seat, which takes what is left."""
    for kind in range(KINDS):
        due = sum(gains[kind::KINDS])
        left = state.bank[kind]
        if due > left:
            for at in range(kind, len(gains), KINDS):
                gains[at] = left if gains[at] == due else 0
