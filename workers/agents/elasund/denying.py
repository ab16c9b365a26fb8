"""A permit may also take from a rival the right to build: the agent knows which sites are ready for whom."""

from domain.elasund.board import CELLS, FOOTPRINTS, SHAPES
from domain.elasund.claims import highest_rival, owed_to_rivals, totals_on
from domain.elasund.displacing import needs_set, too_large
from domain.elasund.pieces import KINDS_OF_BUILDING, TRACK_SPACES
from domain.elasund.terms import GOLD_TAKEN
from workers.agents.elasund.sites import KINDS_OF_SHAPE
from workers.agents.elasund.situation import Situation


def denied(now: Situation, square: int, value: int) -> float:
    """Value the sites of rivals, ready and soon to be paid, where a permit would end their majority: the best one."""
    best = 0.0
    for shape in range(len(SHAPES)):
        for corner in now.view.setting.board.around[shape][square]:
            best = max(best, _denied_site(now, shape, corner, value))
    return best


def _denied_site(now: Situation, shape: int, corner: int, value: int) -> float:
    """Value one site that a rival may build on as long as nobody has as much there."""
    kinds, view = KINDS_OF_SHAPE[shape], now.view
    footprint = FOOTPRINTS[kinds[0]][corner]
    present = view.permit_squares & footprint
    if not present & ~view.own_permits[now.seat]:
        return 0.0
    totals = totals_on(view, CELLS[kinds[0]][corner])
    rival = max(range(view.seats), key=lambda seat: totals[seat])
    if rival == now.seat or totals[rival] == highest_rival(totals, rival):
        return 0.0
    if max(totals[now.seat], 0) + value < totals[rival] or present.bit_count() < KINDS_OF_BUILDING[kinds[0]].permits:
        return 0.0
    if footprint & view.church or too_large(view, kinds[0], footprint) or needs_set(view, kinds[0], footprint):
        return 0.0
    return max(_threat(now, rival, kind, corner, owed_to_rivals(totals, rival)) for kind in kinds)


def _threat(now: Situation, rival: int, kind: int, corner: int, owed: int) -> float:
    """Value the cubes that a rival gets by a building, if it can pay for it in its next turn."""
    view, building = now.view, KINDS_OF_BUILDING[kind]
    if not view.has_piece(rival, kind) or view.held_gold[rival] + GOLD_TAKEN < building.gold + owed:
        return 0.0
    points, before = view.setting.board.windmills(FOOTPRINTS[kind][corner]), view.trade[rival]
    cubes = building.flags + sum(1 for space in TRACK_SPACES if before < space <= before + points)
    return now.weights.deny * now.rival_cube(rival) * cubes
