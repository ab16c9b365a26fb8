"""Tests, in the pixels of painted games, that texts can be read on their ground and pieces stand out from theirs."""

from typing import Any, Final

import numpy as np
import pytest
from PIL import Image

from service.pictures import palette
from service.pictures.letters import take_apart
from service.pictures.pixels import Canvas
from service.pictures.shapes import MIDDLE, NONE, START, Shape, Stamp, Text
from service.pictures.svg import say
from service.texts.words import say_phrase
from tests.contrasts import contrast, luminance
from tests.laws.cases import Case
from tests.laws.drawn import CASES_DRAWN, positions, seen

SCALE: Final = 2
READABLE: Final = 4.5  # WCAG 2.2, 1.4.3
VISIBLE: Final = 3.0  # 1.4.11
NEARLY_ALL: Final = 0.95  # of the pixels: edges are smooth
PIECES: Final = ("house", "city", "road", "robber", "permit", "tile", "church", "wall", "cube", "ship", "star")
Color = tuple[int, int, int]


def written(color: Color) -> str:
    """Return a color as `#rrggbb`."""
    return "#{:02x}{:02x}{:02x}".format(*color)


def pixels(image: Image.Image) -> Any:
    """Return the colors of an image's pixels as numbers, `0xrrggbb`."""
    return np.frombuffer(image.tobytes(), np.uint8).reshape(-1, 3).astype(np.int64) @ (1 << 16, 1 << 8, 1)


def changes(before: Image.Image, after: Image.Image) -> list[tuple[str, str, int]]:
    """List what color became which other one, and at how many pixels."""
    pairs, counts = np.unique(pixels(before) << 24 | pixels(after), return_counts=True)
    split = [(int(pair) >> 24, int(pair) & 0xFFFFFF, int(count)) for pair, count in zip(pairs, counts, strict=True)]
    return [(f"#{a:06x}", f"#{b:06x}", count) for a, b, count in split if a != b]


def share(image: Image.Image, is_good: Any) -> float:
    """Return the share of an image's pixels whose color is good."""
    colors = image.getcolors(image.width * image.height) or []  # it fills a table of that many at each call
    return sum(count for count, color in colors if is_good(written(color))) / sum(count for count, _ in colors)


class Judge(Canvas):
    """Represents an image that notes what it has below each text and each piece when that is painted."""

    def __init__(self, image: Image.Image, speak: Any) -> None:
        super().__init__(image, speak)
        self.image = image
        self.faults: list[str] = []
        self.judged = 0
        self.is_inside = False

    def paint(self, shape: Shape, x: int, y: int) -> None:
        """Judge a shape while it is painted."""
        if isinstance(shape, Text):
            self.read(shape, x, y)
        if isinstance(shape, Stamp) and shape.name.startswith(PIECES) and not self.is_inside:
            self.look(shape, x, y)
        else:
            super().paint(shape, x, y)

    def read(self, text: Text, x: int, y: int) -> None:
        """Note a text that cannot be read on what is there."""
        said, _ = take_apart(say(text.said, self.speak))
        wide = round(len(said) * text.size * 0.3)
        left = x + text.x - {START: 0, MIDDLE: wide // 2}.get(text.anchor, wide)
        top, below = y + text.y - text.size // 2, y + text.y
        box = [at * SCALE for at in (left, top, left + max(wide, 1), below)]
        ground = self.image.crop((max(box[0], 0), max(box[1], 0), *box[2:]))
        found = contrast(text.fill, text.halo) if text.halo != NONE else 0.0
        is_seen = found >= READABLE or share(ground, lambda at: contrast(text.fill, at) >= READABLE) >= NEARLY_ALL
        self.judged += 1
        if not is_seen:
            self.faults.append(f"{said!r} in {text.fill} at {box}")

    def look(self, piece: Stamp, x: int, y: int) -> None:
        """Note a piece whose brightest and darkest parts both come close to what lies below it."""
        left, top = (x + piece.x - 30) * SCALE, (y + piece.y - 30) * SCALE
        box = (max(left, 0), max(top, 0), left + 90 * SCALE, top + 90 * SCALE)
        under, self.is_inside = self.image.crop(box), True
        super().paint(piece, x, y)
        self.is_inside = False
        changed = changes(under, self.image.crop(box))
        shades = sorted({color for _, color, _ in changed}, key=luminance)
        dark, bright = shades[0], shades[-1]
        well = sum([count for a, _, count in changed if max(contrast(a, dark), contrast(a, bright)) >= VISIBLE])
        self.judged += 1
        if contrast(dark, bright) < VISIBLE or well < NEARLY_ALL * sum([count for *_, count in changed]):
            self.faults.append(f"{piece.name} at {box}: {dark} to {bright}")


def judged(case: Case) -> Judge:
    """Return what is found in the last position of a game."""
    picture = seen(case.ruleset, list(positions(case, 1))[-1], 0)
    image = Image.new("RGB", (picture.width * SCALE, picture.height * SCALE), str(palette.PAPER))
    judge = Judge(image, lambda phrase: say_phrase(case.ruleset.name, phrase, "en"))
    for shape in picture.shapes:
        judge.paint(shape, 0, 0)
    return judge


@pytest.mark.parametrize("case", CASES_DRAWN, ids=lambda case: case.name)
def test_texts_can_be_read_and_pieces_be_seen(case: Case) -> None:
    judge = judged(case)
    assert judge.judged > 50
    assert judge.faults == []
