"""Computes figures of a seat's position: the expected length of the game, and the values of tiles."""

from collections.abc import Sequence
from typing import Final

from domain.elasund.board import FOOTPRINTS, LABELS, row_of
from domain.elasund.knowledge import Knowledge
from domain.elasund.pieces import (
    GIVES_GOLD,
    GIVES_INFLUENCE,
    KIND_OF_PIECE,
    KINDS_OF_BUILDING,
    RANKS,
    TRACK_SPACES,
)
from domain.elasund.terms import CUBES
from workers.agents.elasund.weights import Weights

CHANCES: Final = tuple((6 - abs(label - 7)) / 36 for label in LABELS)


class Situation:
    """Adds to a seat's view the figures that decisions need, and the weights."""

    def __init__(self, view: Knowledge, weights: Weights) -> None:
        self.view = view
        self.weights = weights
        self.seat = view.seat
        self.gold = view.gold
        self.cubes_left = view.cubes_left(view.seat)
        self.rolls_left = max(1.0, (CUBES - max(view.points)) * weights.rounds_a_cube) * view.seats
        self._tiles: dict[int, float] = {}
        self.standings: dict[int, tuple[int, int, int] | None] = {}
        self.site_worths: dict[int, float] = {}  # both of footprints, filled by `sites`
        self._by_rank = (weights.small, weights.small, weights.middle, weights.large)

    def tile_worth(self, kind: int, corner: int) -> float:
        """Value a building at a corner before its price, with all that it displaces; cached."""
        key = kind * 100 + corner
        if key not in self._tiles:
            self._tiles[key] = self._gain(kind, corner) + self._weigh_displaced(FOOTPRINTS[kind][corner])
        return self._tiles[key]

    def income(self, kind: int, corner: int) -> float:
        """Value the cards that a building brings in the rest of the game."""
        row = KINDS_OF_BUILDING[kind]
        top = row_of(corner)
        cards = sum(CHANCES[top : top + row.height]) * self.rolls_left
        if row.gives == GIVES_GOLD:
            return cards * self.weights.gold_income
        if row.gives == GIVES_INFLUENCE:
            return cards * self.weights.influence * self.weights.influence_income
        return 0.0

    def cubes(self, count: int) -> float:
        """Value own cubes; the last one wins."""
        placed = min(count, self.cubes_left)
        is_last = placed > 0 and placed == self.cubes_left
        return self.weights.cube * placed + (self.weights.win if is_last else 0.0)

    def rival_cube(self, seat: int) -> float:
        """Value a cube that a rival loses: the more, the nearer it is to winning."""
        weights = self.weights
        return weights.rival_cube + weights.lead * max(0.0, self.view.points[seat] - weights.near)

    def new_cubes(self, kind: int, corner: int) -> int:
        """Return the cubes that a building brings: its flags, and the spaces of the trade track that it reaches.

        Cubes lost below the building are subtracted if the agent looks ahead.
        """
        view, footprint = self.view, FOOTPRINTS[kind][corner]
        points, before, lost = view.setting.board.windmills(footprint), view.trade[self.seat], 0
        if self.weights.looks_ahead:
            own = [piece for piece in view.pieces_on(footprint) if view.holders[piece] == self.seat]
            before, lost = self._without(self.seat, own)
        reached = sum(1 for space in TRACK_SPACES if before < space <= before + points)
        return KINDS_OF_BUILDING[kind].flags + reached - lost

    def _without(self, seat: int, pieces: Sequence[int]) -> tuple[int, int]:
        """Return the trade points of a seat without some of its buildings, and how many cubes go with them."""
        view = self.view
        before = view.trade[seat] - sum(view.setting.board.windmills(view.footprint(piece)) for piece in pieces)
        return before, sum(view.cubes[piece] for piece in pieces) + (view.track[seat] >> before + 1).bit_count()

    def _gain(self, kind: int, corner: int) -> float:
        """Value the flags, trade points and income of a new building."""
        points = self.view.setting.board.windmills(FOOTPRINTS[kind][corner])
        more = KINDS_OF_BUILDING[kind].flags * (self._by_rank[RANKS[kind]] + self._soon_covered(kind))
        worth = self.cubes(self.new_cubes(kind, corner)) + self.weights.trade_point * points
        return worth + more + self.income(kind, corner)

    def _soon_covered(self, kind: int) -> float:
        """Value the time before a cube on one or two squares is likely to be covered."""
        early = self.weights.early
        return early * self.rolls_left / (CUBES * self.view.seats) if early and RANKS[kind] < 2 else 0.0

    def _weigh_displaced(self, footprint: int) -> float:
        """Return the value of the rivals' buildings below minus that of the own ones."""
        view, weights, total = self.view, self.weights, 0.0
        for piece in view.pieces_on(footprint):
            kind, place, holder = KIND_OF_PIECE[piece], view.anchors[piece], view.holders[piece]
            if holder == self.seat:
                points = view.setting.board.windmills(view.footprint(piece))
                cubes = 0.0 if weights.looks_ahead else weights.cube * view.cubes[piece]
                total -= cubes + weights.trade_point * points + self.income(kind, place)
            else:
                lost = self._without(holder, [piece])[1] if weights.looks_ahead else view.cubes[piece]
                income = self.income(kind, place) * weights.rival_income / view.seats
                total += self.rival_cube(holder) * lost + income
        return total
