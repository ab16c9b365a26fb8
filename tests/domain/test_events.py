"""Tests that nothing writes to an event: events are not frozen, since that would triple what it costs to make one."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from service.catalog import RULESETS
from tests.trees import walk

ROOT = Path(__file__).parents[2]


def written(path: Path) -> Iterator[str]:
    """Yield every `name.member` that a file assigns to."""
    for node in walk(ast.parse(path.read_text())):
        targets = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", None)]
        for target in targets:
            if isinstance(target, ast.Attribute) and isinstance(target.value, ast.Name):
                yield f"{target.value.id}.{target.attr}"


@pytest.mark.parametrize("room", ["domain", "eventstore", "service", "workers"])
def test_nothing_writes_to_an_event(room: str) -> None:
    found = {name for path in (ROOT / room).rglob("*.py") for name in written(path)}
    assert {name for name in found if name.split(".")[0] in ("event", "told", "e")} == set()


@pytest.mark.parametrize("ruleset", RULESETS)
def test_commands_are_frozen(ruleset: str) -> None:
    """Commands cannot change, since all positions share lists of them."""
    for row in RULESETS[ruleset].commands.rows:
        assert row.cls.__dataclass_params__.frozen, row.name
