"""Tests that what `make run` starts survives the death of each part, and is down after TERM whatever holds on to it."""

import http.client
import json
import os
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from service.settings import read_settings
from tests.service.http.crowd import Crowd
from tests.service.processes import (
    API,
    PATIENCE_S,
    RunningSupervisor,
    below,
    is_alive,
    left_over,
    supervisor,
    wait_for,
    waits_for_lock,
)

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="reads /proc")
CHILDREN = [API, "workers.run ai", "workers.run jobs", "workers.sweep"]


def open_stream(started: RunningSupervisor) -> http.client.HTTPResponse:
    """Open the stream of events of a game that waits for its only person."""
    caller = http.client.HTTPConnection("127.0.0.1", started.port, timeout=PATIENCE_S)
    seats = [{"kind": "human"}, {"kind": "ai"}, {"kind": "ai"}]
    body = json.dumps({"ruleset": "catan", "seats": seats, "seat_order": "given"})
    caller.request("POST", "/v1/games", body, {"Content-Type": "application/json"})
    game = json.load(caller.getresponse())["id"]
    caller.request("GET", f"/v1/games/{game}/events", headers={"Accept": "text/event-stream"})
    stream = caller.getresponse()
    assert stream.status == 200
    return stream


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[[], RunningSupervisor]]:
    """Yield what returns the supervisor that the tests share, and starts another one when it is dead."""
    started: list[RunningSupervisor] = []

    def living() -> RunningSupervisor:
        if not started or started[-1].process.poll() is not None:
            directory = tmp_path_factory.mktemp("supervisor")
            started.append(block.enter_context(supervisor(directory / "var", LONGROAD_LOG_MB="1")))
        return started[-1]

    with ExitStack() as block:
        yield living


@pytest.fixture
def running(shared: Callable[[], RunningSupervisor]) -> RunningSupervisor:
    """Return one supervisor for the tests that leave it running."""
    return shared()


def test_it_says_where_everything_is(running: RunningSupervisor) -> None:
    url = f"http://127.0.0.1:{running.port}"
    greeting = f"ready: API at {url}/v1, docs at {url}/docs, guide at {url}/guide, console at {url}/"
    assert any(line.endswith(greeting) for line in running.said.splitlines())
    assert (running.get("/docs"), running.get("/")) == (200, 200)


def test_logs_that_grow_while_it_runs_stay_below_their_limit(running: RunningSupervisor) -> None:
    logs = running.data_dir / "log"
    with (logs / "api.log").open("a") as log:
        log.write("a line\n" * 300_000)
    assert wait_for(lambda: sum(path.stat().st_size for path in logs.iterdir()) < 1024 * 1024)
    assert (logs / "api.log.1").read_text().endswith("\na line\n")


@pytest.mark.parametrize("what", CHILDREN, ids=["api", "ai", "jobs", "sweep"])
def test_a_killed_child_comes_back(running: RunningSupervisor, what: str) -> None:
    assert wait_for(lambda: running.pid_of(what))
    first = running.pid_of(what)
    assert first is not None
    os.kill(first, signal.SIGKILL)
    assert wait_for(lambda: running.pid_of(what) not in (None, first))
    assert wait_for(lambda: running.status("/readyz") == 200)  # what the killed one was serving is cut off


@pytest.mark.parametrize("store", ["events", "rq"])
def test_a_killed_store_comes_back_and_the_api_finds_it(running: RunningSupervisor, store: str) -> None:
    first = running.store_pid(store)
    assert first is not None
    os.kill(first, signal.SIGKILL)
    assert wait_for(lambda: running.store_pid(store) not in (None, first))
    assert wait_for(lambda: running.status("/readyz") == 200)


def test_calls_wait_while_the_api_starts_again(running: RunningSupervisor) -> None:
    api = running.pid_of(API)
    assert api is not None
    served_by = [api, *below(api)]
    os.kill(api, signal.SIGKILL)
    assert wait_for(lambda: not any(is_alive(pid) for pid in served_by))
    assert running.get("/livez") == 200


def test_a_spare_api_takes_over(running: RunningSupervisor) -> None:
    """A spare API stands ready before the first is killed, takes over, and gets a spare of its own."""
    assert wait_for(lambda: len(running.pids_of(API)) == 2)
    assert wait_for(lambda: any(below(one) for one in running.pids_of(API)))
    first = running.pid_of(API)
    assert first is not None
    (spare,) = set(running.pids_of(API)) - {first}
    assert wait_for(lambda: waits_for_lock(spare))  # one that is still loading may be overtaken
    assert not below(spare)
    os.kill(first, signal.SIGKILL)
    assert wait_for(lambda: below(spare))
    assert wait_for(lambda: running.status("/readyz") == 200)
    assert wait_for(lambda: len(running.pids_of(API)) == 2)
    assert running.pid_of(API) == spare


def test_a_killed_worker_is_replaced_by_a_fork(running: RunningSupervisor) -> None:
    api = running.pid_of(API)
    assert api is not None
    count = read_settings({}).api_processes
    assert wait_for(lambda: len(below(api)) == count)  # a spare that has just taken over still forks them
    worker = next(iter(below(api)))
    os.kill(worker, signal.SIGKILL)
    assert wait_for(lambda: worker not in below(api) and len(below(api)) == count)
    assert running.get("/readyz") == 200
    assert running.pid_of(API) == api


@pytest.mark.parametrize(
    ("name", "stuck"), [(signal.SIGTERM, None), (signal.SIGINT, "workers.sweep")], ids=["TERM", "INT, a child hangs"]
)
def test_everything_is_down_though_clients_hold_on(tmp_path: Path, name: signal.Signals, stuck: str | None) -> None:
    """A child that does not listen is killed, open connections hold nothing up, and who is in play gets an answer."""
    with supervisor(tmp_path / "var") as started:
        idle = http.client.HTTPConnection("127.0.0.1", started.port)
        idle.request("GET", "/livez")
        idle.getresponse().read()  # and keeps the connection
        stream = open_stream(started)
        if stuck is not None:
            child = started.pid_of(stuck)
            assert child is not None
            os.kill(child, signal.SIGSTOP)
        crowd = Crowd(started.port)
        started.process.send_signal(name)
        stream.read()
        crowd.join()
        assert crowd.cut == []
        assert started.process.wait(PATIENCE_S) == 0
        assert left_over(tmp_path / "var") == []


def test_nothing_outlives_a_killed_supervisor(running: RunningSupervisor) -> None:
    """The next test, if there is one, gets another supervisor."""
    assert len(left_over(running.data_dir)) > len(CHILDREN)
    running.kill()
    assert wait_for(lambda: left_over(running.data_dir) == [])
