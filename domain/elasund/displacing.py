"""Removes the buildings that a new building covers, in phase 2 (rulebook, Build, d and e)."""

from dataclasses import dataclass
from typing import Final

from domain.core.decider import Draft, Evolvers
from domain.core.messages import Field, Message
from domain.elasund.pieces import KIND_OF_PIECE, RANKS
from domain.elasund.state import Public, State
from domain.elasund.terms import BUILDING, LARGE_HUT, OF_SEAT, OF_VALUE, ON_SQUARE, PERMITS
from domain.elasund.trade import lower_trade


@dataclass(slots=True)
class BuildingRemoved:
    """A building left the board, its cubes went back."""

    seat: int
    building: int
    square: int


@dataclass(slots=True)
class PermitReturned:
    """A permit went back to its owner."""

    seat: int
    value: int


def squares_by_larger(state: Public) -> tuple[int, int, int, int]:
    """Return, by rank of size, the squares under larger buildings."""
    _, second, third, fourth = state.ranked
    return second | third | fourth, third | fourth, fourth, 0


def too_large(state: Public, kind: int, footprint: int) -> bool:
    """Return whether a footprint touches a building larger than the new one."""
    return bool(squares_by_larger(state)[RANKS[kind]] & footprint)


def needs_set(state: Public, kind: int, footprint: int) -> bool:
    """Return whether a footprint touches a building of equal size, which costs influence to cover."""
    return bool(state.ranked[RANKS[kind]] & footprint)


def displace(draft: Draft[State], footprint: int) -> list[int]:
    """Take every building in a footprint off the board, then its trade points; returns the starting huts among them."""
    state = draft.state
    if not footprint & state.built:
        return []
    pieces = state.pieces_on(footprint)
    lost = [0] * state.seats
    for piece in pieces:
        owner = state.holders[piece]
        lost[owner] += state.setting.board.windmills(state.footprint(piece))
        draft.emit(BuildingRemoved(owner, KIND_OF_PIECE[piece], state.anchors[piece]))
    for owner in range(state.seats):
        lower_trade(draft, owner, lost[owner])
    return [piece for piece in pieces if KIND_OF_PIECE[piece] <= LARGE_HUT]


def return_permit_on(draft: Draft[State], place: int) -> None:
    """Give the permit on a square, if there is one, back to its owner without compensation."""
    state = draft.state
    if state.permit_squares >> place & 1:
        owner, value = divmod(state.marks[place] - 1, PERMITS)
        draft.emit(PermitReturned(owner, value))


def building_removed(s: State, event: BuildingRemoved) -> None:
    """The building is back in its owner's supply or in its stack."""
    s.take_piece(s.grid[event.square] - 1)


def permit_returned(s: State, event: PermitReturned) -> None:
    """The permit is in its owner's supply."""
    s.take_permit(event.seat, event.value)


EVENTS: Final = (
    Message(PermitReturned, (OF_SEAT, OF_VALUE)),
    Message(BuildingRemoved, (OF_SEAT, Field("building", BUILDING), ON_SQUARE)),
)
EVOLVERS: Final[Evolvers[State]] = {BuildingRemoved: building_removed, PermitReturned: permit_returned}
