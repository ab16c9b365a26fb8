"""Holds the position of a game of Elasund: flat lists by seat and by piece, masks over squares.

`Public` is what everyone at the table sees; `State` adds what is hidden, `view.Knowledge` what one seat knows. Values
that change in most turns are lists, written in place; those that change seldom are tuples, replaced whole and shared by
copies.
"""

from typing import NamedTuple

from domain.core.agenda import Agenda
from domain.core.number_rows import Row
from domain.core.table_state import TableState
from domain.elasund.board import FOOTPRINTS, ROWS, row_of
from domain.elasund.pieces import (
    CHURCH_SIZE,
    KIND_OF_PIECE,
    KINDS_OF_BUILDING,
    NOTHING,
    PIECES,
    PIECES_OF,
    RANKS,
    SIZES,
    WALL_TILES,
)
from domain.elasund.setting import Setting
from domain.elasund.terms import (
    CARD_KINDS,
    CUBES,
    GOLD_CARDS,
    INFLUENCE_CARDS,
    KINDS,
    NOBODY,
    NOWHERE,
    PERMITS,
    SQUARES,
    STREAMS,
)


class Wall(NamedTuple):
    """Represents a wall tile on its space: its seat, the number on its back, and whether a cube stands on its tower."""

    space: int
    seat: int
    tile: int
    cube: bool


class Public(TableState):
    """Holds the public part of a position."""

    def __init__(self, setting: Setting, source: "Public | None" = None) -> None:
        if source is None:
            self._lay_out(setting)
        else:
            self.copy_public(source)

    def _lay_out(self, setting: Setting) -> None:
        """Set the values before the first event: an empty board."""
        n = setting.seats
        self.setting = setting
        self.seats = n
        self.agenda: Agenda = ()
        self.active = NOBODY
        self.turn = 0
        self.dice = 0
        self.ship = NOWHERE
        self.builds = 0
        self.short = 0  # the kinds of card that the supply does not pay this turn: GOLD_SHORT, INFLUENCE_SHORT
        self.winners: Row = ()
        self.bank = GOLD_CARDS
        self.discards = [0] * KINDS
        self.pool: Row = (0,) * CARD_KINDS
        self.points = [0] * n
        self.known = [0] * (n * KINDS)  # by seat and kind: the fewest cards that everyone can deduce
        self._lay_out_city(n)

    def _lay_out_city(self, n: int) -> None:
        """Set the values of an empty board and trade track."""
        self.grid = bytearray(SQUARES)  # the piece on each square, counted from 1
        self.anchors = [NOWHERE] * PIECES
        self.holders = [NOBODY] * PIECES
        self.cubes = [0] * PIECES
        self.standing = 0  # the pieces on the board, one bit per piece
        self.built = 0
        self.ranked = [0] * len(SIZES)  # the built squares by rank of their building's size
        self.due = [0] * (ROWS * 2 * n)  # by row: the gold that it gives each seat, then the influence
        self.permits = [NOWHERE] * (n * PERMITS)
        self.marks = bytearray(SQUARES)  # the permit on each square, counted from 1
        self.permit_squares = 0
        self.own_permits = [0] * n
        self.walls: tuple[Wall, ...] = ()
        self.growth: Row = (0, 0, 0, 0)  # tiles in the lines north, south, east from the north, east from the south
        self.wall_counts = [0] * n
        self.towers = [0] * n  # with a cube
        self.church = 0
        self.church_corner = NOWHERE
        self.church_owners: Row = (NOBODY,) * CHURCH_SIZE
        self.church_cubes = 0
        self.church_first = NOBODY
        self.trade = [0] * n
        self.track = [0] * n  # one bit per space that holds a cube

    def copy_public(self, other: "Public") -> None:
        """Copy the public part of another position; lists are independent."""
        self.setting = other.setting
        self.seats = other.seats
        self.agenda = other.agenda
        self.active = other.active
        self.turn = other.turn
        self.dice = other.dice
        self.ship = other.ship
        self.builds = other.builds
        self.short = other.short
        self.winners = other.winners
        self.bank = other.bank
        self.discards = other.discards[:]
        self.pool = other.pool
        self.points = other.points[:]
        self.known = other.known[:]
        self._copy_city(other)

    def _copy_city(self, other: "Public") -> None:
        """Copy the pieces on the board and on the trade track."""
        self.grid = other.grid[:]
        self.anchors = other.anchors[:]
        self.holders = other.holders[:]
        self.cubes = other.cubes[:]
        self.standing = other.standing
        self.built = other.built
        self.ranked = other.ranked[:]
        self.due = other.due[:]
        self.permits = other.permits[:]
        self.marks = other.marks[:]
        self.permit_squares = other.permit_squares
        self.own_permits = other.own_permits[:]
        self.walls = other.walls
        self.growth = other.growth
        self.wall_counts = other.wall_counts[:]
        self.towers = other.towers[:]
        self.church = other.church
        self.church_corner = other.church_corner
        self.church_owners = other.church_owners
        self.church_cubes = other.church_cubes
        self.church_first = other.church_first
        self.trade = other.trade[:]
        self.track = other.track[:]

    @property
    def empty(self) -> int:
        """Return the squares in play without building, church tile or permit; never the foundation."""
        return self.setting.board.open & ~(self.built | self.church | self.permit_squares)

    def cubes_left(self, seat: int) -> int:
        """Return the cubes in a seat's supply."""
        return CUBES - self.points[seat]

    def walls_left(self, seat: int) -> int:
        """Return the wall tiles in a seat's stack."""
        return len(WALL_TILES) - self.wall_counts[seat]

    def permit_at(self, seat: int, value: int) -> int:
        """Return where a seat's permit of a value stands; NOWHERE in the supply."""
        return self.permits[seat * PERMITS + value]

    def free_piece(self, seat: int, kind: int) -> int:
        """Return a piece of a kind that a seat could build; NOWHERE if none is in supply."""
        free = PIECES_OF[seat][kind] & ~self.standing
        return (free & -free).bit_length() - 1

    def has_piece(self, seat: int, kind: int) -> bool:
        """Return whether a piece of a kind that a seat could build is in supply."""
        return PIECES_OF[seat][kind] & ~self.standing != 0

    def footprint(self, piece: int) -> int:
        """Return the squares under a piece on the board."""
        return FOOTPRINTS[KIND_OF_PIECE[piece]][self.anchors[piece]]

    def put_piece(self, piece: int, seat: int, place: int, cubes: int) -> None:
        """Put a piece on the board for a seat, and count its cubes and income."""
        kind = KIND_OF_PIECE[piece]
        mask = FOOTPRINTS[kind][place]
        self.anchors[piece], self.holders[piece], self.cubes[piece] = place, seat, cubes
        self.standing |= 1 << piece
        self.built |= mask
        self.ranked[RANKS[kind]] |= mask
        self.points[seat] += cubes
        self._write_grid(mask, piece + 1)
        self._count_due(kind, seat, place, 1)

    def take_piece(self, piece: int) -> None:
        """Take a piece off the board, with its cubes and income."""
        kind, seat, mask = KIND_OF_PIECE[piece], self.holders[piece], self.footprint(piece)
        self._count_due(kind, seat, self.anchors[piece], -1)
        self.points[seat] -= self.cubes[piece]
        self.anchors[piece], self.holders[piece], self.cubes[piece] = NOWHERE, NOBODY, 0
        self.standing &= ~(1 << piece)
        self.built &= ~mask
        self.ranked[RANKS[kind]] &= ~mask
        self._write_grid(mask, 0)

    def _count_due(self, kind: int, seat: int, place: int, count: int) -> None:
        """Add the income of a building to each of its rows, `count` times."""
        building = KINDS_OF_BUILDING[kind]
        if building.gives != NOTHING:
            top = row_of(place)
            for row in range(top, top + building.height):
                self.due[(2 * row + building.gives) * self.seats + seat] += count

    def _write_grid(self, mask: int, entry: int) -> None:
        while mask:
            low = mask & -mask
            self.grid[low.bit_length() - 1] = entry
            mask ^= low

    def put_permit(self, seat: int, value: int, place: int) -> None:
        """Put a permit on a square, from the supply or from another square."""
        at = seat * PERMITS + value
        if self.permits[at] != NOWHERE:
            self.take_permit(seat, value)
        self.permits[at] = place
        self.marks[place] = at + 1
        self.permit_squares |= 1 << place
        self.own_permits[seat] |= 1 << place

    def take_permit(self, seat: int, value: int) -> None:
        """Take a permit off the board."""
        at = seat * PERMITS + value
        place = self.permits[at]
        mask = ~(1 << place)
        self.permits[at] = NOWHERE
        self.marks[place] = 0
        self.permit_squares &= mask
        self.own_permits[seat] &= mask

    def pieces_on(self, footprint: int) -> list[int]:
        """Return the pieces with a square in a footprint, by number."""
        found: list[int] = []
        mask = footprint & self.built
        while mask:
            low = mask & -mask
            piece = self.grid[low.bit_length() - 1] - 1
            found.append(piece)
            mask &= ~self.footprint(piece)
        found.sort()
        return found

    def pieces_in_row(self, row: int) -> list[int]:
        """Return the pieces with a square in a row, from the sea."""
        return [entry - 1 for entry in dict.fromkeys(self.grid[row::ROWS]) if entry]


class State(Public):
    """Represents the whole position, with hands, deck, the hidden church tiles, and the draw counters of chance."""

    def __init__(self, setting: Setting, source: "State | None" = None) -> None:
        super().__init__(setting, source)
        if source is None:
            n = setting.seats
            self.gold = [0] * n
            self.influence = [0] * (n * KINDS)
            self.aside: Row = (0,) * (n * CARD_KINDS)
            self.deck = list(INFLUENCE_CARDS)
            self.pair: Row = ()
            self.bottom = NOWHERE
            self.draws = [0] * len(STREAMS)
        else:
            self.gold = source.gold[:]
            self.influence = source.influence[:]
            self.aside = source.aside
            self.deck = source.deck[:]
            self.pair = source.pair
            self.bottom = source.bottom
            self.draws = source.draws[:]

    def copy(self) -> "State":
        """Return an independent copy; the setting is shared."""
        return State(self.setting, self)

    def colors_of(self, seat: int) -> list[int]:
        """Return a seat's influence cards by color."""
        return self.influence[seat * KINDS : seat * KINDS + KINDS]

    def influence_of(self, seat: int) -> int:
        """Return how many influence cards a seat holds."""
        at = seat * KINDS
        return self.influence[at] + self.influence[at + 1] + self.influence[at + 2]

    def hand_size(self, seat: int) -> int:
        """Return how many cards a seat holds."""
        return self.gold[seat] + self.influence_of(seat)

    def aside_of(self, seat: int) -> Row:
        """Return the cards that a seat has laid aside."""
        return self.aside[seat * CARD_KINDS : seat * CARD_KINDS + CARD_KINDS]
