"""Writes SVG by itself: self-contained, without scripts, links or fonts, with escaped texts.

Consecutive shapes that look alike share a `g` element with their attributes. Stamps are written once, and kept as
text unless they speak.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import groupby
from typing import Any, Final

from domain.core.places import Phrase
from eventstore.budget import each
from service.pictures.looks import color_of, look_of
from service.pictures.shapes import (
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
    Said,
    Shape,
    Stamp,
    Text,
)

Speaker = Callable[[Phrase], str]

NAMESPACE: Final = "http://www.w3.org/2000/svg"
FONT: Final = "system-ui, 'Segoe UI', 'DejaVu Sans', Arial, sans-serif"
_PRINTED: Final = "art-"  # begins the ids of stamps, so that they are no ids of a page that holds the picture
# Characters that XML cannot hold, and those that change the direction of text.
_UNPRINTABLE: Final = re.compile("[\x00-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff\u200e\u200f\u202a-\u202e\u2066-\u2069]")
_ESCAPED: Final = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;"})
_MOST_KEPT: Final = 2000  # stamps


def svg(picture: Picture, speak: Speaker) -> bytes:
    """Write the picture as an SVG document in UTF-8; `speak` finds the words of a phrase."""
    width, height = picture.width, picture.height
    stamps = {stamp.name: stamp for stamp in _stamps(picture.shapes)}
    stocked = "".join([_stock_of(stamps[name], speak) for name in sorted(stamps)])
    written = [
        '<?xml version="1.0" encoding="UTF-8"?>\n',
        f'<svg xmlns="{NAMESPACE}" viewBox="0 0 {width} {height}" width="{width}" height="{height}"'
        ' stroke-linejoin="round" role="img"',
        f' font-family="{FONT}">',
        f"<title>{_say(picture.title, speak)}</title><desc>{_say(picture.description, speak)}</desc>",
        f"<defs>{stocked}</defs>" if stocked else "",
        _draw(each("shapes of a picture", picture.shapes), speak),
        "</svg>\n",
    ]
    return "".join(written).encode()


def _stamps(shapes: Iterable[Shape]) -> Iterator[Stamp]:
    """Yield the stamps among shapes, and those in them."""
    for shape in shapes:
        if isinstance(shape, Stamp):
            yield shape
            yield from _inner(shape)
        elif isinstance(shape, Group):
            yield from _stamps(shape.shapes)


def _inner(stamp: Stamp) -> tuple[Stamp, ...]:
    """Return the stamps in a stamp, which are looked for once."""
    known = _INNER.get(stamp.name)
    if known is None or known[0] is not stamp.shapes:
        known = _keep(_INNER, stamp, tuple(_stamps(stamp.shapes)))
    return known[1]


def _stock_of(stamp: Stamp, speak: Speaker) -> str:
    """Return the text of a stamp in the stock, which is written once unless it is spoken."""
    known = _STOCKED.get(stamp.name)
    if stamp.is_spoken:
        return _stock(stamp, speak)
    if known is None or known[0] is not stamp.shapes:
        known = _keep(_STOCKED, stamp, _stock(stamp, _silent))
    return known[1]


def _stock(stamp: Stamp, speak: Speaker) -> str:
    return f'<g id="{_PRINTED}{stamp.name}">{_draw(stamp.shapes, speak)}</g>'


def _keep(place: dict[str, tuple[tuple[Shape, ...], Any]], stamp: Stamp, found: Any) -> tuple[tuple[Shape, ...], Any]:
    if len(place) >= _MOST_KEPT:
        place.clear()
    place[stamp.name] = stamp.shapes, found
    return place[stamp.name]


_STOCKED: Final[dict[str, tuple[tuple[Shape, ...], Any]]] = {}
_INNER: Final[dict[str, tuple[tuple[Shape, ...], Any]]] = {}


def _silent(said: Phrase) -> str:
    raise ValueError(f"a stamp that is not spoken says {said.key}")


def say(text: Said, speak: Speaker) -> str:
    """Return a text or phrase in words, without unprintable characters."""
    return _UNPRINTABLE.sub("\ufffd", speak(text) if isinstance(text, Phrase) else text)


def _say(text: Said, speak: Speaker) -> str:
    return say(text, speak).translate(_ESCAPED)


def _draw(shapes: Iterable[Shape], speak: Speaker) -> str:
    written = []
    for look, run in groupby(shapes, look_of):
        alike = list(run)
        if len(alike) == 1 or not look:
            written += [_WRITERS[type(shape)](shape, look, speak) for shape in alike]
        else:
            inner = "".join([_WRITERS[type(shape)](shape, "", speak) for shape in alike])
            written.append(f"<g{look}>{inner}</g>")
    return "".join(written)


def _end(tag: str, title: Said, speak: Speaker) -> str:
    """Return the end of an element, which holds its title if it has one."""
    return f"><title>{_say(title, speak)}</title></{tag}>" if title else "/>"


def _polygon(shape: Polygon, look: str, speak: Speaker) -> str:
    """Write an outline as a path, in which each corner tells how far it lies from the one before: that is shortest."""
    (x, y), *others = shape.points
    before, way = (x, y), []
    for corner in others:
        way += [corner[0] - before[0], corner[1] - before[1]]
        before = corner
    steps = "".join([f"{step}" if step < 0 else f" {step}" for step in way]).lstrip()
    return f'<path d="M{x} {y}l{steps}z"{look}{_end("path", shape.title, speak)}'


def _points(points: Iterable[Point]) -> str:
    return " ".join([f"{x},{y}" for x, y in points])


def _curve(shape: Curve, look: str, speak: Speaker) -> str:
    """Write a chain of parabolas: each pulls as the one before does, mirrored at the point where they meet."""
    points = shape.points
    middles = [_middle(one, other) for one, other in zip(points, (*points[1:], points[0]), strict=True)]
    if shape.is_open:
        (x, y), (pull_x, pull_y), *_ = points
        ends = [*middles[1:-2], f"{points[-1][0]} {points[-1][1]}"]
        path = f"M{x} {y}Q{pull_x} {pull_y} {ends[0]}{''.join([f'T{end}' for end in ends[1:]])}"
    else:
        path = f"M{middles[-1]}Q{points[0][0]} {points[0][1]} {middles[0]}{''.join([f'T{end}' for end in middles[1:]])}"
    return f'<path d="{path}"{look}/>'


def _middle(one: Point, other: Point) -> str:
    return f"{_half(one[0] + other[0])} {_half(one[1] + other[1])}"


def _half(twice: int) -> str:
    return f"{twice / 2:.1f}" if twice % 2 else str(twice // 2)


def _box(shape: Box, look: str, speak: Speaker) -> str:
    rounded = f' rx="{shape.round}"' if shape.round else ""
    place = f'{_at("x", shape.x)}{_at("y", shape.y)} width="{shape.across}" height="{shape.down}"{rounded}'
    return f"<rect{place}{look}{_end('rect', shape.title, speak)}"


def _circle(shape: Circle, look: str, speak: Speaker) -> str:
    place = f'{_at("cx", shape.x)}{_at("cy", shape.y)} r="{shape.radius}"'
    return f"<circle{place}{look}{_end('circle', shape.title, speak)}"


def _at(name: str, value: int) -> str:
    """Return the attribute of a coordinate, which is 0 if it is left out."""
    return f' {name}="{value}"' if value else ""


def _lines(shape: Lines, look: str, speak: Speaker) -> str:
    path, end = "", None
    for ax, ay, bx, by in shape.segments:
        path += ("" if end == (ax, ay) else f"M{ax} {ay}") + _way(bx - ax, by - ay)
        end = bx, by
    return f'<path d="{path}"{look}{_end("path", shape.title, speak)}'


def _way(right: int, down: int) -> str:
    if not down:
        return f"h{right}"
    return f"l{right} {down}" if right else f"v{down}"


def _text(shape: Text, look: str, speak: Speaker) -> str:
    return f"<text{_at('x', shape.x)}{_at('y', shape.y)}{look}>{_say(shape.said, speak)}</text>"


def _letters(shape: Letters, look: str, speak: Speaker) -> str:
    """Write one text whose letters each have a place of their own."""
    across, down = zip(*shape.points, strict=True)
    places = f'x="{" ".join(map(str, across))}" y="{" ".join(map(str, down))}"'
    return f"<text {places}{look}>{shape.letter * len(shape.points)}</text>"


def _group(shape: Group, look: str, speak: Speaker) -> str:
    title = f"<title>{_say(shape.title, speak)}</title>" if shape.title else ""
    fill = color_of("fill", shape.fill) if shape.fill else ""
    return f'<g class="{shape.kind}"{_marks(shape)}{fill}>{title}{_draw(shape.shapes, speak)}</g>'


def _place(shape: Place, look: str, speak: Speaker) -> str:
    """Write an outline without fill or rim, which can be filled, ringed and pressed by what shows the picture."""
    (x, y), *more = shape.outline
    if not more:
        return f'<circle cx="{x}" cy="{y}" r="{shape.radius}"{_marks(shape)}{look}/>'
    name = "polygon" if more[1:] else "polyline"
    return f'<{name} points="{_points(shape.outline)}"{_marks(shape)}{look}/>'


def _marks(shape: Group | Place) -> str:
    return "".join([f' data-{name}="{value.translate(_ESCAPED)}"' for name, value in shape.marks])


def _stamp(shape: Stamp, look: str, speak: Speaker) -> str:
    return f'<use href="#{_PRINTED}{shape.name}"{_at("x", shape.x)}{_at("y", shape.y)}{_end("use", shape.title, speak)}'


_WRITERS: Final[Mapping[type, Callable[[Any, str, Speaker], str]]] = {
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
