"""Describes the immutable board as JSON, from its squares to its buildings, and names its places."""

from collections.abc import Mapping
from typing import Final

from domain.core.documents import Document, JsonObject
from domain.core.places import Phrase, encode_spot, frame
from domain.elasund.board import (
    COAST,
    FOUNDATION,
    LABELS,
    ROWS,
    STARTING_HUTS,
    Board,
    column_of,
    row_of,
    squares_of,
    wall_place,
    wall_price,
)
from domain.elasund.pieces import (
    CHURCH_PRICE,
    KINDS_OF_BUILDING,
    OWN_KINDS,
    RANKS,
    SIZES,
    TOWER,
    TRACK_FLAGS,
    WALL_TILES,
)
from domain.elasund.setting import Setting
from domain.elasund.terms import NO_COLOR

_HALF: Final = 0.5
_SEA: Final = 2.0  # width of the sea on which the ship sails along the rows
_RIM: Final = 1.0  # width of the rim with the wall spaces


def geometry(setting: Setting) -> JsonObject:
    """Return the board as JSON; squares are numbered by column and row, and the north-western corner is at (0, 0)."""
    board = setting.board
    return {
        "map": setting.config.map,
        "frame": frame([(-_SEA, 0), (board.columns, ROWS)], _RIM),
        "columns": board.columns,
        "rows": [{"row": label, **encode_spot((-_SEA / 2, y + _HALF))} for y, label in enumerate(LABELS)],
        "foundation": FOUNDATION,
        "squares": [_square(board, place) for place in squares_of(board.inside)],
        "gates": [_middle(x, y) for x, y in gate_cells(board.columns)],
        "walls": [
            {"id": space, **_middle(*wall_place(space, board.columns)), "price": wall_price(space)}
            for space in board.wall_spaces()
        ],
        "buildings": [_building(kind) for kind in range(len(KINDS_OF_BUILDING))],
        "wall_tiles": [
            {"tile": number, "influence": gives, "tower": gives == TOWER} for number, gives in enumerate(WALL_TILES, 1)
        ],
        "church_price": CHURCH_PRICE,
        "trade_track": [{"space": space, "flags": flags} for space, flags in TRACK_FLAGS],
        "starting_huts": [
            {"seat": seat, "small_hut": STARTING_HUTS[color][0], "large_hut": STARTING_HUTS[color][1]}
            for seat, color in enumerate(setting.colors)
        ],
    }


def _middle(x: int, y: int) -> dict[str, float]:
    """Return the middle of a cell, given its column and row, which may lie outside the city."""
    return encode_spot((x + _HALF, y + _HALF))


def gate_cells(columns: int) -> tuple[tuple[int, int], ...]:
    """Return the cells of the northern and of the southern gate."""
    north = ((columns - 1, -1), (columns, -1), (columns, 0))
    south = ((columns - 1, 10), (columns, 10), (columns, 9))
    return north + south


def _square(board: Board, place: int) -> JsonObject:
    x, y = column_of(place), row_of(place)
    windmills = (COAST >> place & 1) + 2 * (board.gate_fields >> place & 1)
    return {"id": place, **_middle(x, y), "row": LABELS[y], "windmills": windmills}


def _building(kind: int) -> JsonObject:
    """Return one row of the table of buildings."""
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


PLACED: Final[Mapping[str, tuple[str, str]]] = {"square": ("squares", "id"), "space": ("walls", "id")}
_SIDES: Final = {True: "north", False: "south"}


def names_of(board: Document) -> dict[str, list[Phrase | None]]:
    """Return the names of places, by the lists of the board."""
    return {
        "squares": [Phrase("place.square", {"row": one["row"], "column": _cell(one["x"])}) for one in board["squares"]],
        "rows": [Phrase("place.row", {"row": one["row"]}) for one in board["rows"]],
        "gates": [Phrase("place.gate", {"side": _SIDES[one["y"] < len(board["rows"]) / 2]}) for one in board["gates"]],
        "walls": [_name_wall(one, board) for one in board["walls"]],
    }


def _cell(middle: float) -> int:
    """Return the number of a column, given its middle; the first one is at the sea."""
    return int(middle) + 1


def _name_wall(space: Document, board: Document) -> Phrase:
    if space["x"] > board["columns"]:
        return Phrase("place.east_wall", {"row": board["rows"][int(space["y"])]["row"]})
    return Phrase("place.wall", {"side": _SIDES[space["y"] < 0], "column": _cell(space["x"])})
