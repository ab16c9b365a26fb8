"""Tests the metrics and logs of a running server, and that each alert fires in the trouble that it is for."""

import http.client
import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack
from typing import Any

import pytest
from rq import Queue
from rq.serializers import JSONSerializer

from eventstore import keys
from service.measuring.reports import KINDS
from service.process.disk import MEGABYTE, free_bytes
from tests.ports import free_port
from tests.service.measuring.alerts import FILE, fires
from tests.service.measuring.monitored import AGENTS_ALONE, PEOPLE, PROVOKED, RULES, Monitored, provokes, standing_still
from tests.service.measuring.troubles import AGENTS, JOBS, TROUBLES
from tests.service.processes import supervisor, wait_for

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="reads /proc")
PROCESSES = {"api", "ai", "jobs", "long", "sweep", "supervisor"}
STORES = ("events", "rq")
KNOWN = set(KINDS)
UNMEASURED = {"longroad_http_request_seconds", "longroad_refusals_total"}  # has other names; is there after a refusal
FOREIGN = "os.getpid"  # the job of a test, whose traceback is logged


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Monitored]:
    """Yield a server for the tests of this file alone, after a look at it while all is well."""
    directory = tmp_path_factory.mktemp("monitoring")
    (directory / "archive").mkdir()
    settings = {
        "LONGROAD_ARCHIVE": str(directory / "archive"),
        "LONGROAD_AI_WORKERS": "1",
        "LONGROAD_WEBHOOKS": "loopback",
        "LONGROAD_LOG_FORMAT": "json",
        "LONGROAD_ACCESS_LOG": "on",
        "LONGROAD_MIN_FREE_MB": str(free_bytes(directory) // MEGABYTE // 2),
    }
    with supervisor(directory / "var", **settings) as running:
        server = Monitored(running)
        server.new_game(AGENTS_ALONE)
        assert wait_for(lambda: counts(server, "longroad_appends_total").get("ai", 0) > 0, 60)
        assert wait_for(lambda: reporting(server) >= PROCESSES and KNOWN - names(server) <= UNMEASURED, 60)
        server.first = server.since = server.scrape()
        yield server


def counts(house: Monitored, name: str) -> dict[str, float]:
    """Return what each process reports of a metric."""
    found = house.scrape().values.items()
    return {dict(labels)["process"]: value for (metric, labels), value in found if metric == name}


def names(house: Monitored) -> set[str]:
    """Return the names of what is measured."""
    told = {name for name, _ in house.scrape().values if name.startswith("longroad_")}
    return {name for name in told if not name.endswith("_created")}


def reporting(house: Monitored) -> set[str]:
    """Return the processes that report."""
    return {*counts(house, "longroad_report_timestamp_seconds")}


def test_what_is_scraped_is_what_the_page_tells_of(house: Monitored) -> None:
    endings = ("_bucket", "_sum", "_count")
    assert wait_for(lambda: {"longroad_http_request_seconds" + ending for ending in endings} <= names(house), 30)
    assert wait_for(lambda: KNOWN - names(house) <= UNMEASURED, 30)
    assert names(house) - KNOWN <= {"longroad_http_request_seconds" + ending for ending in endings}
    page = (FILE.parent.parent / "operations.md").read_text()
    assert [name for name in KNOWN if f"| `{name}` |" not in page] == []


def test_every_process_reports_and_what_agents_append_is_counted(house: Monitored) -> None:
    appended = counts(house, "longroad_appends_total")
    assert (appended["ai"] > 0, appended["api"] > 0) == (True, True)
    assert reporting(house) == PROCESSES


@provokes("LongroadDiskFull", "LongroadDown")
def test_nothing_fires_while_all_is_well(house: Monitored) -> None:
    true_here = {"LongroadDiskFull", "LongroadStoreSlow"}  # of a machine that is full or busy
    assert {name for name, rule in RULES.items() if fires(rule, [house.first, house.first])} <= true_here
    assert fires(RULES["LongroadDown"], [house.scrape(free_port())])
    house.awaits("LongroadDiskFull")
    house.provoked.add("LongroadDown")


@provokes("LongroadStoreDown")
def test_a_scrape_does_not_wait_for_stores_that_hang(house: Monitored) -> None:
    def up() -> list[float]:
        values = house.scrape().values
        return [values["longroad_store_up", frozenset({("store", name)})] for name in STORES]

    with standing_still([house.store_pid(name) for name in STORES]):
        house.awaits("LongroadStoreDown")
        assert wait_for(lambda: up() == [0, 0], 30)
    assert wait_for(lambda: up() == [1, 1], 30)


def lines_of(house: Monitored) -> dict[str, list[dict[str, Any]]]:
    """Return the lines that each process has logged, by the name of its file."""
    files = {path.stem: path for path in (house.running.data_dir / "log").glob("*.log")}
    files["supervisor"] = house.running.errors
    return {name: [json.loads(line) for line in path.read_text().splitlines()] for name, path in files.items()}


def test_every_line_of_every_process_is_json_also_when_both_stores_are_lost(house: Monitored) -> None:
    for name in ("events", "rq"):
        pid = house.store_pid(name)
        os.kill(pid, signal.SIGKILL)
        assert wait_for(lambda name=name, pid=pid: house.running.store_pid(name) not in (None, pid))
    assert wait_for(lambda: house.running.status("/readyz") == 200)
    with socket.create_connection(("127.0.0.1", house.running.port)) as line:
        line.sendall(b"no request at all\r\n\r\n")
        line.recv(1000)

    said = lines_of(house)

    assert said.keys() == PROCESSES
    for process, lines in said.items():
        for told in lines:
            assert {"time", "level", "process", "message"} <= told.keys()
            assert told["process"] == process
            assert "exception" not in told
            assert "Traceback" not in told["message"] or FOREIGN in told["message"]
    assert any("unreadable request" in told["message"] for told in said["api"])
    assert any("store died" in told["message"] for told in said["supervisor"])


def test_the_access_log_tells_of_a_request_without_its_query(house: Monitored) -> None:
    name = f"asked-{time.time_ns()}"
    connection = http.client.HTTPConnection("127.0.0.1", house.running.port)
    connection.request("GET", "/v1/games?map=mallorca", headers={"X-Request-Id": name})
    assert connection.getresponse().status == 200
    connection.close()

    [told] = [line for line in lines_of(house)["api"] if line.get("request") == name]
    assert (told["method"], told["path"], told["status"]) == ("GET", "/v1/games", 200)
    assert "mallorca" not in json.dumps(told)


@provokes("LongroadStoreSlow")
def test_a_slow_store(house: Monitored) -> None:
    def pause() -> bool:
        house.events.client_pause(600)
        newest = house.scrape()
        return fires(RULES["LongroadStoreSlow"], [newest])

    assert wait_for(pause, 60)
    house.events.client_unpause()
    house.provoked.add("LongroadStoreSlow")


@provokes("LongroadForeignJobs")
def test_a_job_that_is_none_of_ours(house: Monitored) -> None:
    assert wait_for(lambda: ("longroad_refused_jobs_total", frozenset({("process", "long")})) in house.scrape().values)
    house.since = house.scrape()
    Queue("long", connection=house.rq, serializer=JSONSerializer).enqueue(FOREIGN)
    house.awaits("LongroadForeignJobs")


@pytest.fixture(scope="module")
def fired(house: Monitored) -> set[str]:
    """Return which alerts fire while all troubles are there at once; they end with that."""
    house.since = house.scrape()
    with ExitStack() as stack:
        stack.enter_context(house.stopped(AGENTS, JOBS))
        for trouble in TROUBLES.values():
            stack.enter_context(trouble(house))
        return {alert for alert in TROUBLES if house.sees(alert)}


@pytest.mark.parametrize("alert", TROUBLES)
def test_an_alert_fires_in_the_trouble_that_it_is_for(fired: set[str], alert: str) -> None:
    assert alert in fired


@provokes("LongroadDeadlinesOverdue", "LongroadLobbyBehind", "LongroadSweepStopped", "LongroadProcessSilent")
def test_a_sweep_that_stands_still(house: Monitored) -> None:
    with house.stopped("workers.sweep"):
        game = house.new_game(PEOPLE)["id"]
        house.events.zadd(keys.due(keys.shard_of(game)), {f"{game}:forged-{n}": 1 for n in range(11)})
        empty = next(shard for shard in range(keys.SHARDS) if not house.events.exists(keys.feed(shard)))
        house.events.xadd(keys.feed(empty), {"g": "gone", "v": 1}, "1-1")
        house.awaits("LongroadDeadlinesOverdue")
        house.awaits("LongroadLobbyBehind")
        house.awaits("LongroadSweepStopped", later=61)
        house.awaits("LongroadProcessSilent", later=61)


def test_every_alert_is_provoked() -> None:
    assert RULES.keys() == PROVOKED | TROUBLES.keys()


@pytest.mark.skipif(shutil.which("promtool") is None, reason="needs promtool")
def test_prometheus_reads_the_rules() -> None:
    assert subprocess.run(("promtool", "check", "rules", str(FILE)), check=False).returncode == 0
