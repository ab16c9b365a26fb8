"""Tests that the styles of the console keep to their scale: four sizes of letters, one accent, steps of room."""

import re
from pathlib import Path

CSS = Path(__file__).parents[3] / "service" / "console" / "css"
STYLES = {path.name: re.sub(r"/\*.*?\*/", "", path.read_text(), flags=re.DOTALL) for path in sorted(CSS.iterdir())}
SIZES = {"var(--small)", "var(--text)", "var(--title)", "var(--large)"}
STEPS = {"0", ".125", ".25", ".5", ".75", "1", "1.5", "2"}  # rem
FONT = re.compile(r"(?<![\w-])font: (?!inherit)(.+?)[;}]")
SIZE = re.compile(r"font-size: (.+?)\s*[;}]")
ROOM = re.compile(r"(?<![\w-])(?:gap|row-gap|column-gap|padding|margin)(?:-\w+)*: (.+?)[;}]")
REM = re.compile(r"(?<![\w.])-?(\d*\.?\d+)rem")


def test_letters_have_four_sizes() -> None:
    scale = re.findall(r"--(?:small|text|title|large): (\S+?);", STYLES["face.css"])
    assert len(set(scale)) == len(scale) == len(SIZES)
    found = {
        (name, size)
        for name, style in STYLES.items()
        for size in SIZE.findall(style) + re.findall(r"var\(--\w+\)|\S+(?:px|r?em|%)", " ".join(FONT.findall(style)))
    }
    others = {(name, size) for name, size in found if size not in SIZES | {"var(--display)", "var(--written)"}}
    assert others == set()
    assert {size for _, size in found} >= SIZES, "each of them is used"


def test_room_comes_in_steps() -> None:
    found = {
        (name, step) for name, style in STYLES.items() for room in ROOM.findall(style) for step in REM.findall(room)
    }
    assert {(name, step) for name, step in found if step not in STEPS} == set()
    assert {step for _, step in found} == STEPS - {"0"}, "each of them is used"


def test_one_color_is_the_accent() -> None:
    dressed = "".join(STYLES.values())
    assert set(re.findall(r"accent-color: (.+?)[;}]", dressed)) == {"var(--main)"}
    assert set(re.findall(r"(?<![\w-])outline: 3px solid (.+?)[;}]", dressed)) == {"var(--main)", "Highlight"}
