"""Tests `longroad usage` on a data directory at rest: its tables, its CSV, and what it refuses."""

import csv
import json
from collections.abc import Iterator
from contextlib import redirect_stderr, redirect_stdout
from io import StringIO
from pathlib import Path

import pytest
from redis import Redis

from eventstore.embedded.server import start
from eventstore.streams import open_store
from service.catalog import RULESETS
from service.cli import main
from service.game.context import compose
from service.queue.jobs import Jobs
from service.settings import read_settings
from service.usage.places import DAY_MS
from tests.conftest import StorePair
from tests.service.tables import Clock

FEW, MUCH = f"key-{1:018x}", f"key-{2:018x}"
DAYS = ("--since", "2026-09-01", "--until", "2026-09-30")


@pytest.fixture
def used(tmp_path: Path, stores: StorePair, rq_redis: Redis, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Yield a data directory in which two keys and two clients without one used something on two days."""
    for name in ("EVENTS_URL", "REDIS_URL", "DATA_DIR", "ARCHIVE"):
        monkeypatch.delenv(f"LONGROAD_{name}", raising=False)
    monkeypatch.setenv("LONGROAD_RQ_URL", stores.rq_url)
    events, clock = start(tmp_path / "events", "no"), Clock()
    ctx = compose(read_settings({}), open_store(events.url), RULESETS, Jobs(rq_redis), clock)
    try:
        for _ in range(2):
            ctx.usage.count(FEW, "getGame", 1_500_000, 700)
            ctx.usage.count_more(MUCH, "playAgents", worker_us=20_000_000)
            ctx.usage.count_decisions(MUCH, {"graded@3": 40, "planner": 2})
            for client in ("address-a", "address-b"):
                ctx.usage.count(client, "listGames", 1_000, 90)
            ctx.usage.flush()
            clock.ms += DAY_MS
        yield tmp_path
    finally:
        ctx.store.close()
        events.stop()


def said(data_dir: Path, *arguments: str, code: int = 0) -> list[str]:
    """Return the lines that `longroad usage` prints; a refusal is one line."""
    out, err = StringIO(), StringIO()
    with redirect_stdout(out), redirect_stderr(err):
        assert main(["usage", *arguments, "--data-dir", str(data_dir)]) == code
    assert (out if code else err).getvalue() == ""
    return (err if code else out).getvalue().splitlines()


def test_keys_are_listed_with_what_they_used(used: Path) -> None:
    head, *rows = [line.split() for line in said(used, *DAYS)]
    assert head[0] == "client"
    assert rows == [[MUCH, "0", "0.000", "40.000", "0", "84"], [FEW, "2", "3.000", "0.000", "1400", "0"]]
    assert said(used, *DAYS, "--most", "1")[1:] == said(used, *DAYS)[1:2]
    assert said(used, FEW, *DAYS)[1:] == said(used, *DAYS)[2:]
    assert said(used, FEW, "--since", "2026-09-22", "--until", "2026-09-22")[1].split()[1:3] == ["1", "1.500"]
    assert json.loads(said(used, MUCH, *DAYS, "--json")[0])["decisions"] == 84


def test_rows_by_day_operation_and_agent(used: Path) -> None:
    assert [row.split()[:2] for row in said(used, FEW, *DAYS, "--by", "day")[1:]] == [
        [FEW, "2026-09-21"],
        [FEW, "2026-09-22"],
    ]
    assert [row.split()[:2] for row in said(used, *DAYS, "--by", "operation")[1:]] == [
        [MUCH, "playAgents"],
        [FEW, "getGame"],
    ]
    by_agent = [row.split() for row in said(used, *DAYS, "--by", "agent")[1:]]
    assert [(row[1], row[-1]) for row in by_agent] == [("graded@3", "80"), ("planner", "4")]


def test_csv_has_a_line_for_each_row(used: Path) -> None:
    head, *rows = csv.reader(said(used, *DAYS, "--csv", "--by", "day"))
    assert head == ["client", "day", "what", "requests", "api_seconds", "worker_seconds", "bytes", "decisions"]
    assert rows[0] == [FEW, "2026-09-21", "", "1", "1.500", "0.000", "700", "0"]
    assert len(rows) == 4


def test_clients_without_a_key_have_another_name_each_day(used: Path) -> None:
    rows = [line.split() for line in said(used, *DAYS, "--without-key")[1:]]
    assert len({row[0] for row in rows}) == 4
    assert {row[1] for row in rows} == {"1"}


def test_nothing_and_days_out_of_order(used: Path) -> None:
    assert said(used) == ["nothing was used"]
    assert said(used, "--since", "2026-09-02", "--until", "2026-09-01", code=2) == [
        "longroad: --since must not be after --until"
    ]
