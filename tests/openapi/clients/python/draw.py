"""Draws a board with the pieces on it, and a ring around every place where a listed command would have its effect."""

from collections.abc import Iterable

import catan
import dice
import elasund
from longroad_client.models import CatanBoard, CatanState, DiceBoard, DiceState, ElasundBoard, ElasundState
from shapes import Spot, legal, number

Board = CatanBoard | DiceBoard | ElasundBoard
State = CatanState | DiceState | ElasundState


def draw(board: Board, state: State | None, commands: Iterable[object]) -> str:
    """Return the picture as SVG."""
    shapes, places = _pieces(board, state, commands)
    rings = dict.fromkeys(legal(place) for place in places if place)
    frame = board.frame
    view = (frame.x - frame.width / 2, frame.y - frame.height / 2, frame.width, frame.height)
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{" ".join(map(number, view))}">'
    return "\n".join([head, *shapes, *rings, "</svg>\n"])


def _pieces(board: Board, state: State | None, commands: Iterable[object]) -> tuple[list[str], list[Spot | None]]:
    if isinstance(board, CatanBoard):
        land = catan.Picture(board)
        return land.pieces(state if isinstance(state, CatanState) else None), [land.place(one) for one in commands]
    if isinstance(board, DiceBoard):
        sheet = dice.Picture(board)
        return sheet.pieces(state if isinstance(state, DiceState) else None), [sheet.place(one) for one in commands]
    city = elasund.Picture(board)
    return city.pieces(state if isinstance(state, ElasundState) else None), [city.place(one) for one in commands]
