"""Lists squares, rows, gates, wall spaces and trade fields of the board, by number of players (component facts 1 to 4).

A square's number is its column from the sea and its row from the north, written as two digits: (3,8) is 38. A set of
squares is a bit mask.
"""

from collections.abc import Iterable
from functools import cache
from typing import Final

from domain.elasund.pieces import EAST_WALL_PRICE, KINDS_OF_BUILDING, SEA_WALL_PRICE
from domain.elasund.terms import HOUSE, INN, LARGE, SMALL_HUT, SQUARES, WORKSHOP

ROWS: Final = 10
LABELS: Final = (2, 3, 4, 5, 6, 8, 9, 10, 11, 12)  # the dice total of every row, north to south; there is no 7
ROW_OF: Final = {label: row for row, label in enumerate(LABELS)}

COLUMNS: Final = {2: 5, 3: 7, 4: 9}
FOUNDATION: Final = 25

# Trade fields with one windmill lie along the sea, those with two under the gates, by the players they are in play for.
GATE_FIELDS: Final = {2: (), 3: (50, 59), 4: (50, 59, 70, 79)}

# Starting huts: the square of the small one and the upper square of the large one.
STARTING_HUTS: Final = {"red": (32, 45), "blue": (22, 15), "green": (37, 43), "yellow": (27, 13)}

# Wall spaces: 100 + x above column x, 200 + x below it, 300 + y on the east side of row y; each line outward from its
# gate. The east side has one line from either gate.
NORTH_WALL: Final = 100
SOUTH_WALL: Final = 200
EAST_WALL: Final = 300
SEA_LINES: Final = {2: (3, 2), 3: (5, 4, 3, 2), 4: (7, 6, 5, 4, 3, 2)}
EAST_LINE: Final = (1, 2, 3, 4, 5, 6, 7, 8)


def square(x: int, y: int) -> int:
    """Return the number of a square."""
    return 10 * x + y


def column_of(place: int) -> int:
    """Return a square's column from the sea."""
    return place // 10


def row_of(place: int) -> int:
    """Return a square's row from the north."""
    return place % 10


def bit(*places: int) -> int:
    """Return the mask of some squares."""
    mask = 0
    for place in places:
        mask |= 1 << place
    return mask


ROW_MASKS: Final = tuple(bit(*(square(x, y) for x in range(9))) for y in range(ROWS))
COAST: Final = bit(*range(ROWS))
_FEW: Final = 4


def _list_subsets(places: Iterable[int]) -> tuple[tuple[int, ...], ...]:
    """Return all subsets of some squares, each at the number whose bits say which of the squares it has."""
    found: list[tuple[int, ...]] = [()]
    for place in places:
        found += [(*subset, place) for subset in found]
    return tuple(found)


_COLUMN_BITS: Final = tuple(_list_subsets(range(square(x, 0), square(x, ROWS))) for x in range(9))


def squares_of(mask: int) -> list[int]:
    """Return the squares of a mask in order; many squares are looked up column by column, a few one by one."""
    found: list[int] = []
    if mask.bit_count() <= _FEW:
        while mask:
            low = mask & -mask
            found.append(low.bit_length() - 1)
            mask ^= low
        return found
    x = 0
    while mask:
        if mask & 1023:
            found += _COLUMN_BITS[x][mask & 1023]
        mask >>= 10
        x += 1
    return found


def cells(kind: int, place: int) -> tuple[int, ...]:
    """Return the squares under a building whose upper left one is `place`, also those off the board."""
    shape = KINDS_OF_BUILDING[kind]
    return tuple(place + 10 * dx + dy for dx in range(shape.width) for dy in range(shape.height))


def _fits(kind: int, place: int, columns: int) -> bool:
    shape = KINDS_OF_BUILDING[kind]
    return column_of(place) + shape.width <= columns and row_of(place) + shape.height <= ROWS


# The squares under a building of a kind by its upper left one; 0 where it would stick out of the largest city.
FOOTPRINTS: Final = tuple(
    tuple(bit(*cells(kind, place)) if _fits(kind, place, max(COLUMNS.values())) else 0 for place in range(SQUARES))
    for kind in range(len(KINDS_OF_BUILDING))
)

# The same as lists of squares.
CELLS: Final = tuple(tuple(squares_of(footprint) for footprint in footprints) for footprints in FOOTPRINTS)

# One kind for every footprint that can be built: 1x1, 2x1, 1x2, 2x2, 2x3.
SHAPES: Final = (SMALL_HUT, HOUSE, WORKSHOP, INN, LARGE)
_SQUARE: Final = 3  # the index of 2x2

# The shifts that take a mask of squares to the upper left squares of all footprints of a shape that cover any of them.
_SHIFTS: Final = ((), (10,), (1,), (1, 10), (1, 1, 10))


def covering(shape: int, mask: int) -> int:
    """Return the upper left squares of the footprints of a shape that cover any of some squares.

    Some may be squares from which the shape would stick out of the city; `Board.corners` has none of these.
    """
    for shift in _SHIFTS[shape]:
        mask |= mask >> shift
    return mask


def find_crowded(shape: int, mask: int) -> int:
    """Return the upper left squares of the footprints of a shape that hold enough permits for a building.

    A footprint of four squares needs two permits, one of six squares three; the others need one, so that this is
    `covering`.
    """
    if shape < _SQUARE:
        return covering(shape, mask)
    below = mask >> 1
    if shape == _SQUARE:
        one, two = mask | below, mask & below  # in a column of two squares
        return two | two >> 10 | one & one >> 10
    last = mask >> 2
    one, two, three = mask | below | last, mask & (below | last) | below & last, mask & below & last
    return three | three >> 10 | two & one >> 10 | one & two >> 10


class Board:
    """Represents the city for a number of players: which squares are in play, where walls grow, and the windmills."""

    def __init__(self, seats: int) -> None:
        self.columns = COLUMNS[seats]
        self.inside = bit(*range(self.columns * 10))
        self.open = self.inside & ~bit(FOUNDATION)  # the squares that can take a permit or a building
        self.rows = tuple(mask & self.open for mask in ROW_MASKS)
        self.gate_fields = bit(*GATE_FIELDS[seats])
        self.trade_fields = COAST | self.gate_fields
        self.hut_ground = self.open & ~self.trade_fields
        line = SEA_LINES[seats]
        self.north = tuple(NORTH_WALL + x for x in line)
        self.south = tuple(SOUTH_WALL + x for x in line)
        self.east = tuple(EAST_WALL + y for y in EAST_LINE)
        self.around = tuple(tuple(self._around(kind, place) for place in range(SQUARES)) for kind in SHAPES)
        self.corners = tuple(self._corners(kind) for kind in SHAPES)

    def _around(self, kind: int, place: int) -> tuple[int, ...]:
        """Return the upper left squares of every footprint of a shape that covers a square and can be built on."""
        if not self.open >> place & 1:
            return ()
        shape = KINDS_OF_BUILDING[kind]
        corners = (
            square(column_of(place) - dx, row_of(place) - dy)
            for dx in range(min(shape.width, column_of(place) + 1))
            for dy in range(min(shape.height, row_of(place) + 1))
        )
        return tuple(corner for corner in corners if self.can_bear(FOOTPRINTS[kind][corner]))

    def _corners(self, kind: int) -> int:
        """Return the upper left squares of every footprint of a shape that can be built on, as a mask."""
        return bit(*[place for place in range(SQUARES) if self.can_bear(FOOTPRINTS[kind][place])])

    def can_bear(self, footprint: int) -> bool:
        """Return whether a footprint lies wholly inside the city and off the foundation."""
        return footprint != 0 and not footprint & ~self.open

    def windmills(self, footprint: int) -> int:
        """Return the trade points of a building on these squares."""
        return (footprint & COAST).bit_count() + 2 * (footprint & self.gate_fields).bit_count()

    def wall_spaces(self) -> tuple[int, ...]:
        """Return all wall spaces: north and south outward from the gates, then east from north to south."""
        return self.north + self.south + self.east


def line_of(space: int, north_east: int) -> int:
    """Return the line that a wall space extends: north, south, east from the north gate, east from the south gate.

    `north_east` is the length of the third; the last gap in the east counts as its own.
    """
    if space < EAST_WALL:
        return 1 if space >= SOUTH_WALL else 0
    return 2 if space == EAST_WALL + 1 + north_east else 3


def wall_price(space: int) -> int:
    """Return what a wall tile costs on a space."""
    return EAST_WALL_PRICE if space >= EAST_WALL else SEA_WALL_PRICE


def wall_place(space: int, columns: int) -> tuple[int, int]:
    """Return the x and y of a wall space, outside of the squares."""
    if space >= EAST_WALL:
        return columns, space - EAST_WALL
    return (space - SOUTH_WALL, ROWS) if space >= SOUTH_WALL else (space - NORTH_WALL, -1)


def ship_moves(row: int) -> tuple[int, ...]:
    """Return the rows two ship spaces up and down."""
    return tuple(other for other in (row - 2, row + 2) if 0 <= other < ROWS)


@cache
def board_for(seats: int) -> Board:
    """Return the board for a number of players."""
    return Board(seats)
