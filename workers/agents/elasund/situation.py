"""The agent of Elasund goes by its view, by how long the game may last, and by what a tile is worth on a square."""

from typing import Final

from domain.elasund.board import FOOTPRINTS, LABELS, row_of
from domain.elasund.pieces import GIVES_GOLD, GIVES_INFLUENCE, KIND_OF_PIECE, KINDS_OF_BUILDING, TRACK_SPACES
from domain.elasund.terms import CUBES
from domain.elasund.view import Knowledge

# Everything is measured in gold.
CUBE: Final = 10.0
INFLUENCE: Final = 0.9
RIVAL_CUBE: Final = 3.0
TRADE_POINT: Final = 2.0
WIN: Final = 1000.0

CHANCES: Final = tuple((6 - abs(label - 7)) / 36 for label in LABELS)
ROUNDS_A_CUBE: Final = 1.1


class Situation:
    """Adds to a seat's view a few numbers that every question needs."""

    def __init__(self, view: Knowledge) -> None:
        self.view = view
        self.seat = view.seat
        self.gold = view.gold
        self.cubes_left = view.cubes_left(view.seat)
        self.rolls_left = max(1.0, (CUBES - max(view.points)) * ROUNDS_A_CUBE) * view.seats
        self._tiles: dict[int, float] = {}

    def tile_worth(self, kind: int, corner: int) -> float:
        """Value a building at a corner apart from its price, with all that it displaces; remembered."""
        key = kind * 100 + corner
        if key not in self._tiles:
            self._tiles[key] = self._gain(kind, corner) + self._displaced(FOOTPRINTS[kind][corner])
        return self._tiles[key]

    def income(self, kind: int, corner: int) -> float:
        """Count the cards that a building brings in the rest of the game."""
        row = KINDS_OF_BUILDING[kind]
        top = row_of(corner)
        cards = sum(CHANCES[top : top + row.height]) * self.rolls_left
        if row.gives == GIVES_GOLD:
            return cards
        return cards * INFLUENCE if row.gives == GIVES_INFLUENCE else 0.0

    def cubes(self, count: int) -> float:
        """Value own cubes; the last one wins."""
        placed = min(count, self.cubes_left)
        return CUBE * placed + (WIN if placed and placed == self.cubes_left else 0.0)

    def _gain(self, kind: int, corner: int) -> float:
        """Value the flags, trade points and income of a new building."""
        points = self.view.setting.board.windmills(FOOTPRINTS[kind][corner])
        before = self.view.trade[self.seat]
        reached = sum(1 for space in TRACK_SPACES if before < space <= before + points)
        flags = KINDS_OF_BUILDING[kind].flags
        return self.cubes(flags + reached) + TRADE_POINT * points + self.income(kind, corner)

    def _displaced(self, footprint: int) -> float:
        """Weigh what the own buildings below cost against what rivals lose."""
        view, total = self.view, 0.0
        for piece in view.pieces_on(footprint):
            kind, place = KIND_OF_PIECE[piece], view.anchors[piece]
            if view.holders[piece] == self.seat:
                points = view.setting.board.windmills(view.footprint(piece))
                total -= CUBE * view.cubes[piece] + TRADE_POINT * points + self.income(kind, place)
            else:
                total += RIVAL_CUBE * view.cubes[piece] + self.income(kind, place) / view.seats
        return total
