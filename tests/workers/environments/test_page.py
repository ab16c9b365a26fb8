"""Tests that the code of the page on environments runs."""

import re

import pytest

from tests.workers.environments.page import PAGE, SNIPPETS
from workers.environments.sizes import left_out, replaced, row, sizes


def test_the_random_policies_of_the_page_play_whole_games(capsys: pytest.CaptureFixture[str]) -> None:
    for snippet in SNIPPETS[:2]:
        exec(compile(snippet, "environments.md", "exec"), {})
    *dice, catan = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in dice] == ["seat_0", "seat_1"]
    assert re.fullmatch(r"-?1\.0 \[\d+, \d+, \d+\]", catan)


def test_the_table_of_sizes_is_that_of_today(long_games: int) -> None:
    """The short form plays the games of two rulesets only."""
    if long_games:
        assert replaced(PAGE) == PAGE
    for size in sizes():
        assert f"| `{size.ruleset}` | {size.seats} | {size.columns:,} | {size.actions:,} | " in PAGE
        if size.ruleset in ("goofspiel", "elasund") and size.seats == 2:
            assert row(size, left_out(size)) in PAGE
