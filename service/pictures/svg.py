"""Writes SVG with the standard library: self-contained, without scripts, links or fonts, with escaped texts.

Consecutive shapes that look alike share a `g` element with their attributes.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any, Final
from xml.etree.ElementTree import Element, SubElement, tostring

from domain.core.places import Phrase
from eventstore.budget import each
from service.pictures.shapes import (
    NONE,
    START,
    Box,
    Circle,
    Group,
    Lines,
    Marks,
    Picture,
    Place,
    Polygon,
    Said,
    Shape,
    Stamp,
    Text,
    Tint,
)

Speaker = Callable[[Phrase], str]
Look = tuple[tuple[str, str], ...]

NAMESPACE: Final = "http://www.w3.org/2000/svg"
FONT: Final = "system-ui, 'Segoe UI', 'DejaVu Sans', Arial, sans-serif"
_PRINTED: Final = "art-"  # begins the ids of stamps, so that they are no ids of a page that holds the picture
# Characters that XML cannot hold, and those that change the direction of text.
_UNPRINTABLE: Final = re.compile("[\x00-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff\u200e\u200f\u202a-\u202e\u2066-\u2069]")


def svg(picture: Picture, speak: Speaker) -> bytes:
    """Write the picture as an SVG document in UTF-8; `speak` finds the words of a phrase."""
    root = Element(
        "svg",
        {
            "xmlns": NAMESPACE,
            "viewBox": f"0 0 {picture.width} {picture.height}",
            "width": str(picture.width),
            "height": str(picture.height),
            "role": "img",
            "font-family": FONT,
        },
    )
    SubElement(root, "title").text = say(picture.title, speak)
    SubElement(root, "desc").text = say(picture.description, speak)
    stamps = {stamp.name: stamp for stamp in _stamps(picture.shapes)}
    if stamps:
        stocked = SubElement(root, "defs")
        for name in sorted(stamps):
            _draw(SubElement(stocked, "g", {"id": _PRINTED + name}), stamps[name].shapes, speak)
    _draw(root, each("shapes of a picture", picture.shapes), speak)
    return b'<?xml version="1.0" encoding="UTF-8"?>\n' + tostring(root, "utf-8") + b"\n"


def _stamps(shapes: Iterable[Shape]) -> Iterator[Stamp]:
    for shape in shapes:
        if isinstance(shape, Stamp):
            yield shape
        elif isinstance(shape, Group):
            yield from _stamps(shape.shapes)


def say(text: Said, speak: Speaker) -> str:
    """Return a text or phrase in words, without unprintable characters."""
    return _UNPRINTABLE.sub("\ufffd", speak(text) if isinstance(text, Phrase) else text)


def _draw(parent: Element, shapes: Iterable[Shape], speak: Speaker) -> None:
    for look, run in groupby(shapes, _look):
        alike = list(run)
        if len(alike) == 1 or not look:
            for shape in alike:
                _add(parent, shape, dict(look), speak)
            continue
        group = SubElement(parent, "g", dict(look))
        for shape in alike:
            _add(group, shape, {}, speak)


def _look(shape: Shape) -> Look:
    """Return the attributes that say how a shape looks, apart from its position."""
    return _LOOKS[type(shape)](shape)


def _fill(shape: Any) -> Look:
    stroke = (("stroke", shape.stroke), ("stroke-width", str(shape.width))) if shape.stroke != NONE else ()
    return (*_tint(fill=shape.fill, stroke=shape.stroke), ("fill", shape.fill), *stroke)


def _tint(**colors: str) -> Look:
    """Return the class that names the tints of a shape, such as `fill-card stroke-rule`."""
    names = [f"{what}-{color.name}" for what, color in colors.items() if isinstance(color, Tint)]
    return (("class", " ".join(names)),) if names else ()


def _angular(shape: Any) -> Look:
    return (*_fill(shape), ("stroke-linejoin", "round")) if shape.stroke != NONE else _fill(shape)


def _line(shape: Any) -> Look:
    dash = (("stroke-dasharray", str(shape.dash)),) if shape.dash else ()
    look = (("fill", NONE), ("stroke", shape.stroke), ("stroke-width", str(shape.width)), *dash)
    return (*_tint(stroke=shape.stroke), *look)


def _letter(shape: Any) -> Look:
    look = [*_tint(fill=shape.fill, stroke=shape.halo), ("font-size", str(shape.size)), ("fill", shape.fill)]
    look += [("text-anchor", shape.anchor)] if shape.anchor != START else []
    look += [("font-weight", "bold")] if shape.bold else []
    if shape.halo != NONE:
        look += [("stroke", shape.halo), ("stroke-width", "3"), ("paint-order", "stroke"), ("stroke-linejoin", "round")]
    return tuple(look)


def _plain(shape: Any) -> Look:
    return ()


_LOOKS: Final[Mapping[type, Callable[[Any], Look]]] = {
    Polygon: _angular,
    Box: _fill,
    Circle: _fill,
    Lines: _line,
    Text: _letter,
    Group: _plain,
    Place: lambda shape: (("fill", NONE),),
    Stamp: _plain,
}


def _add(parent: Element, shape: Shape, look: dict[str, str], speak: Speaker) -> None:
    element = SubElement(parent, *_PLACED[type(shape)](shape))
    element.attrib.update(look)
    if isinstance(shape, Stamp | Place):
        return
    if isinstance(shape, Text):
        element.text = say(shape.said, speak)
        return
    if shape.title:
        SubElement(element, "title").text = say(shape.title, speak)
    if isinstance(shape, Group):
        _draw(element, shape.shapes, speak)


def _polygon(shape: Any) -> tuple[str, dict[str, str]]:
    return "polygon", {"points": " ".join(f"{x},{y}" for x, y in shape.points)}


def _box(shape: Any) -> tuple[str, dict[str, str]]:
    place = {"x": shape.x, "y": shape.y, "width": shape.across, "height": shape.down}
    return "rect", _write(place | ({"rx": shape.round} if shape.round else {}))


def _circle(shape: Any) -> tuple[str, dict[str, str]]:
    return "circle", _write({"cx": shape.x, "cy": shape.y, "r": shape.radius})


def _path(shape: Any) -> tuple[str, dict[str, str]]:
    return "path", {"d": "".join(f"M{ax} {ay}L{bx} {by}" for ax, ay, bx, by in shape.segments)}


def _text(shape: Any) -> tuple[str, dict[str, str]]:
    return "text", _write({"x": shape.x, "y": shape.y})


def _group(shape: Any) -> tuple[str, dict[str, str]]:
    return "g", {"class": shape.kind} | _mark(shape.marks)


def _place(shape: Any) -> tuple[str, dict[str, str]]:
    """Return an outline without fill or rim, which can be filled, ringed and pressed by what shows the picture."""
    name, look = _outline(shape.outline, shape.radius)
    return name, look | _mark(shape.marks)


def _outline(outline: Sequence[tuple[int, int]], radius: int) -> tuple[str, dict[str, str]]:
    (x, y), *more = outline
    if not more:
        return "circle", _write({"cx": x, "cy": y, "r": radius})
    points = " ".join([f"{x},{y}" for x, y in outline])
    return ("polyline" if len(outline) == 2 else "polygon"), {"points": points}


def _mark(marks: Marks) -> dict[str, str]:
    return {f"data-{name}": value for name, value in marks}


def _stamp(shape: Any) -> tuple[str, dict[str, str]]:
    return "use", {"href": f"#{_PRINTED}{shape.name}", **_write({"x": shape.x, "y": shape.y})}


def _write(values: Mapping[str, int]) -> dict[str, str]:
    return {name: str(value) for name, value in values.items()}


_PLACED: Final[Mapping[type, Callable[[Any], tuple[str, dict[str, str]]]]] = {
    Polygon: _polygon,
    Box: _box,
    Circle: _circle,
    Lines: _path,
    Text: _text,
    Group: _group,
    Place: _place,
    Stamp: _stamp,
}
