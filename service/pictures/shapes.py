"""Plain shapes, in whole units, x to the right and y down; the service writes them as SVG or as pixels.

A color is `#rrggbb` or NONE. A `title` tells what a shape stands for, for whoever cannot see it.
"""

from dataclasses import dataclass
from typing import Any, Final

from domain.core.phrase import Phrase

Point = tuple[int, int]
Segment = tuple[int, int, int, int]

NONE: Final = "none"
START: Final = "start"
MIDDLE: Final = "middle"
END: Final = "end"


Said = str | Phrase


def phrase(key: str, **params: Any) -> Phrase:
    """A phrase of a picture."""
    return Phrase(f"picture.{key}", params)


def word(name: str) -> Phrase:
    """A word of the game, such as `ore`."""
    return Phrase(f"term.{name}", {})


@dataclass(frozen=True, slots=True)
class Polygon:
    """A closed outline."""

    points: tuple[Point, ...]
    fill: str
    stroke: str = NONE
    width: int = 0
    title: Said = ""


@dataclass(frozen=True, slots=True)
class Box:
    """An upright rectangle from its upper left corner, its own corners rounded by `round`."""

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
    """A disc round its middle."""

    x: int
    y: int
    radius: int
    fill: str
    stroke: str = NONE
    width: int = 0
    title: Said = ""


@dataclass(frozen=True, slots=True)
class Lines:
    """Straight lines of one look; `dash` is the length of dashes and gaps, 0 for a line without."""

    segments: tuple[Segment, ...]
    stroke: str
    width: int
    dash: int = 0
    title: Said = ""


@dataclass(frozen=True, slots=True)
class Text:
    """One line of text on its base line at y; `halo` is the color of a rim that keeps it legible on anything."""

    x: int
    y: int
    said: Said
    size: int
    fill: str
    anchor: str = MIDDLE
    bold: bool = False
    halo: str = NONE


@dataclass(frozen=True, slots=True)
class Group:
    """Shapes that belong together; `kind` names what they are, for style sheets and scripts."""

    kind: str
    title: Said
    shapes: tuple["Shape", ...]


@dataclass(frozen=True, slots=True)
class Stamp:
    """Shapes that occur again and again, drawn round (0, 0) and printed at a place; a name stands for one look."""

    name: str
    x: int
    y: int
    shapes: tuple["Shape", ...]


Shape = Polygon | Box | Circle | Lines | Text | Group | Stamp


@dataclass(frozen=True, slots=True)
class Picture:
    """A whole picture: what it shows in a title and in a sentence, and the shapes from the lowest to the topmost."""

    width: int
    height: int
    title: Said
    description: Said
    shapes: tuple[Shape, ...]
