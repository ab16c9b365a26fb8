"""Tests that every example of the guide and of the clients' own pages passes all strict checks of pyright and of tsc.

It is a part of `make sdks`, where there is npm.
"""

import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.openapi.generators.toolbox import has_npm, installed, run
from tests.openapi.sdks.guide_pages import PAGES, SUFFIX, blocks
from tests.openapi.sdks.package import PYTHON
from tests.openapi.sdks.page import snippets
from tests.openapi.sdks.typescript import SOURCES, built, check, linked

STRICT = {
    "typeCheckingMode": "strict",
    "pythonVersion": "3.11",
    "pythonPlatform": "Linux",
    "extraPaths": [str(PYTHON / "src")],
    "include": ["."],
}


@pytest.fixture(autouse=True)
def _in_full(long_games: int) -> None:
    if not long_games or not has_npm():
        pytest.skip("a part of `make sdks`, where there is npm")


def programs(language: str) -> Iterator[tuple[str, str]]:
    """Yield what readers save or run in a language: its page, with the name of the file if it has one, and its text."""
    for page in PAGES:
        of_page = blocks(page)
        run_together = [block.text for block in of_page if block.language == language and not block.name]
        if run_together:
            yield page.stem, "\n".join(run_together)
        named = [block for block in of_page if block.name.endswith(f".{SUFFIX[language]}")]
        yield from ((f"{page.stem}_{block.name.partition('.')[0]}", block.text) for block in named)


def test_every_example_in_python_passes_pyright(tmp_path: Path) -> None:
    (tmp_path / "pyrightconfig.json").write_text(json.dumps(STRICT))
    found = dict(programs("python")) | {"readme": snippets()}
    for name, text in found.items():
        (tmp_path / f"{name}.py").write_text(text)
    ran = run([installed() / "node_modules" / ".bin" / "pyright", "--pythonpath", sys.executable], tmp_path)
    assert ran.code == 0, ran.text
    assert len(found) > 10


def test_every_example_in_javascript_passes_tsc(tmp_path: Path) -> None:
    place = linked(tmp_path, built(tmp_path / "built"))
    (tmp_path / "package.json").write_text('{"type": "module"}')
    own = re.findall(r"^```js\n(.*?)^```", (SOURCES / "README.md").read_text(), re.DOTALL | re.MULTILINE)
    found = [*programs("js"), *((f"readme{number}", text) for number, text in enumerate(own))]
    files = [tmp_path / f"{name}.mjs" for name, _ in found]
    for file, (_, text) in zip(files, found, strict=True):
        file.write_text(text)
    check(files, place)
