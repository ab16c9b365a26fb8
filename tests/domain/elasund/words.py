"""Provides commands and cards in the words of a player.

Seats are named by color; squares are x from the sea and y from the north.
"""

from domain.elasund.board import square
from domain.elasund.chapters.building import BuildTile
from domain.elasund.chapters.church import PAIRS
from domain.elasund.chapters.huts import ReplaceHut
from domain.elasund.chapters.permits import PlacePermit
from domain.elasund.chapters.special import MovePermit, PlaceExtraPermit
from domain.elasund.terms import BUILDINGS, CARDS, CHURCH_TILES, COLORS, NO_COLOR

R, B, G, Y = range(4)


def color(name: str | None) -> int:
    """Return the number of an influence color; None gives `NO_COLOR`."""
    return NO_COLOR if name is None else COLORS.index(name)


def influence(**counts: int) -> tuple[int, ...]:
    """Return counts of influence cards, given by color, as the rules write them."""
    assert set(counts) <= set(COLORS)
    return tuple(counts.get(name, 0) for name in COLORS)


def cards(**counts: int) -> tuple[int, ...]:
    """Return counts of gold and influence cards as the rules write them."""
    assert set(counts) <= set(CARDS)
    return tuple(counts.get(name, 0) for name in CARDS)


def build(building: str, x: int, y: int, pay: str | None = None) -> BuildTile:
    """Return the command to build with the upper left square at (x, y)."""
    return BuildTile(BUILDINGS.index(building), square(x, y), color(pay))


def place(value: int, x: int, y: int, pay: str | None = None) -> PlacePermit:
    """Return the command to place a permit at (x, y)."""
    return PlacePermit(value, square(x, y), color(pay))


def move(value: int, x: int, y: int, pay: str) -> MovePermit:
    """Return the command to move a permit to (x, y), special action a."""
    return MovePermit(value, square(x, y), color(pay))


def extra(value: int, x: int, y: int) -> PlaceExtraPermit:
    """Return the command to place a further permit at (x, y), special action c."""
    return PlaceExtraPermit(value, square(x, y))


def hut(name: str, x: int, y: int) -> ReplaceHut:
    """Return the command to put a displaced hut elsewhere."""
    return ReplaceHut(BUILDINGS.index(name), square(x, y))


def tile(name: str) -> int:
    """Return the number of a church tile."""
    return CHURCH_TILES.index(name)


def pair(first: str, second: str) -> int:
    """Return the outcome of chance that draws these two tiles from the pile."""
    low, high = sorted((tile(first), tile(second)))
    return PAIRS.index((low, high))
