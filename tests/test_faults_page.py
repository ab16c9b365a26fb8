"""Tests that the tables of faults, threats and refusals in the pages for operators name tests that exist."""

import re
from pathlib import Path
from typing import Final

import pytest

ROOT: Final = Path(__file__).parent.parent
TABLES: Final = (
    ("operations.md", "Faults and their tests", 3),
    ("hosting.md", "Threats", 4),
    ("three-hosts.md", "What is refused", 3),
)
UNTESTED: Final = ("a vulnerable package",)
"""Lists what `make audit` meets, because it needs the network."""


def rows(page: str, heading: str) -> list[str]:
    """Return the rows of the table below a heading, without its head."""
    section = (ROOT / "docs" / page).read_text().partition(f"\n## {heading}\n")[2].partition("\n## ")[0]
    return [row for row in section.splitlines() if row.startswith("| ")][1:]


@pytest.mark.parametrize(
    ("row", "column"), [(row, column) for page, heading, column in TABLES for row in rows(page, heading)]
)
def test_the_tests_of_a_fault_are_there(row: str, column: int) -> None:
    named = re.findall(r"`(tests/[^`:]+)(?:::(\w+))?`", row.split("|")[column])
    assert named or row.split("|")[1].strip() in UNTESTED
    for path, test in named:
        assert f"def {test or 'test_'}" in (ROOT / path).read_text()


@pytest.mark.parametrize("table", TABLES, ids=lambda table: table[0])
def test_each_page_has_its_table(table: tuple[str, str, int]) -> None:
    assert len(rows(*table[:2])) > 3
