"""The immutable board as JSON: squares, rows, wall spaces, gates, trade fields, buildings."""

from typing import Any

from domain.elasund.board import (
    COAST,
    FOUNDATION,
    LABELS,
    STARTING_HUTS,
    Board,
    column_of,
    row_of,
    squares_of,
    wall_place,
    wall_price,
)
from domain.elasund.pieces import CHURCH_PRICE, KINDS_OF_BUILDING, OWN_KINDS, RANKS, SIZES, TRACK_FLAGS, WALL_TILES
from domain.elasund.setting import Setting
from domain.elasund.terms import NO_COLOR


def geometry(setting: Setting) -> dict[str, Any]:
    """Squares are numbered column and row as two digits; x grows east from the sea, y south."""
    board = setting.board
    return {
        "map": setting.config.map,
        "orientation": "x east from the sea, y south; square = 10 x + y",
        "columns": board.columns,
        "rows": list(LABELS),
        "foundation": FOUNDATION,
        "squares": [_square(board, place) for place in squares_of(board.inside)],
        "gates": [{"x": x, "y": y} for x, y in gate_cells(board.columns)],
        "walls": [_wall(board, space) for space in board.wall_spaces()],
        "buildings": [_building(kind) for kind in range(len(KINDS_OF_BUILDING))],
        "wall_tiles": [{"influence": gives} if gives else {"tower": True} for gives in WALL_TILES],
        "church_price": CHURCH_PRICE,
        "trade_track": [{"space": space, "flags": flags} for space, flags in TRACK_FLAGS],
        "starting_huts": [
            {"seat": seat, "small_hut": STARTING_HUTS[color][0], "large_hut": STARTING_HUTS[color][1]}
            for seat, color in enumerate(setting.colors)
        ],
    }


def gate_cells(columns: int) -> tuple[tuple[int, int], ...]:
    """The cells of the northern and of the southern gate."""
    north = ((columns - 1, -1), (columns, -1), (columns, 0))
    south = ((columns - 1, 10), (columns, 10), (columns, 9))
    return north + south


def _square(board: Board, place: int) -> dict[str, int]:
    x, y = column_of(place), row_of(place)
    windmills = (COAST >> place & 1) + 2 * (board.gate_fields >> place & 1)
    return {"id": place, "x": x, "y": y, "row": LABELS[y], "windmills": windmills}


def _wall(board: Board, space: int) -> dict[str, int]:
    x, y = wall_place(space, board.columns)
    return {"id": space, "x": x, "y": y, "price": wall_price(space)}


def _building(kind: int) -> dict[str, Any]:
    """One row of the table of buildings."""
    row = KINDS_OF_BUILDING[kind]
    return {
        "building": row.name,
        "width": row.width,
        "height": row.height,
        "size": SIZES[RANKS[kind]],
        "permits": row.permits,
        "gold": row.gold,
        "gives": None if row.gives == NO_COLOR else ("gold", "influence")[row.gives],
        "flags": row.flags,
        "count": row.copies,
        "is_neutral": kind >= OWN_KINDS,
    }
