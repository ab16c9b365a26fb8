"""Names the places of the dice game's sheet, on which each terrain is printed once."""

from collections.abc import Mapping
from typing import Final

from domain.core.documents import Document
from domain.core.phrase import Phrase
from domain.core.place_names import NamedHex, corner, side, spot_of

PLACED: Final[Mapping[str, tuple[str, str]]] = {
    "road": ("roads", "id"),
    "knight": ("knights", "knight"),
    "DiceBuildSettlement.points": ("settlements", "points"),
    "DiceSettlementBuilt.points": ("settlements", "points"),
    "DiceBuildCity.points": ("cities", "points"),
    "DiceCityBuilt.points": ("cities", "points"),
}


def names_of(board: Document) -> dict[str, list[Phrase | None]]:
    """Return the names of places, by the lists of the board."""
    hexes = [NamedHex(_hex(one), spot_of(one)) for one in board["hexes"]]
    named = [one.name for one in hexes]
    corners = {
        name: [corner(spot_of(one), hexes) for one in board[name]] for name in ("nodes", "settlements", "cities")
    }
    roads = [side(spot_of(road), hexes) for road in board["roads"]]
    return {**corners, "roads": roads, "hexes": [*named], "knights": [*named]}


def _hex(one: Document) -> Phrase:
    return Phrase(f"term.{one['terrain']}", {})
