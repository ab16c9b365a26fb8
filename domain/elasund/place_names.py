"""Names the places of Elasund: squares by row and column, wall spaces by the side of the city."""

from collections.abc import Mapping
from typing import Final

from domain.core.documents import Document
from domain.core.phrase import Phrase

PLACED: Final[Mapping[str, tuple[str, str]]] = {"square": ("squares", "id"), "space": ("walls", "id")}
_SIDES: Final = {True: "north", False: "south"}


def names_of(board: Document) -> dict[str, list[Phrase | None]]:
    """Return the names of places, by the lists of the board."""
    return {
        "squares": [Phrase("place.square", {"row": one["row"], "column": _cell(one["x"])}) for one in board["squares"]],
        "rows": [Phrase("place.row", {"row": one["row"]}) for one in board["rows"]],
        "gates": [Phrase("place.gate", {"side": _SIDES[one["y"] < len(board["rows"]) / 2]}) for one in board["gates"]],
        "walls": [_wall(one, board) for one in board["walls"]],
    }


def _cell(middle: float) -> int:
    """Return a column by its middle, the first one at the sea."""
    return int(middle) + 1


def _wall(space: Document, board: Document) -> Phrase:
    if space["x"] > board["columns"]:
        return Phrase("place.east_wall", {"row": board["rows"][int(space["y"])]["row"]})
    return Phrase("place.wall", {"side": _SIDES[space["y"] < 0], "column": _cell(space["x"])})
