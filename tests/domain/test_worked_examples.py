"""Tests that the table of worked examples in docs/rulings.md points to tests that exist."""

import ast
import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
PLACE = re.compile(r"`(tests/[a-z_/]+\.py)(?:::(\w+))?`")


def functions(path: Path) -> set[str]:
    """Return the names of the functions that a file defines."""
    return {node.name for node in ast.parse(path.read_text()).body if isinstance(node, ast.FunctionDef)}


def test_every_worked_example_is_found_where_the_rulings_say() -> None:
    table = (ROOT / "docs" / "rulings.md").read_text().partition("## The worked examples")[2]
    places = PLACE.findall(table)
    assert len(places) > 20
    missing = [(path, name) for path, name in places if name and name not in functions(ROOT / path)]
    assert missing == []
    assert all((ROOT / path).is_file() for path, _name in places)
