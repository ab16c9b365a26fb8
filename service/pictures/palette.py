"""Defines the colors of pictures; none of them is the only sign: goods, terrains and seats have marks."""

from typing import Final, NamedTuple

from service.pictures.shapes import Tint

# Tints belong to the ground and to what is written on it; the other colors to pieces, which look the same everywhere.
PAPER: Final = Tint("paper", "#faf7f0")
PANEL: Final = Tint("panel", "#ffffff")
RULE: Final = Tint("rule", "#d9d2c5")
WRITING: Final = Tint("writing", "#2a2622")
FAINT: Final = Tint("faint", "#6f6862")
SEA: Final = Tint("sea", "#6db0d4")
SHALLOWS: Final = Tint("shallows", "#93cbe4")
FOAM: Final = Tint("foam", "#d3ecf5")
SAND: Final = Tint("sand", "#ecdcb0")
HONOR: Final = Tint("honor", "#ffe9a8")
PLOT: Final = Tint("plot", "#cddb9a")
FIELD: Final = Tint("field", "#b3cc7a")
EDGE: Final = Tint("edge", "#a9bd73")

INK: Final = "#2a2622"
PALE: Final = "#6f6862"
CARD: Final = "#ffffff"
WATER: Final = "#4f93bd"
RED: Final = "#b3261e"
STONE: Final = "#b3ada3"
SILVER: Final = "#e4e0d8"
TIMBER: Final = "#6b4a2f"


class Paint(NamedTuple):
    """Holds how the pieces of a color look: their face, what is written on it, and their rim."""

    face: str
    ink: str
    rim: str


PAINTS: Final = {
    "white": Paint("#f6f3ec", "#2a2622", "#2a2622"),
    "red": Paint("#c5352c", "#ffffff", "#5e120d"),
    "blue": Paint("#2a5fb4", "#ffffff", "#10264d"),
    "orange": Paint("#f08c1d", "#2a2622", "#6d3a00"),
    "green": Paint("#23703d", "#ffffff", "#0f3a1e"),
    "brown": Paint("#7d4c29", "#ffffff", "#331c0b"),
    "yellow": Paint("#f3cb35", "#2a2622", "#6b5300"),
}
# Discs with numbers in the color of the resource, for boards whose terrains are drawn in a way of their own.
DISCS: Final = {
    "lumber": Paint("#1f4d2b", "#ffffff", "#fbf3dc"),
    "wool": Paint("#c3e58a", "#2a2622", "#fbf3dc"),
    "grain": Paint("#f7e07a", "#2a2622", "#fbf3dc"),
    "ore": Paint("#c9cdd3", "#2a2622", "#fbf3dc"),
    "brick": Paint("#6d4526", "#ffffff", "#fbf3dc"),
}
UNPAINTED: Final = Paint("#3d4a66", "#ffffff", "#1b2333")
SHADOW: Final = "#2a262255"
LIGHT: Final = "#ffffff66"  # on the sides of pieces that the light falls on
SHADE: Final = "#1a141059"
BACK: Final = "#7d4c29"  # of cards that lie face down
OTHER_BACK: Final = "#5d4186"
EDGE_LIGHT: Final = "#fdf6e3"  # surrounds pieces, so that they stand out from every ground


def mix(color: str, other: str, share: float) -> str:
    """Return a color between two of them: the second has this share, from 0 to 1."""
    parts = [(int(color[at : at + 2], 16), int(other[at : at + 2], 16)) for at in (1, 3, 5)]
    return "#" + "".join([f"{round(one + (two - one) * share):02x}" for one, two in parts])


def brighter(color: str, share: float = 0.35) -> str:
    """Return a color as it looks on a side that the light falls on."""
    return mix(color, "#ffffff", share)


def darker(color: str, share: float = 0.3) -> str:
    """Return a color as it looks on a side in the shade."""
    return mix(color, "#1a1410", share)


def paint(color: str) -> Paint:
    """Return how a color's pieces look; an unused color looks like ink."""
    return PAINTS.get(color, UNPAINTED)


# The resources, gold and the desert by name; terrains look like what they yield.
GOODS: Final = {
    "brick": "#c8703f",
    "lumber": "#4a8a4e",
    "wool": "#a3d065",
    "grain": "#efc74d",
    "ore": "#9ba4b0",
    "desert": "#e9d5a0",
    "gold": "#f0b429",
    "any": "#ffffff",
}
