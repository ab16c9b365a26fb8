"""Tests that the table of faults in docs/operations.md names tests that exist."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PAGE = (ROOT / "docs" / "operations.md").read_text()
SECTION = PAGE.partition("\n## Faults and their tests\n")[2].partition("\n## ")[0]
ROWS = [row for row in SECTION.splitlines() if row.startswith("| ")][1:]


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.split("|")[1].strip())
def test_the_tests_of_a_fault_are_there(row: str) -> None:
    named = re.findall(r"`(tests/[^`:]+)(?:::(\w+))?`", row.split("|")[3])
    assert named
    for path, test in named:
        assert f"def {test or 'test_'}" in (ROOT / path).read_text()
