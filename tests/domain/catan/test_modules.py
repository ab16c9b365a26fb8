"""Modules are composed as data: nothing but its own file and the registry knows a module."""

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from domain.catan import CATAN
from domain.catan.base import BASE
from domain.catan.module import Module, Rules
from domain.catan.modules import REGISTRY
from domain.catan.points import Points
from domain.core.chapter import Chapter
from domain.core.messages import Message

CATAN_HOME = Path(__file__).parents[3] / "domain" / "catan"
HOMES = {
    path.stem: path
    for path in sorted((CATAN_HOME / "modules").iterdir())
    if path.stem not in ("__init__", "__pycache__")
}
# These speak of the members of map files.
MEMBERS = {CATAN_HOME / "maps"}
NAMES = {module.name for module in REGISTRY}


def outside(home: Path) -> Iterator[tuple[Path, ast.AST]]:
    """Every node of syntax of the rules outside of a module's file or folder, the registry apart."""
    for path in sorted(CATAN_HOME.rglob("*.py")):
        if path not in (home, CATAN_HOME / "modules" / "__init__.py") and home not in path.parents:
            for node in _syntax(path):
                yield path, node


@cache
def _syntax(path: Path) -> list[ast.AST]:
    return list(ast.walk(ast.parse(path.read_text())))


@pytest.mark.parametrize("home", HOMES)
def test_nobody_imports_a_module(home: str) -> None:
    found = [
        path
        for path, node in outside(HOMES[home])
        if isinstance(node, ast.ImportFrom) and f"{node.module}.".startswith(f"domain.catan.modules.{home}.")
    ]
    assert found == []


@pytest.mark.parametrize("name", sorted(NAMES))
def test_nobody_asks_for_a_module_by_name(name: str) -> None:
    home = HOMES[name.replace("-", "_")]
    found = [
        path
        for path, node in outside(home)
        if isinstance(node, ast.Constant) and node.value == name and not MEMBERS & {path, *path.parents}
    ]
    assert found == []


def test_two_owners_of_one_command_are_an_error() -> None:
    class Roll:
        """A command of nobody."""

    mine = Module(chapter=Chapter("mine", rules={Roll: lambda *_: None}), commands=(Message(Roll),))
    with pytest.raises(ValueError, match="two owners"):
        Rules((*BASE, mine, mine))


def test_a_plain_game_has_no_part_of_a_module() -> None:
    rules = Rules(BASE)
    assert rules.points == Points()
    assert not rules.reactions
    assert not rules.wares
    assert CATAN.configure(4, "variable", (), {}).modules == ()
