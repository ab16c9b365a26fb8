"""Tests that modules and scenarios of Catan are named only in their own files."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Final

import pytest

from domain.catan.maps import NAMES as MAPS
from domain.catan.modules import REGISTRY
from tests.trees import walk

ROOT = Path(__file__).parent.parent
PACKAGES: Final = ("domain", "eventstore", "service", "workers")
STEMS: Final = [module.name.replace("-", "_") for module in REGISTRY]
SCENARIOS: Final = [name.replace("-", "_") for name in MAPS if name not in ("variable", "beginner")]
HOMES: Final = (
    r"domain/catan/modules/{}(\.py|/.*)",
    r"service/pictures/catan/modules/{}\.py",
    r"service/schemas/states/catan/{}\.py",
    r"workers/agents/catan/modules/{}\.py",
    r"workers/lab/environments/families/catan/modules/{}\.py",
)
ROOMS: Final = (
    "service/pictures/catan/modules",
    "workers/agents/catan/modules",
    "workers/lab/environments/families/catan/modules",
    "tests/modules",
)
"""The folders where what belongs to a module is looked up by its name."""
BUILT_ON: Final = {
    "towns": (
        "domain/catan/maps/",
        "domain/catan/modules/erie_canal/",
        "workers/agents/catan/modules/erie_canal.py",
    ),
}
"""Map files have towns, which bring the module, and canals join towns."""
KEY: Final = re.compile(r"[\w-]+(\.[\w-]+)+")
"""Matches the id of a rule or a text, which names its subject in words of its own."""


def words(path: Path) -> Iterator[str]:
    """Yield the words that the code of a file uses, with underscores: names, members, imports and one-word texts."""
    for node in walk(ast.parse(path.read_text())):
        for _, value in ast.iter_fields(node):
            for one in value if isinstance(value, list) else [value]:
                if isinstance(one, str) and " " not in one and not KEY.fullmatch(_unquoted(node, one)):
                    yield re.sub(r"(?<=[a-z])(?=[A-Z])", "_", one).lower().replace("-", "_")


def _unquoted(node: ast.AST, text: str) -> str:
    """Return a text of the code, or nothing where it is a name or an import, whose dots make it no key."""
    return text if isinstance(node, ast.Constant) else ""


@cache
def code() -> dict[str, str]:
    """Return, for each file, all words that it uses, as one text."""
    paths = [path for package in PACKAGES for path in sorted((ROOT / package).rglob("*.py"))]
    return {path.relative_to(ROOT).as_posix(): "\n".join(words(path)) for path in paths}


def may_name(stem: str, place: str) -> bool:
    """Return whether a file belongs to a module or a scenario."""
    if place.startswith(BUILT_ON.get(stem, ("-",))):
        return True
    return any(re.fullmatch(home.format(stem), place) for home in HOMES)


@pytest.mark.parametrize("stem", [*STEMS, *SCENARIOS])
def test_only_its_own_files_name_a_module(stem: str) -> None:
    name = re.compile(rf"(?<![a-z]){stem}(?![a-z])")

    assert [place for place, named in code().items() if name.search(named) and not may_name(stem, place)] == []


@pytest.mark.parametrize("room", ROOMS)
def test_every_file_of_a_room_is_called_as_a_module(room: str) -> None:
    """A misspelled file would be found by nobody."""
    found = {path.stem for path in (ROOT / room).iterdir() if path.stem not in ("__init__", "__pycache__", "part")}
    assert found <= set(STEMS)


def test_a_name_is_found_in_whatever_form_it_is_written(tmp_path: Path) -> None:
    file = tmp_path / "base.py"
    file.write_text('from catan.erie_canal import x\nif FAVORS in y.favors: HelpersState("dice-deck")\n')

    found = "\n".join(words(file))

    assert all(stem in found for stem in ("erie_canal", "favors", "helpers", "dice_deck"))
