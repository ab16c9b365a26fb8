"""Compares permits: every seat's total in a footprint, of which the highest may build (rulebook, Build)."""

from collections.abc import Sequence
from typing import Final

from domain.elasund.board import squares_of
from domain.elasund.state import Public
from domain.elasund.terms import MOST_SEATS, NOWHERE, PERMITS

# The seat and the value of a permit, by its mark on a square.
_OWNERS: Final = (NOWHERE, *(at // PERMITS for at in range(MOST_SEATS * PERMITS)))
_VALUES: Final = (NOWHERE, *(at % PERMITS for at in range(MOST_SEATS * PERMITS)))


def totals_on(state: Public, squares: Sequence[int]) -> list[int]:
    """Return every seat's total of the permits on some squares; NOWHERE for seats without a permit there."""
    totals = [NOWHERE] * state.seats
    for place in squares:
        mark = state.marks[place]
        if mark:
            owner = _OWNERS[mark]
            totals[owner] = max(totals[owner], 0) + _VALUES[mark]
    return totals


def compensation(state: Public, seat: int, footprint: int) -> int:
    """Return the compensation for the permits of all other seats in a footprint."""
    rivals = state.permit_squares & footprint & ~state.own_permits[seat]
    return sum([_VALUES[state.marks[place]] for place in squares_of(rivals)])


def highest_rival(totals: list[int], seat: int) -> int:
    """Return the highest total of any other seat; NOWHERE if no other seat has a permit there."""
    highest = NOWHERE
    for other, total in enumerate(totals):
        if total > highest and other != seat:
            highest = total
    return highest


def sum_owed(totals: list[int], seat: int) -> int:
    """Return the sum of the totals of all other seats, which is the compensation for their permits."""
    return sum([total for other, total in enumerate(totals) if total > 0 and other != seat])
