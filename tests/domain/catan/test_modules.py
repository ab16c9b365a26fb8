"""Tests that modules are composed as data: nothing but its own file knows a module."""

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from domain.catan import CATAN
from domain.catan.chapters.building.messages import BuildCity, BuildRoad, CityBuilt, RoadBuilt
from domain.catan.combinations import BASE
from domain.catan.module import Module, Rules
from domain.catan.modules import REGISTRY
from domain.catan.points import Points
from domain.catan.state import State
from domain.core.chapter import Chapter, Compared, Owed
from domain.core.decider import Draft
from domain.core.messages import Message
from tests.domain.catan.table import Table, path_edges, ring

WEST, *_ = AROUND = ring("(-2,1)")
WAY = path_edges(AROUND[:3])
CATAN_HOME = Path(__file__).parents[3] / "domain" / "catan"
HOMES = {
    path.stem: path
    for path in sorted((CATAN_HOME / "modules").iterdir())
    if path.stem not in ("__init__", "__pycache__")
}
# These speak of the members of map files.
MEMBERS = {CATAN_HOME / "maps", CATAN_HOME / "modules" / "erie_canal" / "canal_map.py"}
NAMES = {module.name for module in REGISTRY}


def outside(home: Path) -> Iterator[tuple[Path, ast.AST]]:
    """Yield every syntax node of the rules, except for a module's own file or folder."""
    for path in sorted(CATAN_HOME.rglob("*.py")):
        if path != home and home not in path.parents:
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
        """Represents a command that no other chapter knows."""

    mine = Module(chapter=Chapter("mine", rules={Roll: lambda *_: None}), commands=(Message(Roll),))
    with pytest.raises(ValueError, match="two owners"):
        Rules((*BASE, mine, mine))


def test_a_plain_game_has_no_part_of_a_module() -> None:
    rules = Rules(BASE)
    assert rules.points == Points()
    assert not rules.reactions
    assert not rules.wares
    assert CATAN.configure(4, "variable", (), {}).modules == ()


def test_a_reaction_may_see_the_position_before_its_event() -> None:
    seen: list[tuple[int, int]] = []

    def compare(draft: Draft[State], seat: int, event: RoadBuilt, before: State) -> Owed:
        seen.append((before.roads[seat], draft.state.roads[seat]))
        return []

    module = Module(chapter=Chapter("looking", reactions={RoadBuilt: Compared(compare)}))
    table = Table().road(0, *WAY[:1]).hand(0, brick=1, lumber=1).with_part(module)
    table.when(0, BuildRoad(WAY[1]))
    assert set(seen) == {(1 << WAY[0], 1 << WAY[0] | 1 << WAY[1])}


def test_what_counts_as_another_event_brings_the_same_about() -> None:
    seen: list[object] = []

    def follow(draft: Draft[State], seat: int, event: object) -> Owed:
        seen.append(event)
        return []

    chapter: Chapter[State] = Chapter("like", reactions={RoadBuilt: follow}, counts_as={CityBuilt: RoadBuilt})
    table = Table().settlement(0, WEST).hand(0, grain=2, ore=3).with_part(Module(chapter=chapter))
    table.when(0, BuildCity(WEST))
    assert seen[-1:] == table.happened(CityBuilt)
