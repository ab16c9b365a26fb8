"""Paints shapes in pixels with Pillow: twice as large, then halved, which smooths edges."""

from collections.abc import Callable, Iterator, Mapping
from math import hypot
from typing import Any, Final

from PIL import Image, ImageDraw

from service.pictures.letters import Ink, write
from service.pictures.shapes import (
    NONE,
    Box,
    Circle,
    Group,
    Lines,
    Picture,
    Place,
    Polygon,
    Segment,
    Shape,
    Stamp,
    Text,
)
from service.pictures.svg import Speaker, say

_SCALE: Final = 2
_HALO: Final = 2
_GROUND: Final = "#ffffff"


def paint(picture: Picture, speak: Speaker) -> Image.Image:
    """Paint the picture in true color."""
    large = Image.new("RGB", (picture.width * _SCALE, picture.height * _SCALE), _GROUND)
    canvas = Canvas(large, speak)
    for shape in picture.shapes:
        canvas.paint(shape, 0, 0)
    return large.reduce(_SCALE)


class Canvas:
    """Represents an image that is painted with shapes, each offset by its stamp."""

    def __init__(self, image: Image.Image, speak: Speaker) -> None:
        self.draw = ImageDraw.Draw(image)
        self.speak = speak

    def paint(self, shape: Shape, x: int, y: int) -> None:
        """Paint one shape with its origin at (x, y)."""
        _PAINTERS[type(shape)](self, shape, x, y)


def _group(canvas: Canvas, shape: Group, x: int, y: int) -> None:
    for part in shape.shapes:
        canvas.paint(part, x, y)


def _stamp(canvas: Canvas, shape: Stamp, x: int, y: int) -> None:
    for part in shape.shapes:
        canvas.paint(part, x + shape.x, y + shape.y)


def _place(canvas: Canvas, shape: Place, x: int, y: int) -> None:
    """Paint nothing: places are for programs."""


def _polygon(canvas: Canvas, shape: Polygon, x: int, y: int) -> None:
    corners = [((x + px) * _SCALE, (y + py) * _SCALE) for px, py in shape.points]
    canvas.draw.polygon(corners, fill=_color(shape.fill))
    if shape.stroke != NONE:
        rim = [corners[-1], *corners, corners[0]]
        canvas.draw.line(rim, fill=shape.stroke, width=shape.width * _SCALE, joint="curve")


def _box(canvas: Canvas, shape: Box, x: int, y: int) -> None:
    half = shape.width * _SCALE // 2 if shape.stroke != NONE else 0
    left, top = (x + shape.x) * _SCALE, (y + shape.y) * _SCALE
    right, bottom = left + shape.across * _SCALE - 1, top + shape.down * _SCALE - 1
    canvas.draw.rounded_rectangle(
        (left - half, top - half, right + half, bottom + half),
        radius=shape.round * _SCALE,
        fill=_color(shape.fill),
        outline=_color(shape.stroke),
        width=shape.width * _SCALE,
    )


def _circle(canvas: Canvas, shape: Circle, x: int, y: int) -> None:
    half = shape.width * _SCALE // 2 if shape.stroke != NONE else 0
    middle_x, middle_y, reach = (x + shape.x) * _SCALE, (y + shape.y) * _SCALE, shape.radius * _SCALE + half
    canvas.draw.ellipse(
        (middle_x - reach, middle_y - reach, middle_x + reach, middle_y + reach),
        fill=_color(shape.fill),
        outline=_color(shape.stroke),
        width=shape.width * _SCALE,
    )


def _lines(canvas: Canvas, shape: Lines, x: int, y: int) -> None:
    for segment in shape.segments:
        for ax, ay, bx, by in _dashes(segment, shape.dash):
            ends = ((x + ax) * _SCALE, (y + ay) * _SCALE, (x + bx) * _SCALE, (y + by) * _SCALE)
            canvas.draw.line(ends, fill=shape.stroke, width=shape.width * _SCALE)


def _dashes(segment: Segment, dash: int) -> Iterator[tuple[float, float, float, float]]:
    """Yield a segment, or the dashes that it consists of."""
    ax, ay, bx, by = segment
    length = hypot(bx - ax, by - ay)
    if not dash or not length:
        yield segment
        return
    right, down = (bx - ax) / length, (by - ay) / length
    for begin in range(0, int(length), 2 * dash):
        end = min(begin + dash, length)
        yield ax + right * begin, ay + down * begin, ax + right * end, ay + down * end


def _text(canvas: Canvas, shape: Text, x: int, y: int) -> None:
    halo = None if shape.halo == NONE else shape.halo
    write(
        canvas.draw,
        ((x + shape.x) * _SCALE, (y + shape.y) * _SCALE),
        shape.anchor,
        say(shape.said, canvas.speak),
        shape.size * _SCALE,
        Ink(shape.fill, halo, _HALO * _SCALE if halo else int(shape.bold)),
    )


def _color(color: str) -> str | None:
    return None if color == NONE else color


_PAINTERS: Final[Mapping[type, Callable[[Canvas, Any, int, int], None]]] = {
    Polygon: _polygon,
    Box: _box,
    Circle: _circle,
    Lines: _lines,
    Text: _text,
    Group: _group,
    Place: _place,
    Stamp: _stamp,
}
