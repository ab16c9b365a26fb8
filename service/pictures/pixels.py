"""Paints shapes in pixels with Pillow: twice as large, then halved, which smooths edges."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache
from math import hypot
from typing import Any, Final

from PIL import Image, ImageDraw

from service.pictures.letters import Ink, write
from service.pictures.shapes import (
    GIVEN,
    NONE,
    Box,
    Circle,
    Curve,
    Group,
    Letters,
    Lines,
    Picture,
    Place,
    Point,
    Polygon,
    Segment,
    Shape,
    Stamp,
    Text,
)
from service.pictures.svg import Speaker, say

_SCALE: Final = 2
_HALO: Final = 2
_STEPS: Final = 6
_SOLID: Final = 7  # signs of a color without a share of the ground
_MOST_CURVES: Final = 2000
_GROUND: Final = "#ffffff"


def paint(picture: Picture, speak: Speaker) -> Image.Image:
    """Paint the picture in true color."""
    return Painter(speak).paint(picture)


class Painter:
    """Paints pictures that follow each other, and what they begin with alike only once."""

    def __init__(self, speak: Speaker) -> None:
        self._speak = speak
        self._before: tuple[_Leaf, ...] = ()
        self._begun: tuple[_Leaf, ...] = ()
        self._image = Image.new("RGB", (1, 1), _GROUND)

    def paint(self, picture: Picture) -> Image.Image:
        """Paint a picture in true color."""
        leaves, size = tuple(_leaves(picture.shapes)), (picture.width * _SCALE, picture.height * _SCALE)
        if size != self._image.size or leaves[: len(self._begun)] != self._begun:
            self._image, self._begun = Image.new("RGB", size, _GROUND), ()
        pairs = enumerate(zip(leaves, self._before, strict=False))
        alike = next((at for at, (one, other) in pairs if one != other), min(len(leaves), len(self._before)))
        self._put(self._image, leaves[len(self._begun) : alike])
        self._before, self._begun = leaves, leaves[: max(alike, len(self._begun))]
        image = self._image.copy()
        self._put(image, leaves[len(self._begun) :])
        return image.reduce(_SCALE)

    def _put(self, image: Image.Image, leaves: tuple["_Leaf", ...]) -> None:
        canvas = Canvas(image, self._speak)
        for canvas.given, shape in leaves:
            canvas.paint(shape, 0, 0)


_Leaf = tuple[str, Shape]


def _leaves(shapes: Iterable[Shape], given: str = NONE) -> Iterator[_Leaf]:
    """Yield shapes in the order in which they are painted, each with the color that the groups around it give."""
    for shape in shapes:
        if isinstance(shape, Group):
            yield from _leaves(shape.shapes, shape.fill or given)
        else:
            yield given, shape


class Canvas:
    """Represents an image that is painted with shapes, each offset by its stamp."""

    def __init__(self, image: Image.Image, speak: Speaker) -> None:
        self.draw = ImageDraw.Draw(image)
        self.mixing = ImageDraw.Draw(image, "RGBA")  # mixes colors that let the ground shine through with it
        self.speak = speak
        self.given = NONE

    def paint(self, shape: Shape, x: int, y: int) -> None:
        """Paint one shape with its origin at (x, y)."""
        _PAINTERS[type(shape)](self, shape, x, y)

    def drawing(self, color: str | None) -> ImageDraw.ImageDraw:
        """Return what draws in a color."""
        return self.mixing if color and len(color) > _SOLID else self.draw


def _group(canvas: Canvas, shape: Group, x: int, y: int) -> None:
    before = canvas.given
    canvas.given = shape.fill or before
    for part in shape.shapes:
        canvas.paint(part, x, y)
    canvas.given = before


def _stamp(canvas: Canvas, shape: Stamp, x: int, y: int) -> None:
    for part in shape.shapes:
        canvas.paint(part, x + shape.x, y + shape.y)


def _place(canvas: Canvas, shape: Place, x: int, y: int) -> None:
    """Paint nothing: places are for programs."""


def _polygon(canvas: Canvas, shape: Polygon, x: int, y: int) -> None:
    corners = [((x + px) * _SCALE, (y + py) * _SCALE) for px, py in shape.points]
    fill = _filling(canvas, shape)
    canvas.drawing(fill).polygon(corners, fill=fill)
    if shape.stroke != NONE:
        rim = [corners[-1], *corners, corners[0]]
        canvas.drawing(shape.stroke).line(rim, fill=shape.stroke, width=shape.width * _SCALE, joint="curve")


def _curve(canvas: Canvas, shape: Curve, x: int, y: int) -> None:
    line = [((x + px) * _SCALE, (y + py) * _SCALE) for px, py in _along(shape.points, shape.is_open)]
    if shape.fill != NONE:
        canvas.drawing(shape.fill).polygon(line, fill=shape.fill)
    if shape.stroke != NONE:
        rim = line if shape.is_open else [*line, *line[:2]]
        canvas.drawing(shape.stroke).line(rim, fill=shape.stroke, width=shape.width * _SCALE, joint="curve")


@lru_cache(_MOST_CURVES)
def _along(points: tuple[Point, ...], is_open: bool) -> tuple[tuple[float, float], ...]:
    """Return points along a curve, close to each other: it is a chain of parabolas, as SVG draws it."""
    middles = [_between(one, other) for one, other in zip(points, (*points[1:], points[0]), strict=True)]
    if is_open:
        arcs = list(zip([points[0], *middles[1:-2]], points[1:-1], [*middles[1:-2], points[-1]], strict=True))
    else:
        arcs = list(zip([middles[-1], *middles], points, middles, strict=False))
    shares = [at / _STEPS for at in range(_STEPS)]
    return (*[_on(arc, share) for arc in arcs for share in shares], arcs[-1][2])


def _on(arc: tuple[tuple[float, float], ...], share: float) -> tuple[float, float]:
    """Return the point of a parabola at a share of its way."""
    (ax, ay), (bx, by), (cx, cy) = arc
    one, two, three = (1 - share) ** 2, 2 * share * (1 - share), share**2
    return one * ax + two * bx + three * cx, one * ay + two * by + three * cy


def _between(one: Point, other: Point) -> tuple[float, float]:
    return (one[0] + other[0]) / 2, (one[1] + other[1]) / 2


def _box(canvas: Canvas, shape: Box, x: int, y: int) -> None:
    half = shape.width * _SCALE // 2 if shape.stroke != NONE else 0
    left, top = (x + shape.x) * _SCALE, (y + shape.y) * _SCALE
    right, bottom = left + shape.across * _SCALE - 1, top + shape.down * _SCALE - 1
    fill = _filling(canvas, shape)
    canvas.drawing(fill).rounded_rectangle(
        (left - half, top - half, right + half, bottom + half),
        radius=shape.round * _SCALE,
        fill=fill,
        outline=_color(shape.stroke),
        width=shape.width * _SCALE,
    )


def _circle(canvas: Canvas, shape: Circle, x: int, y: int) -> None:
    half = shape.width * _SCALE // 2 if shape.stroke != NONE else 0
    middle_x, middle_y, reach = (x + shape.x) * _SCALE, (y + shape.y) * _SCALE, shape.radius * _SCALE + half
    canvas.drawing(shape.fill).ellipse(
        (middle_x - reach, middle_y - reach, middle_x + reach, middle_y + reach),
        fill=_color(shape.fill),
        outline=_color(shape.stroke),
        width=shape.width * _SCALE,
    )


def _lines(canvas: Canvas, shape: Lines, x: int, y: int) -> None:
    for segment in shape.segments:
        for ax, ay, bx, by in _dashes(segment, shape.dash):
            ends = ((x + ax) * _SCALE, (y + ay) * _SCALE, (x + bx) * _SCALE, (y + by) * _SCALE)
            canvas.drawing(shape.stroke).line(ends, fill=shape.stroke, width=shape.width * _SCALE)


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


def _letters(canvas: Canvas, shape: Letters, x: int, y: int) -> None:
    """Paint nothing: they are hidden."""


def _color(color: str) -> str | None:
    return None if color == NONE else color


def _filling(canvas: Canvas, shape: Polygon | Box) -> str | None:
    return _color(canvas.given if shape.fill == GIVEN else shape.fill)


_PAINTERS: Final[Mapping[type, Callable[[Canvas, Any, int, int], None]]] = {
    Polygon: _polygon,
    Curve: _curve,
    Box: _box,
    Circle: _circle,
    Lines: _lines,
    Text: _text,
    Letters: _letters,
    Group: _group,
    Place: _place,
    Stamp: _stamp,
}
