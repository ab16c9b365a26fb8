"""Tests that the tables of rulings are those of the rules."""

from openapi.pages import RULINGS as PATH
from openapi.pages import fill_rulings as fill

RULINGS = PATH.read_text()
CHAPTER = "## Elasund, base: where the books are silent or unclear"


def test_the_tables_are_current() -> None:
    assert fill(RULINGS) == RULINGS


def test_rows_that_are_lost_or_changed_come_back() -> None:
    changed = "".join(line for line in RULINGS.splitlines(keepends=True) if not line.startswith("| `favors."))
    assert fill(changed.replace("A total may be negative.", "A total is negative.")) == RULINGS


def test_rules_without_a_chapter_get_one() -> None:
    head, _, rest = RULINGS.partition(CHAPTER)
    own, _, rest = rest.partition("\n## ")

    assert fill(f"{head}## {rest}").count(f"{CHAPTER}{own}\n## The worked examples") == 1
