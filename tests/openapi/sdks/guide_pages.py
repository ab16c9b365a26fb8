"""Reads what the pages of the guide let their readers do: programs to save, and commands and programs to run."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

from tests.openapi.sdks.package import ROOT

PAGES: Final = (
    *sorted((ROOT / "docs" / "guide").glob("**/*.md")),
    *(ROOT / "docs" / name for name in ("fairness.md", "mcp.md")),
)
BLOCK: Final = re.compile(r'^```(\w+)(?: title="([\w.]+)")?\n(.*?)^```$', re.MULTILINE | re.DOTALL)
FENCE: Final = re.compile(r"^ *```.*", re.MULTILINE)
RUN: Final = ("bash", "python", "js")
"""Lists the languages of what is run, in the order in which those of a page are."""
SHOWN: Final = ("console", "json", "text")
"""Lists the languages of what is shown only; every `console` block is named in the test."""


class Block(NamedTuple):
    """Is a piece of a page: its language, the file that it is to be saved as, if any, and its text."""

    language: str
    name: str
    text: str


def blocks(page: Path) -> list[Block]:
    """Return all blocks of a page; raises ValueError if a fence is not understood."""
    text = page.read_text(encoding="utf-8")
    found = [Block(*each) for each in BLOCK.findall(text)]
    if 2 * len(found) != len(FENCE.findall(text)) or {block.language for block in found} - {*RUN, *SHOWN}:
        raise ValueError(f"{page.name} has a block that nothing runs")
    return found


def programs() -> Iterator[tuple[Path, str]]:
    """Yield every page with each language of which it has something to run."""
    for page in PAGES:
        spoken = {block.language for block in blocks(page) if not block.name}
        yield from ((page, language) for language in RUN if language in spoken)
