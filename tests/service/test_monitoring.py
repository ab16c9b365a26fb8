"""What a running server tells of itself, and that each alert fires when what it is for comes about."""

import contextlib
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
from dataclasses import replace
from pathlib import Path
from typing import Any

import orjson
import pytest
from redis import Redis

from eventstore import keys
from eventstore.embedded import find_running
from eventstore.store import NewEvent, Version
from eventstore.streams import open_store
from eventstore.wire import version_of
from service.disk import MEGABYTE, free_bytes
from service.measuring.catalog import METRICS
from service.queue_store import connect
from service.webhooks.registry import Delivery
from tests.damage import append_unheard, log_of, put_back
from tests.service.alerts import FILE, Scrape, fires, rules, scraped
from tests.service.processes import RunningSupervisor, below, free_port, supervisor, wait_for

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="reads /proc")
RULES = rules()
PEOPLE = [{"kind": "human"}] * 3
PROVOKED: set[str] = set()


def address_of(directory: Path) -> str:
    """Where the store answers that works in a directory."""
    found = find_running(directory)
    assert found is not None
    return f"unix://{found.connection_pool.connection_kwargs['path']}"


class House:
    """A server with clients of its stores, and what was scraped at first."""

    def __init__(self, running: RunningSupervisor) -> None:
        self.running = running
        events_url, rq_url = (address_of(running.data_dir / name) for name in ("events", "rq"))
        self.store = open_store(events_url)
        self.events = Redis.from_url(events_url)
        self.rq = connect(rq_url)
        self.first = self.scrape()

    def store_pid(self, name: str) -> int:
        """The server of a store."""
        pid = self.running.store_pid(name)
        assert pid is not None
        return pid

    def scrape(self, port: int | None = None) -> Scrape:
        """What /metrics answers now; one that nobody answers is no failure."""
        connection = http.client.HTTPConnection("127.0.0.1", port or self.running.port, timeout=60)
        try:
            connection.request("GET", "/metrics")
            return scraped(connection.getresponse().read().decode(), time.time())
        except OSError:
            return scraped(None, time.time())
        finally:
            connection.close()

    def ask(self, method: str, path: str, body: Any = None, token: str = "", key: str = "") -> Any:
        """The JSON of an answer."""
        connection = http.client.HTTPConnection("127.0.0.1", self.running.port, timeout=60)
        headers = {"Content-Type": "application/json"} | ({"X-Api-Key": key} if key else {})
        headers |= {"Authorization": f"Bearer {token}"} if token else {}
        connection.request(method, path, None if body is None else json.dumps(body), headers)
        answer = connection.getresponse()
        text = answer.read()
        connection.close()
        assert answer.status < 300, (path, text)
        return json.loads(text)

    def awaits(self, alert: str, later: float = 0.0) -> None:
        """Wait until an alert fires, at the time of a scrape or, when nothing changes, some seconds later."""

        def is_so() -> bool:
            newest = self.scrape()
            return fires(RULES[alert], [self.first, newest._replace(time=newest.time + later)])

        assert wait_for(is_so, 60), alert
        PROVOKED.add(alert)

    def new_game(self, seats: Any, **wish: Any) -> Any:
        """A game of the base rules."""
        return self.ask("POST", "/v1/games", {"ruleset": "catan", "seats": seats, **wish})

    @contextlib.contextmanager
    def stopped(self, what: str) -> Iterator[None]:
        """A child and all below it stand still; afterwards they go on."""
        child = self.running.pid_of(what)
        assert child is not None
        pids = [child, *below(child)]
        for pid in pids:
            os.kill(pid, signal.SIGSTOP)
        try:
            yield
        finally:
            for pid in pids:
                os.kill(pid, signal.SIGCONT)


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    directory = tmp_path_factory.mktemp("monitoring")
    settings = {
        "AI_WORKERS": "1",
        "WEBHOOKS": "loopback",
        "LOG_FORMAT": "json",
        "ACCESS_LOG": "on",
        "MIN_FREE_MB": str(free_bytes(directory) // MEGABYTE // 2),
    }
    with supervisor(directory / "var", **settings) as running:
        yield House(running)


def forgotten(house: House, game: str) -> None:
    """Let a log forget its newest version and get another one, as after the loss of a server."""
    store = house.store
    [first, *_] = store.read(game, 0, 1)
    kept = [entry for entry in log_of(house.events, game) if version_of(entry) < store.head(game)]
    put_back(house.events, game, kept)
    other = NewEvent(first.type, first.schema, first.body)
    store.append(game, store.head(game), [Version((other,), replace(first.header, command_id="another"))])


def test_what_is_scraped_is_what_the_page_tells_of(house: House) -> None:
    house.new_game([{"kind": "ai"}] * 3)
    known = {metric.name for metric in METRICS}

    def names() -> set[str]:
        told = {name for name, _ in house.scrape().values if name.startswith("longroad_")}
        return {name for name in told if not name.endswith("_created")}

    endings = ("_bucket", "_sum", "_count")
    assert wait_for(lambda: {"longroad_http_request_seconds" + ending for ending in endings} <= names(), 30)
    assert wait_for(lambda: known - names() <= {"longroad_http_request_seconds", "longroad_refusals_total"}, 30)
    assert names() - known <= {"longroad_http_request_seconds" + ending for ending in endings}
    page = (FILE.parent.parent / "operations.md").read_text()
    assert [name for name in known if f"| `{name}` |" not in page] == []


def test_every_process_reports_and_what_agents_append_is_counted(house: House) -> None:
    def counts(name: str) -> dict[str, float]:
        found = house.scrape().values.items()
        return {dict(labels)["process"]: value for (metric, labels), value in found if metric == name}

    assert wait_for(lambda: counts("longroad_appends_total").get("ai", 0) > 0, 60)
    assert counts("longroad_appends_total")["api"] > 0
    reported = counts("longroad_report_timestamp_seconds")
    assert reported.keys() == {"api", "ai", "jobs", "long", "sweep", "supervisor"}


def test_nothing_fires_while_all_is_well(house: House) -> None:
    newest = house.scrape()
    assert {name for name, rule in RULES.items() if fires(rule, [newest, newest])} <= {"LongroadDiskFull"}
    assert fires(RULES["LongroadDown"], [house.scrape(free_port())])
    house.awaits("LongroadDiskFull")
    PROVOKED.add("LongroadDown")


def test_a_scrape_does_not_wait_for_a_store_that_hangs(house: House) -> None:
    for name in ("events", "rq"):
        pid = house.store_pid(name)
        os.kill(pid, signal.SIGSTOP)
        try:
            house.awaits("LongroadStoreDown")
        finally:
            os.kill(pid, signal.SIGCONT)
        up = frozenset({("store", name)})
        assert wait_for(lambda up=up: house.scrape().values["longroad_store_up", up] == 1, 30)


def lines_of(house: House) -> dict[str, list[dict[str, Any]]]:
    """What each process has said, by the name of its file."""
    files = {path.stem: path for path in (house.running.data_dir / "log").glob("*.log")}
    files["supervisor"] = house.running.errors
    return {name: [json.loads(line) for line in path.read_text().splitlines()] for name, path in files.items()}


def test_every_line_of_every_process_is_json_also_when_both_stores_are_lost(house: House) -> None:
    for name in ("events", "rq"):
        pid = house.store_pid(name)
        os.kill(pid, signal.SIGKILL)
        assert wait_for(lambda name=name, pid=pid: house.running.store_pid(name) not in (None, pid))
    assert wait_for(lambda: house.running.status("/readyz") == 200)
    with socket.create_connection(("127.0.0.1", house.running.port)) as line:
        line.sendall(b"no request at all\r\n\r\n")
        line.recv(1000)

    said = lines_of(house)

    assert said.keys() == {"api", "ai", "jobs", "long", "sweep", "supervisor"}
    for process, lines in said.items():
        for told in lines:
            assert {"time", "level", "process", "message"} <= told.keys()
            assert told["process"] == process
            assert "exception" not in told
            assert "Traceback" not in told["message"]
    assert any("unreadable request" in told["message"] for told in said["api"])
    assert any("store died" in told["message"] for told in said["supervisor"])


def test_the_access_log_tells_of_a_request_without_its_query(house: House) -> None:
    name = f"asked-{time.time_ns()}"
    connection = http.client.HTTPConnection("127.0.0.1", house.running.port)
    connection.request("GET", "/v1/rulesets?ticket=secret", headers={"X-Request-Id": name})
    assert connection.getresponse().status == 200
    connection.close()

    [told] = [line for line in lines_of(house)["api"] if line.get("request") == name]
    assert (told["method"], told["path"], told["status"]) == ("GET", "/v1/rulesets", 200)
    assert "secret" not in json.dumps(told)


def test_a_slow_store(house: House) -> None:
    def pause() -> bool:
        house.events.client_pause(600)
        newest = house.scrape()
        return fires(RULES["LongroadStoreSlow"], [newest])

    assert wait_for(pause, 60)
    house.events.client_unpause()
    PROVOKED.add("LongroadStoreSlow")


def test_a_store_that_comes_to_the_end_of_its_memory(house: House) -> None:
    house.rq.config_set("maxmemory", int(house.rq.info("memory")["used_memory"]) + 100_000)
    house.awaits("LongroadStoreMemory")
    house.rq.config_set("maxmemory", 0)


def test_an_append_only_file_that_cannot_be_written_anew(house: House) -> None:
    house.events.config_set("rdb-key-save-delay", 100_000_000)
    pid = house.store_pid("events")
    house.events.bgrewriteaof()
    assert wait_for(lambda: below(pid), 30)
    os.kill(next(iter(below(pid))), signal.SIGKILL)
    house.awaits("LongroadRewriteFailed")
    house.events.config_set("rdb-key-save-delay", 0)
    house.events.bgrewriteaof()


@pytest.mark.parametrize(("queue", "alert"), [("ai", "LongroadMovesWait"), ("jobs", "LongroadJobsWait")])
def test_jobs_that_wait(house: House, queue: str, alert: str) -> None:
    with house.stopped(f"workers.run {queue}$|workers.run {queue} "):
        jobs = [f"forged-{queue}-{n}" for n in range(2)]  # one goes to the worker that waits and stands still
        for job in jobs:
            house.rq.hset(f"rq:job:{job}", mapping={"enqueued_at": "2026-01-01T00:00:00.000000Z", "status": "queued"})
            house.rq.rpush(f"rq:queue:{queue}", job)
        house.awaits(alert)
        for job in jobs:
            house.rq.lrem(f"rq:queue:{queue}", 0, job)
            house.rq.delete(f"rq:job:{job}")


def test_an_agent_that_is_late(house: House) -> None:
    with house.stopped(r"workers.run ai$|workers.run ai "):
        game = house.new_game([{"kind": "ai"}] * 3)["id"]
        house.events.zadd(keys.due(keys.shard_of(game)), {f"{game}:ai": 1})
        house.awaits("LongroadAgentsLate")


def test_a_sweep_that_stands_still(house: House) -> None:
    with house.stopped("workers.sweep"):
        game = house.new_game(PEOPLE)["id"]
        house.events.zadd(keys.due(keys.shard_of(game)), {f"{game}:forged-{n}": 1 for n in range(11)})
        empty = next(shard for shard in range(keys.SHARDS) if not house.events.exists(keys.feed(shard)))
        house.events.xadd(keys.feed(empty), {"g": "gone", "v": 1}, "1-1")
        house.awaits("LongroadDeadlinesOverdue")
        house.awaits("LongroadLobbyBehind")
        house.awaits("LongroadSweepStopped", later=61)
        house.awaits("LongroadProcessSilent", later=61)


def test_a_child_that_dies_again_and_again(house: House) -> None:
    def kill() -> bool:
        pid = house.running.pid_of("workers.run long")
        if pid is not None:
            os.kill(pid, signal.SIGKILL)
        return house.running.said.count("long was killed") >= 3

    assert wait_for(kill, 60)
    house.awaits("LongroadRestarts")


def test_a_log_that_lost_versions(house: House) -> None:
    made = house.new_game(PEOPLE)
    token = made["seats"][0]["token"]
    place = f"/v1/games/{made['id']}"
    owing = house.ask("GET", place)["awaiting"][0]["seat"]
    [mine] = [seat["token"] for seat in made["seats"] if seat["seat"] == owing]
    command = house.ask("GET", f"{place}/legal-actions", token=mine)["actions"][0]["command"]
    house.ask("POST", f"{place}/commands", command, token=mine)
    house.first = house.scrape()
    forgotten(house, made["id"])
    with contextlib.suppress(AssertionError, OSError):
        house.ask("PATCH", f"{place}/seats/0", {"name": "Bea"}, token=token)
    house.awaits("LongroadLogLostVersions")


def test_a_game_that_cannot_be_read(house: House) -> None:
    made = house.new_game(PEOPLE)["id"]
    append_unheard(house.store, made, ruleset="catan")
    with pytest.raises(AssertionError, match="written_by_newer_version"):
        house.ask("GET", f"/v1/games/{made}")
    house.awaits("LongroadGameUnreadable")


def test_webhooks_that_nobody_answers(house: House) -> None:
    with socket.create_server(("127.0.0.1", 0), backlog=64) as silent:
        key = house.ask("POST", "/v1/keys", {})["key"]
        url = f"http://127.0.0.1:{silent.getsockname()[1]}/"
        hook = house.ask("POST", "/v1/webhooks", {"url": url, "types": ["events"]}, key=key)["id"]
        game = house.ask("POST", "/v1/games", {"ruleset": "catan", "seats": PEOPLE}, key=key)["id"]
        store, now = house.store, int(time.time() * 1000)
        made = [Delivery(n, "events", game, 0, 1, now, due=now) for n in range(1_001, 1_151)]
        store.set_facts(hook, {f"delivery:{one.n}": orjson.dumps(one) for one in made})
        store.set_deadlines(hook, {f"deliver-{one.n}": now for one in made})
        house.awaits("LongroadWebhooksWait")


def test_every_alert_was_provoked() -> None:
    assert RULES.keys() == PROVOKED


@pytest.mark.skipif(shutil.which("promtool") is None, reason="needs promtool")
def test_prometheus_reads_the_rules() -> None:
    assert subprocess.run(("promtool", "check", "rules", str(FILE)), check=False).returncode == 0
