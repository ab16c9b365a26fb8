"""Earns a token by moving the robber without doing harm (rulebook 003, Entre amigos, Desplazando al ladrón)."""

from domain.catan.chapters.robber.messages import RobberMoved, StealDeclined
from domain.catan.chapters.robber.rules import can_rob
from domain.catan.modules.favors.terms import BY_ROBBER
from domain.catan.modules.favors.tokens import draw_tokens
from domain.catan.state import Public, State
from domain.catan.terms import DESERT
from domain.core.chapter import Owed
from domain.core.decider import Draft


def is_desert(state: Public) -> bool:
    """Return whether the robber stands on a desert, whose neighbors may be spared for a token."""
    return state.setting.board.terrain[state.robber] == DESERT


def stands_alone(state: State) -> bool:
    """Return whether no building at all stands at the robber's tile."""
    nodes = state.setting.board.tile_mask[state.robber]
    return not any(state.buildings(seat) & nodes for seat in range(state.seats))


def after_move(draft: Draft[State], seat: int, event: RobberMoved) -> Owed:
    """Award a token for a tile without buildings, and for a desert where no seat can be robbed."""
    state = draft.state
    if stands_alone(state) or (is_desert(state) and not can_rob(state, event.seat)):
        draw_tokens(draft, event.seat, 1, BY_ROBBER)
    return []


def after_declining(draft: Draft[State], seat: int, event: StealDeclined) -> Owed:
    """Award a token for sparing the neighbors of a desert."""
    if is_desert(draft.state):
        draw_tokens(draft, event.seat, 1, BY_ROBBER)
    return []
