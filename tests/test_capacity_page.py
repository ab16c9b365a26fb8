"""Tests that the table of docs/sizing.md is the one that `python -m tests.benchmarks capacity` prints."""

import re
from pathlib import Path
from typing import Final

from tests.benchmarks.capacity import HEADING, Capacity, contenders, row

PAGE: Final = Path(__file__).parent.parent / "docs" / "sizing.md"
FIGURES: Final = re.compile(r" ([\d,]+|\d\.\d) \| ([\d,]+|\d\.\d) \| \d+ MB ")


def table() -> list[str]:
    """Return the lines of the table on the page."""
    lines = PAGE.read_text().splitlines()
    begun = lines[lines.index(HEADING[0]) :]
    return begun[: begun.index("")]


def test_every_agent_and_level_that_is_served_has_its_line() -> None:
    printed = [row(contender, Capacity(1.0, 1.0, 1)) for contender in contenders()]
    assert table()[:2] == [*HEADING]
    assert [line.split("|")[1:3] for line in table()[2:]] == [line.split("|")[1:3] for line in printed]
    assert [line for line in table()[2:] if not FIGURES.fullmatch("|".join(line.split("|")[3:6]))] == []


def test_figures_are_rounded_to_what_a_machine_gives() -> None:
    [first, *_] = contenders()
    found = row(first, Capacity(12_345.6, 3.21, 123_456_789))
    assert found.endswith("| 12,000 | 3.2 | 123 MB |")
    assert row(first, Capacity(987.6, 45.4, 1)).endswith("| 990 | 45 | 0 MB |")
