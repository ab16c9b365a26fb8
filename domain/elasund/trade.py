"""Counts trade points and moves the discs on the trade track (rulebook, Trade fields; component facts 3 and 9)."""

from dataclasses import dataclass
from typing import Final

from domain.core.decider import Draft, Evolvers
from domain.core.kinds import array, integer
from domain.core.messages import Field, Message
from domain.elasund.pieces import PIECES, TRACK_SPACES
from domain.elasund.state import State
from domain.elasund.terms import COUNT, OF_SEAT


@dataclass(slots=True)
class TradeMoved:
    """A seat's trade points are `total` now, with its cubes on these spaces of the track."""

    seat: int
    total: int
    spaces: tuple[int, ...]


def lower_trade(draft: Draft[State], seat: int, points: int) -> None:
    """Move a disc down; cubes on the spaces that it left come back."""
    if points:
        state = draft.state
        total = state.trade[seat] - points
        kept = tuple([space for space in TRACK_SPACES if space <= total and state.track[seat] >> space & 1])
        draft.emit(TradeMoved(seat, total, kept))


def raise_trade(draft: Draft[State], seat: int, points: int) -> None:
    """Move a disc up; the cubes left go to the lowest spaces that it reaches or passes."""
    if not points:
        return
    state = draft.state
    before, cubes = state.trade[seat], state.cubes_left(seat)
    total = before + points
    reached = [space for space in TRACK_SPACES if before < space <= total][:cubes]
    kept = [space for space in TRACK_SPACES if state.track[seat] >> space & 1]
    draft.emit(TradeMoved(seat, total, tuple(kept + reached)))


def trade_due(state: State, seat: int) -> int:
    """Return the trade points of the fields under a seat's buildings."""
    own = [piece for piece in range(PIECES) if state.holders[piece] == seat]
    return sum([state.setting.board.windmills(state.footprint(piece)) for piece in own])


def move_discs(draft: Draft[State]) -> None:
    """Move every disc to the trade points of its seat's buildings."""
    state = draft.state
    for seat in range(state.seats):
        points = trade_due(state, seat) - state.trade[seat]
        if points > 0:
            raise_trade(draft, seat, points)
        else:
            lower_trade(draft, seat, -points)


def trade_moved(s: State, event: TradeMoved) -> None:
    """Move the disc and the cubes on the track."""
    seat, before = event.seat, s.track[event.seat].bit_count()
    s.trade[seat] = event.total
    s.track[seat] = sum([1 << space for space in event.spaces])
    s.points[seat] += s.track[seat].bit_count() - before


EVENTS: Final = (
    Message(TradeMoved, (OF_SEAT, Field("total", COUNT), Field("spaces", array(integer(3, 11), len(TRACK_SPACES))))),
)
EVOLVERS: Final[Evolvers[State]] = {TradeMoved: trade_moved}
