"""Reads the commands of a page: its blocks of shell that name in a comment the hosts on which they run."""

import re
from pathlib import Path
from typing import Final, NamedTuple

DOCS: Final = Path(__file__).parents[2] / "docs"
THREE_HOSTS: Final = DOCS / "three-hosts.md"
OPERATIONS: Final = DOCS / "operations.md"
BLOCK: Final = re.compile(r"^(#+ [^\n]+)$|^<!-- on: ([\w -]+) -->\n```sh\n(.*?)^```$", re.MULTILINE | re.DOTALL)
SHELL: Final = re.compile(r"^```sh\n.*?^```$", re.MULTILINE | re.DOTALL)


class Block(NamedTuple):
    """Holds the commands of a block, the heading above it, and the hosts on which it is run at the same time."""

    heading: str
    hosts: tuple[str, ...]
    commands: str


def blocks(text: str) -> list[Block]:
    """Return the blocks of a page in their order."""
    found, heading = [], ""
    plain = SHELL.sub(lambda block: re.sub(r"^#", "\0", block[0], flags=re.MULTILINE), text)
    for match in BLOCK.finditer(plain):
        if match[1]:
            heading = match[1].strip("# ")
        else:
            found.append(Block(heading, tuple(match[2].split()), match[3].replace("\0", "#")))
    return found


def under(heading: str, page: Path = THREE_HOSTS) -> list[Block]:
    """Return the blocks of a page right below a heading."""
    found = [block for block in blocks(page.read_text()) if block.heading == heading]
    assert found, f"{page} has no commands under {heading!r}"
    return found
