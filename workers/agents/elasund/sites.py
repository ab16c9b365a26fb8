"""The agent weighs building sites: how far each is with its permits, and what it would be worth."""

from typing import Final, NamedTuple

from domain.elasund.board import CELLS, FOOTPRINTS, SHAPES
from domain.elasund.claims import compensation, highest_rival, totals_on
from domain.elasund.displacing import needs_set, too_large
from domain.elasund.pieces import KINDS_OF_BUILDING
from domain.elasund.terms import COVER_PRICE, HOUSE, INN, LARGE, SHOP, STALLS, WELL, WORKSHOP
from workers.agents.elasund.situation import INFLUENCE, Situation

# How much of a site's worth counts by the permits that it still lacks.
READINESS: Final = (1.0, 0.5, 0.25)
_KINDS_OF_SHAPE: Final = ((WELL,), (HOUSE, STALLS), (WORKSHOP,), (INN, SHOP), (LARGE,))


def price(now: Situation, kind: int, footprint: int) -> float:
    """Sum up the gold for the building and for rival permits, and influence for what is of equal size."""
    cards = COVER_PRICE * INFLUENCE if needs_set(now.view, kind, footprint) else 0.0
    return KINDS_OF_BUILDING[kind].gold + compensation(now.view, now.seat, footprint) + cards


def best_site(now: Situation, square: int, value: int) -> float:
    """Value the best site that a permit of a value on an empty square would bring nearer."""
    best = 0.0
    for shape in range(len(SHAPES)):
        for corner in now.view.setting.board.around[shape][square]:
            best = max(best, _site(now, _KINDS_OF_SHAPE[shape], corner, value))
    return best


def _site(now: Situation, kinds: tuple[int, ...], corner: int, value: int) -> float:
    """Value a footprint with one more own permit in it; nothing if it was ready without."""
    view, footprint = now.view, FOOTPRINTS[kinds[0]][corner]
    if footprint & view.church or too_large(view, kinds[0], footprint):
        return 0.0
    totals = totals_on(view, CELLS[kinds[0]][corner])
    own, rival = totals[now.seat], highest_rival(totals, now.seat)
    missing = KINDS_OF_BUILDING[kinds[0]].permits - (view.permit_squares & footprint).bit_count()
    if (missing <= 0 and own > rival) or max(own, 0) + value <= rival or missing > len(READINESS):
        return 0.0
    share = READINESS[max(0, missing - 1)]
    worths = [now.tile_worth(kind, corner) - price(now, kind, footprint) for kind in _in_supply(now, kinds)]
    return share * max(worths, default=0.0)


def _in_supply(now: Situation, kinds: tuple[int, ...]) -> list[int]:
    """Pick those kinds that the seat has in its supply."""
    return [kind for kind in kinds if now.view.has_piece(now.seat, kind)]


class Waiting(NamedTuple):
    """Is a building whose permits are ready but which cannot be paid yet: the gold it takes, its worth beyond that."""

    gold: int
    worth: float


def best_waiting(now: Situation) -> Waiting:
    """Find the waiting building worth most; of no gold and no worth if there is none."""
    best = Waiting(0, 0.0)
    for shape, kinds in enumerate(_KINDS_OF_SHAPE):
        for corner in _own_corners(now, shape):
            footprint = FOOTPRINTS[kinds[0]][corner]
            if _is_ready(now, kinds[0], corner):
                for kind in _in_supply(now, kinds):
                    needed = KINDS_OF_BUILDING[kind].gold + compensation(now.view, now.seat, footprint)
                    worth = now.tile_worth(kind, corner) - needed
                    if needed > now.gold and worth > best.worth:
                        best = Waiting(needed, worth)
    return best


def _own_corners(now: Situation, shape: int) -> set[int]:
    around = now.view.setting.board.around[shape]
    own = now.view.own_permits[now.seat]
    return {corner for square in range(90) if own >> square & 1 for corner in around[square]}


def _is_ready(now: Situation, kind: int, corner: int) -> bool:
    """Say whether permits and ground allow a building, whatever it costs; nothing of equal size below."""
    view, footprint = now.view, FOOTPRINTS[kind][corner]
    if (view.permit_squares & footprint).bit_count() < KINDS_OF_BUILDING[kind].permits or footprint & view.church:
        return False
    if too_large(view, kind, footprint) or needs_set(view, kind, footprint):
        return False
    totals = totals_on(view, CELLS[kind][corner])
    return totals[now.seat] > highest_rival(totals, now.seat)
