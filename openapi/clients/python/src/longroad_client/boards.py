"""Puts the places of a board to scale: where a command has its effect, what a hex looks like, and a plain drawing.

Boards have one unit, the side of a hex or of a square; `Layout` turns it into pixels. The pictures that the server
draws (`get_board_picture`) show the pieces too; this is for clients that draw a board of their own.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from math import cos, pi, sin
from typing import Any, Final, NamedTuple

LISTS: Final = {
    "tile": ("tiles", "id"),
    "node": ("nodes", "id"),
    "edge": ("edges", "id"),
    "road": ("roads", "id"),
    "settlement": ("settlements", "points"),
    "city": ("cities", "points"),
    "knight": ("knights", "knight"),
    "square": ("squares", "id"),
    "space": ("walls", "id"),
    "row": ("rows", "row"),
}
"""Maps each kind of place to the list of the board that holds it, and to the member by which commands name it."""
BY_POINTS: Final = {"DiceBuildSettlement": "settlement", "DiceBuildCity": "city"}
ELSEWHERE: Final = {"ChooseChurchTile"}
"""Names commands whose member looks like a place of the board and is none."""
STROKE: Final = 0.04


class Spot(NamedTuple):
    """Represents a point in pixels; x grows to the right, y downwards."""

    x: float
    y: float


class Layout:
    """Lays a board out, as the server answers it, on a canvas of a width in pixels."""

    def __init__(self, board: Mapping[str, Any], width: float = 800) -> None:
        frame = board["frame"]
        self.board = board
        self.scale = width / frame["width"]
        self.width, self.height = width, frame["height"] * self.scale
        self._left, self._top = frame["x"] - frame["width"] / 2, frame["y"] - frame["height"] / 2
        self._places = {
            (kind, place[name]): place for kind, (lists, name) in LISTS.items() for place in board.get(lists, ())
        }

    def spot(self, place: Mapping[str, Any]) -> Spot:
        """Return the middle of anything that has `x` and `y`."""
        return Spot((place["x"] - self._left) * self.scale, (place["y"] - self._top) * self.scale)

    def at(self, kind: str, number: int) -> Spot:
        """Return the middle of a `tile`, `node`, `edge` and so on by its id; raises KeyError if there is none."""
        return self.spot(self._places[kind, number])

    def of(self, command: Mapping[str, Any]) -> Spot | None:
        """Return where a command has its effect, or None if that is not on the board."""
        if command["type"] in BY_POINTS:
            return self.at(BY_POINTS[command["type"]], command["points"])
        named = [(kind, command[kind]) for kind in LISTS if kind in command and command["type"] not in ELSEWHERE]
        return next((self.spot(self._places[name]) for name in named if name in self._places), None)

    def corners(self, place: Mapping[str, Any]) -> list[Spot]:
        """Return the six corners of a hex, or the four of a square."""
        if "orientation" not in self.board:
            turns = [(corner + 0.5) * pi / 2 for corner in range(4)]
            return [self._away(place, turn, 0.5**0.5) for turn in turns]
        first = 0.0 if self.board["orientation"] == "flat" else 0.5
        return [self._away(place, (corner + first) * pi / 3, 1.0) for corner in range(6)]

    def _away(self, place: Mapping[str, Any], angle: float, far: float) -> Spot:
        return self.spot({"x": place["x"] + far * cos(angle), "y": place["y"] + far * sin(angle)})

    def svg(self, commands: Iterable[Mapping[str, Any]] = ()) -> str:
        """Return a drawing of outlines and of lines between nodes, with a ring where each command has its effect."""
        rings = dict.fromkeys(spot for command in commands if (spot := self.of(command)))
        shapes = [*self._outlines(), *self._lines(), *(self._ring(spot) for spot in rings)]
        head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {self.width:.1f} {self.height:.1f}">'
        return "\n".join([head, *shapes, "</svg>\n"])

    def _outlines(self) -> Iterator[str]:
        for place in (place for name in ("tiles", "hexes", "squares") for place in self.board.get(name, ())):
            points = " ".join(f"{x:.1f},{y:.1f}" for x, y in self.corners(place))
            yield f'<polygon points="{points}" fill="none" {self._stroke("gray")}/>'

    def _lines(self) -> Iterator[str]:
        nodes = {node["id"]: self.spot(node) for node in self.board.get("nodes", ())}
        for edge in (edge for name in ("edges", "roads") for edge in self.board.get(name, ())):
            (x1, y1), (x2, y2) = (nodes[node] for node in edge["nodes"])
            ends = f'x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}"'
            yield f"<line {ends} {self._stroke('silver')}/>"

    def _ring(self, spot: Spot) -> str:
        circle = f'cx="{spot.x:.1f}" cy="{spot.y:.1f}" r="{self.scale / 4:.1f}"'
        return f'<circle class="legal" {circle} fill="none" {self._stroke("magenta", 2)}/>'

    def _stroke(self, color: str, times: int = 1) -> str:
        return f'stroke="{color}" stroke-width="{times * STROKE * self.scale:.1f}"'
