"""Tests that the code of the page on environments runs."""

import re

import pytest

from tests.workers.lab.environments.page import NAMED, PAGE, SNIPPETS
from workers.lab.environments.sizes import list_games, render_page, row


def test_the_random_policies_of_the_page_play_whole_games(capsys: pytest.CaptureFixture[str]) -> None:
    for snippet in SNIPPETS[:4]:
        exec(compile(snippet, "environments.md", "exec"), {})
    *dice, catan, made, parallel = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in dice] == ["seat_0", "seat_1"]
    assert re.fullmatch(r"-?1\.0 \[\d+, \d+, \d+\]", catan)
    assert re.fullmatch(r"\d+ of \d+ actions are legal", made)
    assert "1.0" in parallel


def test_the_learner_of_the_page_takes_legal_steps(capsys: pytest.CaptureFixture[str]) -> None:
    assert learned(capsys, "520")


def test_the_learner_of_the_page_learns(capsys: pytest.CaptureFixture[str]) -> None:
    first, last = learned(capsys)
    assert (first < 80, last > 80) == (True, True)


def learned(capsys: pytest.CaptureFixture[str], steps: str = "20_000") -> list[int]:
    """Let the learner learn, and return how many percent it won at first and in the end."""
    exec(compile(NAMED["learner.py"].replace("20_000", steps), "learner.py", "exec"), {})
    return [int(found) for found in re.findall(r"(\d+)%", capsys.readouterr().out)]


def test_the_page_judges_a_random_policy(capsys: pytest.CaptureFixture[str]) -> None:
    exec(compile(NAMED["judge.py"], "judge.py", "exec"), {})
    assert re.fullmatch(r"won \d+% of 60 games, 95 %: \d+% to \d+%\n", capsys.readouterr().out)


def test_the_masked_learner_of_the_page_runs(long_games: int) -> None:
    pytest.importorskip("sb3_contrib", reason="sb3-contrib is not installed")
    steps = "20_000" if long_games else "2_048"
    exec(compile(NAMED["masked_ppo.py"].replace("20_000", steps), "masked_ppo.py", "exec"), {})


def test_the_table_of_sizes_is_that_of_today(long_games: int) -> None:
    """The short form plays the games of two rulesets only."""
    if long_games:
        assert render_page() == PAGE
    for games in list_games():
        name, seats = games.ruleset.name, games.config.seats
        assert f"| `{name}` | {seats} | {games.width:,} | {len(games.actions):,} | " in PAGE
        if name in ("goofspiel", "elasund") and seats == 2:
            assert row(games) in PAGE
