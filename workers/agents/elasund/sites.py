"""Values building sites, by the permits there and the building that they allow."""

from typing import Final, NamedTuple

from domain.elasund.board import CELLS, FOOTPRINTS, SHAPES, row_of
from domain.elasund.chapters.permits import compensation, highest_rival, totals_on
from domain.elasund.displacing import needs_set, too_large
from domain.elasund.pieces import KINDS_OF_BUILDING
from domain.elasund.terms import COVER_PRICE, HOUSE, INN, LARGE, SHOP, STALLS, WELL, WORKSHOP
from workers.agents.elasund.situation import CHANCES, Situation

MOST_MISSING: Final = 3
USUAL_CHANCE: Final = 0.2  # probability that the ship comes to one of two rows
KINDS_OF_SHAPE: Final = ((WELL,), (HOUSE, STALLS), (WORKSHOP,), (INN, SHOP), (LARGE,))


def price(now: Situation, kind: int, footprint: int) -> float:
    """Return the price in gold of the building and rival permits, and of influence to cover one of equal size."""
    cards = COVER_PRICE * now.weights.influence if needs_set(now.view, kind, footprint) else 0.0
    return KINDS_OF_BUILDING[kind].gold + compensation(now.view, now.seat, footprint) + cards


def best_site(now: Situation, square: int, value: int) -> float:
    """Value the sites that a permit on an empty square would bring nearer: the best one, others as a share."""
    best = total = 0.0
    for shape in range(len(SHAPES)):
        for corner in now.view.setting.board.around[shape][square]:
            worth = _site(now, shape, corner, value)
            best, total = max(best, worth), total + max(0.0, worth)
    return best + now.weights.more_sites * (total - best)


def standing_site(now: Situation, square: int) -> float:
    """Value the best site of a placed own permit."""
    best = 0.0
    for shape in range(len(SHAPES)):
        for corner in now.view.setting.board.around[shape][square]:
            best = max(best, _site(now, shape, corner))
    return best


def _site(now: Situation, shape: int, corner: int, value: int | None = None) -> float:
    """Value a footprint with one more own permit in it, 0 if it was ready without; or as it is, without one."""
    standing, weights = _standing(now, shape, corner), now.weights
    if standing is None:
        return 0.0
    own, rival, missing = standing
    if value is None:
        missing, value = missing + 1, 0
    elif missing <= 0 and own > rival:
        return 0.0
    lead = max(own, 0) + value - rival
    if lead <= 0 or missing > MOST_MISSING:
        return 0.0
    share = (1.0, 1.0, weights.two_missing, weights.three_missing)[max(0, missing)]
    if missing > 1 and weights.row_chance:
        share *= 1 + weights.row_chance * (_ship_comes(KINDS_OF_SHAPE[shape][0], corner) - USUAL_CHANCE)
    return share * (1 + weights.margin * lead) * _worth(now, shape, corner)


def _standing(now: Situation, shape: int, corner: int) -> tuple[int, int, int] | None:
    """Return the own total, the highest of a rival, and the permits that a footprint needs beside one more; cached.

    None where nothing can be built.
    """
    key = shape * 100 + corner
    if key not in now.standings:
        kind, view = KINDS_OF_SHAPE[shape][0], now.view
        footprint = FOOTPRINTS[kind][corner]
        if footprint & view.church or too_large(view, kind, footprint):
            now.standings[key] = None
        else:
            totals = totals_on(view, CELLS[kind][corner])
            missing = KINDS_OF_BUILDING[kind].permits - (view.permit_squares & footprint).bit_count()
            now.standings[key] = totals[now.seat], highest_rival(totals, now.seat), missing
    return now.standings[key]


def _worth(now: Situation, shape: int, corner: int) -> float:
    """Return what the best building in supply is worth on a footprint beyond its price, 0 without any; cached."""
    key = shape * 100 + corner
    if key not in now.site_worths:
        footprint = FOOTPRINTS[KINDS_OF_SHAPE[shape][0]][corner]
        kinds = in_supply(now, KINDS_OF_SHAPE[shape])
        worths = [now.tile_worth(kind, corner) - price(now, kind, footprint) for kind in kinds]
        now.site_worths[key] = max(worths, default=0.0)
    return now.site_worths[key]


def _ship_comes(kind: int, corner: int) -> float:
    """Return the probability that a roll sends the ship to a row of a footprint."""
    top = row_of(corner)
    return sum(CHANCES[top : top + KINDS_OF_BUILDING[kind].height])


def in_supply(now: Situation, kinds: tuple[int, ...]) -> list[int]:
    """Return the kinds that the seat has in its supply."""
    return [kind for kind in kinds if now.view.has_piece(now.seat, kind)]


class Waiting(NamedTuple):
    """Represents a building with ready permits that cannot be paid yet: its cost in gold, and its value beyond that."""

    gold: int
    worth: float


def best_waiting(now: Situation) -> Waiting:
    """Return the most valuable waiting building; one of no gold and no value if there is none."""
    best = Waiting(0, 0.0)
    for shape, kinds in enumerate(KINDS_OF_SHAPE):
        for corner in own_corners(now, shape):
            footprint = FOOTPRINTS[kinds[0]][corner]
            if is_ready(now, kinds[0], corner):
                for kind in in_supply(now, kinds):
                    needed = KINDS_OF_BUILDING[kind].gold + compensation(now.view, now.seat, footprint)
                    worth = now.tile_worth(kind, corner) - needed
                    if needed > now.gold and worth > best.worth:
                        best = Waiting(needed, worth)
    return best


def own_corners(now: Situation, shape: int) -> set[int]:
    """Return the corners of the footprints of a shape that hold an own permit."""
    around = now.view.setting.board.around[shape]
    own = now.view.own_permits[now.seat]
    return {corner for square in range(90) if own >> square & 1 for corner in around[square]}


def is_ready(now: Situation, kind: int, corner: int, more: int | None = None) -> bool:
    """Return whether permits and squares allow a building, whatever it costs, that covers none of equal size.

    `more` is the value of one more own permit in it.
    """
    view, footprint = now.view, FOOTPRINTS[kind][corner]
    permits = (view.permit_squares & footprint).bit_count() + (more is not None)
    if permits < KINDS_OF_BUILDING[kind].permits or footprint & view.church:
        return False
    if too_large(view, kind, footprint) or needs_set(view, kind, footprint):
        return False
    totals = totals_on(view, CELLS[kind][corner])
    own = totals[now.seat] if more is None else max(totals[now.seat], 0) + more
    return own > highest_rival(totals, now.seat)
