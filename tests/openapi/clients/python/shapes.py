"""Draws simple shapes in units of the side of a hex or of a square; x grows to the right and y grows down."""

from math import cos, floor, pi, sin
from typing import Protocol

COLORS = {
    "hills": "peru",
    "forest": "darkgreen",
    "pasture": "yellowgreen",
    "fields": "gold",
    "mountains": "slategray",
    "desert": "khaki",
}
SEATS = ("crimson", "royalblue", "orange", "seagreen", "sienna", "purple")


class Spot(Protocol):
    """Represents anything that has a place on a board."""

    x: float
    y: float


def hexagon(at: Spot, flat: bool, fill: str) -> str:
    """Return a hex; one with a flat top has its first corner to the right of the middle."""
    angles = [(corner + (0 if flat else 0.5)) * pi / 3 for corner in range(6)]
    points = " ".join(f"{number(at.x + cos(angle))},{number(at.y + sin(angle))}" for angle in angles)
    return f'<polygon points="{points}" fill="{fill}"/>'


def line(a: Spot, b: Spot, stroke: str) -> str:
    ends = f'x1="{number(a.x)}" y1="{number(a.y)}" x2="{number(b.x)}" y2="{number(b.y)}"'
    return f'<line {ends} stroke="{stroke}" stroke-width=".1"/>'


def disc(at: Spot, radius: float, fill: str) -> str:
    return f'<circle cx="{number(at.x)}" cy="{number(at.y)}" r="{number(radius)}" fill="{fill}"/>'


def box(at: Spot, width: float, height: float, fill: str) -> str:
    corner = f'x="{number(at.x - width / 2)}" y="{number(at.y - height / 2)}"'
    size = f'width="{number(width)}" height="{number(height)}"'
    return f'<rect {corner} {size} fill="{fill}" stroke="white" stroke-width=".05"/>'


def text(at: Spot, words: str) -> str:
    return f'<text x="{number(at.x)}" y="{number(at.y)}" font-size=".3" text-anchor="middle">{words}</text>'


def legal(at: Spot) -> str:
    ring = 'r="0.250" fill="none" stroke="magenta" stroke-width=".08"'
    return f'<circle class="legal" cx="{number(at.x)}" cy="{number(at.y)}" {ring}/>'


def color(seat: int) -> str:
    return SEATS[seat]


def number(value: float) -> str:
    """Return the value with three decimals, and never a negative zero."""
    return f"{floor(value * 1000 + 0.5) / 1000 + 0:.3f}"
