"""Defines plain shapes, in whole units, x to the right and y down; the service writes them as SVG or as pixels.

A color is `#rrggbb`, `#rrggbbaa` for one that lets the ground shine through, NONE or a `Tint`. A `title` says what a
shape is, for people who cannot see it.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Final

from domain.core.places import Phrase

Point = tuple[int, int]
Segment = tuple[int, int, int, int]

NONE: Final = "none"
GIVEN: Final = "given"  # the color that the group around a stamp gives to its shapes
START: Final = "start"
MIDDLE: Final = "middle"
END: Final = "end"


Said = str | Phrase
Marks = tuple[tuple[str, str], ...]
"""Names and values for programs that read the picture; SVG writes them as `data-` attributes."""


class Tint(str):
    """Represents a color with a name, which a page that shows the picture may replace, such as in the dark."""

    __slots__ = ("name",)
    name: str

    def __new__(cls, name: str, color: str) -> "Tint":
        """Return the color as it looks by itself."""
        tint = super().__new__(cls, color)
        tint.name = name
        return tint


def phrase(key: str, **params: Any) -> Phrase:
    """Return a phrase of a picture."""
    return Phrase(f"picture.{key}", params)


def word(name: str) -> Phrase:
    """Return a word of the game, such as `ore`."""
    return Phrase(f"term.{name}", {})


@dataclass(frozen=True, slots=True)
class Polygon:
    """Represents a closed outline."""

    points: tuple[Point, ...]
    fill: str
    stroke: str = NONE
    width: int = 0
    title: Said = ""


@dataclass(frozen=True, slots=True)
class Curve:
    """Represents a smooth outline that its points pull to themselves, like the control points of a B-spline.

    Closed ones touch the middles between their points; open ones go from the first point to the last.
    """

    points: tuple[Point, ...]
    fill: str
    stroke: str = NONE
    width: int = 0
    is_open: bool = False


@dataclass(frozen=True, slots=True)
class Box:
    """Represents an upright rectangle from its upper left corner, with its corners rounded by `round`."""

    x: int
    y: int
    across: int
    down: int
    fill: str
    stroke: str = NONE
    width: int = 0
    round: int = 0
    title: Said = ""


@dataclass(frozen=True, slots=True)
class Circle:
    """Represents a disc around its middle."""

    x: int
    y: int
    radius: int
    fill: str
    stroke: str = NONE
    width: int = 0
    title: Said = ""


@dataclass(frozen=True, slots=True)
class Lines:
    """Describes a set of straight lines that look alike; `dash` is the length of dashes and gaps, 0 for solid lines."""

    segments: tuple[Segment, ...]
    stroke: str
    width: int
    dash: int = 0
    title: Said = ""


@dataclass(frozen=True, slots=True)
class Text:
    """Holds one line of text with its base line at y; `halo` is the color of a rim that keeps it legible anywhere."""

    x: int
    y: int
    said: Said
    size: int
    fill: str
    anchor: str = MIDDLE
    bold: bool = False
    halo: str = NONE


@dataclass(frozen=True, slots=True)
class Letters:
    """Repeats one bold letter, centered at each of some points of a base line; hidden unless a page shows it."""

    points: tuple[Point, ...]
    letter: str
    size: int
    fill: str


@dataclass(frozen=True, slots=True)
class Group:
    """Groups shapes that belong together; `kind` names what they are, for style sheets and scripts.

    It may give a color to those that are filled with GIVEN.
    """

    kind: str
    title: Said
    shapes: tuple["Shape", ...]
    marks: Marks = ()
    fill: str = ""


@dataclass(frozen=True, slots=True)
class Place:
    """Says where something with an id lies, such as a node; nothing is drawn there.

    Its outline is one point for a disc of some radius, two for the ends of a line, or the corners of an area.
    """

    marks: Marks
    outline: tuple[Point, ...]
    radius: int = 0


@dataclass(frozen=True, slots=True)
class Stamp:
    """Repeats shapes that are drawn around (0, 0) and printed at a place; equal names mean equal looks.

    They may hold other stamps. Those that are spoken hold phrases, and look different in every language.
    """

    name: str
    x: int
    y: int
    shapes: tuple["Shape", ...]
    title: Said = ""
    is_spoken: bool = False


Shape = Polygon | Curve | Box | Circle | Lines | Text | Letters | Group | Place | Stamp


def part(kind: str, frame: tuple[int, int, int, int], shapes: Iterable["Shape"], *marks: tuple[str, str]) -> Group:
    """Return a part of the picture that can be shown alone; its frame is left, top, width and height."""
    return Group(kind, "", tuple(shapes), (("frame", " ".join(map(str, frame))), *marks))


def place(kind: str, number: int, *outline: Point, radius: int = 0) -> Place:
    """Return the place of what has a number among its kind."""
    return Place(((kind, str(number)),), outline, radius)


@dataclass(frozen=True, slots=True)
class Picture:
    """Holds a whole picture: a title, a sentence that describes it, and the shapes from the lowest to the topmost."""

    width: int
    height: int
    title: Said
    description: Said
    shapes: tuple[Shape, ...]
