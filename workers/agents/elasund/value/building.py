"""Lists what each seat could build next, by the permits that stand, and what it would cost others."""

from typing import Final, NamedTuple

from domain.elasund.board import CELLS, FOOTPRINTS, ROW_MASKS, ROWS, SHAPES, covering, find_crowded, squares_of
from domain.elasund.chapters.permits import highest_rival, sum_owed, totals_on
from domain.elasund.displacing import needs_set, squares_by_larger, too_large
from domain.elasund.pieces import (
    CHURCH_PRICE,
    KINDS_OF_BUILDING,
    RANKS,
    SEA_WALL_PRICE,
    TOWER,
    TRACK_SPACES,
    WALL_TILES,
)
from domain.elasund.state import State
from domain.elasund.terms import COVER_PRICE, HOUSE, INN, LARGE, NOBODY, WORKSHOP
from workers.agents.elasund.sites import KINDS_OF_SHAPE
from workers.agents.elasund.situation import CHANCES

_MIDDLE: Final = SHAPES.index(INN)
_LARGE: Final = SHAPES.index(LARGE)
_MIDDLE_RANK: Final = RANKS[INN]
_ALL_BUT_ONE: Final = KINDS_OF_BUILDING[LARGE].permits - 1


class Site(NamedTuple):
    """Represents a building whose permits stand: its cubes, its price, and its squares."""

    cubes: int
    gold: int
    ground: int


HOMES: Final = (HOUSE, WORKSHOP)
"""The buildings that each seat has one of, which bring cards and no cubes."""


class Prospect:
    """Holds what a seat could build next, the most cubes first."""

    def __init__(self, state: State, seat: int) -> None:
        self.state = state
        self.seat = seat
        self.homes = 0
        self.sites = sorted(self._list_sites(), key=lambda site: (-site.cubes, site.gold))
        self.ways = [*self.sites, *_for_gold(state, seat)]

    def most_cubes(self, gold: int) -> int:
        """Return the cubes of the best two builds that so much gold pays."""
        best = 0
        for number, one in enumerate(self.ways):
            if one.gold <= gold:
                best = max(best, one.cubes)
                for other in self.ways[number + 1 :]:
                    total = one.cubes + other.cubes
                    if total > best and one.gold + other.gold <= gold and not one.ground & other.ground:
                        best = total
        return best

    def cheapest(self) -> int:
        """Return the least gold for a cube by a building; that of a church tile without one."""
        return min([site.gold for site in self.sites], default=CHURCH_PRICE)

    def _list_sites(self) -> list[Site]:
        state, seat, found = self.state, self.seat, []
        own, board = state.own_permits[seat], state.setting.board
        can_cover = max(state.colors_of(seat)) >= COVER_PRICE
        for shape in range(len(SHAPES)):
            kinds = KINDS_OF_SHAPE[shape]
            corners = board.corners[shape] & covering(shape, own) & find_crowded(shape, state.permit_squares)
            for corner in squares_of(corners & ~covering(shape, state.church)):
                footprint = FOOTPRINTS[kinds[0]][corner]
                if too_large(state, kinds[0], footprint):
                    continue
                if not can_cover and needs_set(state, kinds[0], footprint):
                    continue
                totals = totals_on(state, CELLS[kinds[0]][corner])
                if totals[seat] > highest_rival(totals, seat):
                    found += self._list_kinds(kinds, corner, footprint, sum_owed(totals, seat))
        return found

    def _list_kinds(self, kinds: tuple[int, ...], corner: int, footprint: int, owed: int) -> list[Site]:
        """List the buildings of a shape that bring cubes, the first of those that cost the same."""
        state, seat = self.state, self.seat
        for kind in kinds:
            if state.has_piece(seat, kind):
                self.homes += kind in HOMES
                row = KINDS_OF_BUILDING[kind]
                cubes = row.flags + _count_track(state, seat, footprint) - _count_own(state, seat, footprint)
                if cubes > 0:
                    return [Site(cubes, row.gold + owed, footprint)]
        return []


def near_middle(state: State, seat: int) -> float:
    """Return the probability that a roll opens the row in which one more permit makes a site of four squares ready.

    Of the sites whose only permit is an own one the likeliest counts.
    """
    own, board = state.own_permits[seat], state.setting.board
    corners = board.corners[_MIDDLE] & covering(_MIDDLE, own) & ~find_crowded(_MIDDLE, state.permit_squares)
    corners &= ~covering(_MIDDLE, state.church | squares_by_larger(state)[_MIDDLE_RANK])
    return max([_chance_to_place(state, FOOTPRINTS[INN][corner]) for corner in squares_of(corners)], default=0.0)


def near_large(state: State, seat: int) -> float:
    """Return the probability that a roll opens the row in which one more permit makes a site of six squares ready."""
    own, board, best = state.own_permits[seat], state.setting.board, 0.0
    corners = board.corners[_LARGE] & covering(_LARGE, own) & ~find_crowded(_LARGE, state.permit_squares)
    for corner in squares_of(corners & ~covering(_LARGE, state.church)):
        footprint = FOOTPRINTS[LARGE][corner]
        if (state.permit_squares & footprint).bit_count() == _ALL_BUT_ONE:
            totals = totals_on(state, CELLS[LARGE][corner])
            if totals[seat] >= highest_rival(totals, seat):
                best = max(best, _chance_to_place(state, footprint))
    return best


def _chance_to_place(state: State, footprint: int) -> float:
    """Return the probability that a roll sends the ship to a row of a footprint with a square for a permit."""
    return sum([CHANCES[row] for row in range(ROWS) if footprint & state.empty & ROW_MASKS[row]])


def _count_track(state: State, seat: int, footprint: int) -> int:
    """Return the spaces of the trade track that a building reaches."""
    points, before = state.setting.board.windmills(footprint), state.trade[seat]
    return sum([1 for space in TRACK_SPACES if before < space <= before + points]) if points else 0


def _count_own(state: State, seat: int, footprint: int) -> int:
    """Return the own cubes below a building."""
    if not footprint & state.built:
        return 0
    return sum([state.cubes[piece] for piece in state.pieces_on(footprint) if state.holders[piece] == seat])


def _for_gold(state: State, seat: int) -> list[Site]:
    """List a church tile, and the tower that the next wall tiles bring."""
    found = [Site(1, CHURCH_PRICE, 0)] if NOBODY in state.church_owners else []
    first = state.wall_counts[seat]
    if first < len(WALL_TILES) and WALL_TILES[first] == TOWER:
        found.append(Site(1, SEA_WALL_PRICE, 0))
    return found


def threaten(state: State, prospects: list[Prospect], gold: list[int]) -> list[int]:
    """Return by seat the most cubes that one building of another seat, with so much gold, would take from it."""
    found = [0] * state.seats
    for prospect in prospects:
        for site in prospect.sites:
            if site.gold <= gold[prospect.seat] and site.ground & state.built:
                for piece in state.pieces_on(site.ground):
                    holder = state.holders[piece]
                    if holder != prospect.seat:
                        found[holder] = max(found[holder], state.cubes[piece])
    return found


def count_sets(state: State, seat: int, size: int) -> int:
    """Return the colors of which a seat has so many influence cards."""
    return sum([1 for count in state.colors_of(seat) if count >= size])
