"""Writes texts in Pillow's built-in font, which has no accents: they are drawn as strokes over the letters."""

from collections.abc import Iterator, Mapping
from functools import cache
from types import MappingProxyType
from typing import Any, Final, NamedTuple
from unicodedata import combining, normalize

from PIL import ImageDraw, ImageFont

from service.pictures.shapes import END, MIDDLE, START

Point = tuple[float, float]
_SHARES: Final[Mapping[str, float]] = MappingProxyType({START: 0.0, MIDDLE: 0.5, END: 1.0})
"""Maps anchors to the part of a text that lies left of them."""
_TURNED: Final[Mapping[str, str]] = MappingProxyType({"¡": "!", "¿": "?"})
"""Replaces characters that the font lacks."""
_DOTTED: Final = "ij"
"""Lists letters whose dot is replaced by their accent."""
_STROKE: Final = 0.09
_ABOVE: Final[Mapping[str, tuple[tuple[Point, ...], ...]]] = MappingProxyType(
    {
        "\u0300": (((-0.09, -0.20), (0.04, -0.08)),),  # grave
        "\u0301": (((0.09, -0.20), (-0.04, -0.08)),),  # acute
        "\u0302": (((-0.12, -0.08), (0.0, -0.19), (0.12, -0.08)),),  # circumflex
        "\u0303": (((-0.15, -0.08), (-0.06, -0.15), (0.06, -0.09), (0.15, -0.16)),),  # tilde
        "\u0308": (((-0.13, -0.12), (-0.06, -0.12)), ((0.06, -0.12), (0.13, -0.12))),  # diaeresis
        "\u030c": (((-0.12, -0.19), (0.0, -0.08), (0.12, -0.19)),),  # caron
    }
)
"""Maps accents to strokes from the middle of their letter's top, in ems."""
_BELOW: Final[Mapping[str, tuple[tuple[Point, ...], ...]]] = MappingProxyType(
    {"\u0327": (((0.0, 0.0), (0.05, 0.08), (-0.06, 0.15)),)}  # cedilla
)
"""Maps accents to strokes from the middle of their letter's foot."""


class Ink(NamedTuple):
    """Describes how a text is drawn: its color, that of its halo (None: no halo), and the width of halo or strokes."""

    color: str
    halo: str | None
    width: int


def write(draw: ImageDraw.ImageDraw, place: Point, anchor: str, text: str, size: int, ink: Ink) -> None:
    """Draw a line of text with its baseline at the place; `size` is in pixels."""
    font = _font(size)
    bare, marks = take_apart(text)
    left = place[0] - font.getlength(bare) * _SHARES[anchor]
    strokes = [stroke for index, mark in marks for stroke in _strokes(font, bare, index, mark, (left, place[1]), size)]
    thin = max(1, round(size * _STROKE)) + (0 if ink.halo else ink.width)
    for stroke in strokes if ink.halo else ():
        draw.line(stroke, fill=ink.halo, width=thin + 2 * ink.width, joint="curve")
    draw.text((left, place[1]), bare, ink.color, font, "ls", stroke_width=ink.width, stroke_fill=ink.halo or ink.color)
    for stroke in strokes:
        draw.line(stroke, fill=ink.color, width=thin, joint="curve")


def take_apart(text: str) -> tuple[str, list[tuple[int, str]]]:
    """Split a text into bare letters, and accents with the index of their letter."""
    letters: list[str] = []
    marks = []
    for sign in normalize("NFKD", text):
        if not combining(sign):
            letters.append(_TURNED.get(sign, sign))
        elif letters:
            marks.append((len(letters) - 1, sign))
    return "".join(letters), marks


def _strokes(font: Any, text: str, index: int, mark: str, origin: Point, size: int) -> Iterator[tuple[Point, ...]]:
    """Yield the strokes of an accent over or under a letter, in pixels; none for an unknown accent."""
    begin = font.getlength(text[:index])
    left, top, right, bottom = font.getbbox(text[index], anchor="ls")
    if text[index] in _DOTTED:
        top = font.getbbox("x", anchor="ls")[1]
    middle = origin[0] + begin + (left + right) / 2
    for strokes, height in ((_ABOVE, top), (_BELOW, bottom)):
        for stroke in strokes.get(mark, ()):
            yield tuple((middle + x * size, origin[1] + height + y * size) for x, y in stroke)


@cache
def _font(size: int) -> Any:
    return ImageFont.load_default(size)
