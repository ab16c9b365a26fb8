"""Detects a city in which nothing can ever be built again (not in any rulebook; see docs/rulings.md)."""

from typing import Final

from domain.elasund.board import FOOTPRINTS, SQUARES
from domain.elasund.claims import best_rival
from domain.elasund.displacing import too_large
from domain.elasund.pieces import KINDS_OF_BUILDING
from domain.elasund.state import Public
from domain.elasund.terms import BUILDINGS, HUTS, NOBODY, NOWHERE, PERMITS
from domain.elasund.walls import growth_points

_KINDS: Final = range(len(HUTS), len(BUILDINGS))


def stands_still(state: Public) -> bool:
    """Return whether no seat could ever build, with any cards: no wall, no church tile, no building."""
    if NOBODY in state.church_owners or growth_points(state):
        return False
    return not any(_could_build(state, seat, kind) for seat in range(state.seats) for kind in _KINDS)


def _could_build(state: Public, seat: int, kind: int) -> bool:
    if not state.has_piece(seat, kind):
        return False
    return any(_could_stand(state, seat, kind, FOOTPRINTS[kind][place]) for place in range(SQUARES))


def _could_stand(state: Public, seat: int, kind: int, footprint: int) -> bool:
    """Return whether there is room for enough permits, nothing too large below, and a majority within reach."""
    if not state.setting.board.can_bear(footprint) or footprint & state.church or too_large(state, kind, footprint):
        return False
    if (footprint & ~state.built).bit_count() < KINDS_OF_BUILDING[kind].permits:
        return False
    return bool(state.empty) or _could_lead(state, seat, footprint)


def _could_lead(state: Public, seat: int, footprint: int) -> bool:
    """Return whether higher permits from the supply can win a footprint; with no empty square left none moves."""
    placed = (state.own_permits[seat] & footprint).bit_count()
    if not placed:
        return False
    at_hand = [value for value in range(PERMITS) if _is_usable(state.permit_at(seat, value), footprint)]
    return sum(at_hand[-placed:]) > best_rival(state, seat, footprint)


def _is_usable(place: int, footprint: int) -> bool:
    return place == NOWHERE or bool(footprint >> place & 1)
