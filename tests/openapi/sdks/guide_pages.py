"""Reads what the pages of the guide let their readers do: programs to save, and commands and programs to run."""

import os
import re
import shutil
import signal
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Final, NamedTuple

import pytest

from tests.openapi.sdks.package import PYTHON, ROOT
from tests.openapi.sdks.typescript import linked
from tests.ports import free_port

PAGES: Final = (
    *sorted((ROOT / "docs" / "guide").glob("**/*.md")),
    *(ROOT / "docs" / name for name in ("fairness.md", "mcp.md")),
)
BLOCK: Final = re.compile(r'^```(\w+)(?: title="([\w.]+)")?\n(.*?)^```$', re.MULTILINE | re.DOTALL)
FENCE: Final = re.compile(r"^ *```.*", re.MULTILINE)
RUN: Final = ("bash", "python", "js")
"""Lists the languages of what is run, in the order in which those of a page are."""
NEEDS: Final = {"bash": ("bash", "curl", "jq"), "python": (), "js": ("node",)}
RUNNER: Final = {"bash": ("bash",), "python": (sys.executable,), "js": ("node",)}
SUFFIX: Final = {"bash": "sh", "python": "py", "js": "mjs"}
ADMIN_KEY: Final = "the-administrator-of-the-pages"
ADDRESS: Final = "http://127.0.0.1:8000"
OWN_PORTS: Final = re.compile(r"\b901[78]\b")
"""Matches the ports at which programs of the pages serve; others are taken, for these may be in use."""
COMMAND: Final = f"""#!/bin/sh
exec {sys.executable} -c 'import sys; from service.cli import main; sys.exit(main())' "$@"
"""
SHOWN: Final = ("console", "json", "text")
"""Lists the languages of what is shown only; every `console` block is named in the test."""


class Block(NamedTuple):
    """Represents a code block of a page: its language, the file that it is to be saved as, if any, and its text."""

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


def reading(tools: Path, url: str) -> dict[str, str]:
    """Return the environment of a reader who has installed both clients, with `longroad` in a folder for tools."""
    (tools / "longroad").write_text(COMMAND)
    (tools / "longroad").chmod(0o755)
    (tools / "python3").symlink_to(sys.executable)
    sources = os.pathsep.join((str(PYTHON / "src"), str(ROOT)))
    return {
        **os.environ,
        "PATH": f"{tools}:{os.environ['PATH']}",
        "PYTHONPATH": sources,
        "LONGROAD_URL": url,
        "LONGROAD_ADMIN_KEY": ADMIN_KEY,
    }


def run(
    page: Path, language: str, reader: Mapping[str, str], folder: Path, patience_s: float, begin: str = ""
) -> tuple[int, str]:
    """Save in a folder what a page says, and run all that it has in a language, after a line to begin with.

    Returns the exit code and the output.
    """
    if not all(map(shutil.which, NEEDS[language])):
        pytest.skip(f"{NEEDS[language]} is not installed here")
    ports = defaultdict(lambda: str(free_port()))

    def here(text: str) -> str:
        return OWN_PORTS.sub(lambda found: ports[found.group()], text.replace(ADDRESS, reader["LONGROAD_URL"]))

    for block in blocks(page):
        if block.name:
            (folder / block.name).write_text(here(block.text))
    own = [block.text for block in blocks(page) if block.language == language and not block.name]
    program = linked(folder) / f"page.{SUFFIX[language]}"
    program.write_text(begin + here("\n".join(own)))
    with (folder / "output.txt").open("w+") as output:
        running = subprocess.Popen(
            [*RUNNER[language], program.name],
            cwd=folder,
            env=reader,
            stdout=output,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
        try:
            code = running.wait(patience_s)
        finally:
            with suppress(ProcessLookupError):
                os.killpg(running.pid, signal.SIGKILL)  # what a script that failed left in the background
        output.seek(0)
        return code, output.read()
