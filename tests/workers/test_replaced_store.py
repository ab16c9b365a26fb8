"""Tests that a job waits where its game is missing because the store is another one."""

import json
from pathlib import Path

import pytest

from service.game.context import Context
from service.process.known_store import FILE, VARIABLE, remember
from tests.workers.conftest import new_game
from workers import jobs


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the file of the host on which jobs are done."""
    monkeypatch.setenv(VARIABLE, str(tmp_path / FILE))
    monkeypatch.setattr(jobs, "PAUSE_S", 0.0)
    return tmp_path / FILE


@pytest.mark.usefixtures("here")
def test_a_job_waits_for_the_store_that_has_its_game(ctx: Context, file: Path) -> None:
    game = new_game(ctx, "ai", "ai", "ai", ruleset="catan")
    remember(ctx.store, file)
    known = file.read_text("utf-8")
    assert jobs.replay("none-such", None, True, {})["problem"]["slug"] == "not_found"
    file.write_text(json.dumps(dict.fromkeys(json.loads(known), "another")), "utf-8")
    assert "again" in jobs.replay("none-such", None, True, {})
    file.write_text(known, "utf-8")
    assert "result" in jobs.replay(game, None, True, {})
