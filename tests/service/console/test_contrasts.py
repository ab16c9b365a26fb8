"""Tests that what is written in pictures can be read on its ground, light and dark; axe-core cannot see it."""

import re
from itertools import product
from pathlib import Path

import pytest

from service.pictures import palette, pieces
from service.pictures.shapes import Tint
from tests.contrasts import contrast

ENOUGH = 4.5  # WCAG 2.2, 1.4.3
CSS = Path(__file__).parents[3] / "service" / "console" / "css"
TOKEN = "#fbf3dc"
PIECES = [
    *[(name, paint.ink, paint.face) for name, paint in palette.PAINTS.items()],
    ("nobody", palette.UNPAINTED.ink, palette.UNPAINTED.face),
    *[(f"disc of {good}", disc.ink, disc.face) for good, disc in palette.DISCS.items()],
    ("number", palette.INK, TOKEN),
    ("red number", palette.RED, TOKEN),
    ("not built", palette.PALE, palette.CARD),
    ("harbor", palette.INK, palette.CARD),
]
WRITTEN = [tint.name for tint in (palette.WRITING, palette.FAINT)]
GROUNDS = [tint.name for tint in (palette.PANEL, palette.PAPER)]


def light() -> dict[str, str]:
    """Return the tints of a picture by itself."""
    return {value.name: str(value) for value in vars(palette).values() if isinstance(value, Tint)}


def dark() -> dict[str, str]:
    """Return the tints that the console gives it in the dark."""
    return dict(re.findall(r"--dark-(\w+): (#[0-9a-f]{6})", (CSS / "board.css").read_text()))


@pytest.mark.parametrize(("name", "ink", "ground"), PIECES, ids=[name for name, *_ in PIECES])
def test_what_stands_on_pieces_can_be_read(name: str, ink: str, ground: str) -> None:
    assert contrast(ink, ground) >= ENOUGH


def test_what_stands_on_panels_can_be_read_light_and_dark() -> None:
    assert set(dark()) == set(light())
    for tints, written, ground in product((light(), dark()), WRITTEN, GROUNDS):
        assert contrast(tints[written], tints[ground]) >= ENOUGH, (written, ground)
    for tints in (light(), dark()):
        assert contrast(tints["writing"], tints["honor"]) >= ENOUGH


def test_seats_have_the_same_forms_on_the_page_and_in_pictures() -> None:
    written = re.findall(r'^  "([-\d, ]*)",$', (CSS.parent / "shared" / "forms.js").read_text(), re.MULTILINE)
    shown = [tuple(tuple(map(int, point.split(","))) for point in one.split()) for one in written]
    assert shown == [(), *pieces.MARKS[1:6]]  # seat 0 has a disc


def test_seats_have_the_same_colors_on_the_page_and_in_pictures() -> None:
    shown = re.findall(
        r"\.paint-(\w+), \.piece\.\1\) \{ --face: (\S+); --on-face: (\S+); --rim: (\S+); \}",
        (CSS / "console.css").read_text(),
    )
    assert {name: palette.Paint(*colors) for name, *colors in shown} == palette.PAINTS | {"ink": palette.UNPAINTED}
