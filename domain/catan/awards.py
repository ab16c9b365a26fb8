"""Moves awards: special cards worth points that one seat holds at a time (component facts A.5, tie and loss)."""

from collections.abc import Sequence

from domain.catan.terms import AWARD_POINTS, NOBODY


def rightful_holder(counts: Sequence[int], holder: int, least: int) -> int:
    """Return who holds an award: the holder while first or tied with enough, otherwise the only first, if any."""
    most = max(counts)
    if most < least:
        return NOBODY
    if holder != NOBODY and counts[holder] == most:
        return holder
    return counts.index(most) if counts.count(most) == 1 else NOBODY


def move_award(points: list[int], holder: int, seat: int) -> None:
    """Move the points of an award from its holder to a seat; either may be NOBODY."""
    if holder != NOBODY:
        points[holder] -= AWARD_POINTS
    if seat != NOBODY:
        points[seat] += AWARD_POINTS
