"""What the lines of the logs look like, and that every line of every process looks so."""

import http.client
import json
import logging
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import rq
from redis import Redis
from redis.exceptions import ConnectionError as Disconnected

from service import logs
from tests.service.processes import RunningSupervisor, supervisor, wait_for

SAID = """
import logging, sys, threading
from service import logs
logs.begin("sweep", sys.argv[1])
log = logging.getLogger("workers.sweep")
"""


def said(log_format: str, program: str) -> list[str]:
    """The lines that a process writes."""
    command = (sys.executable, "-c", SAID + program, log_format)
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.stdout == ""
    return done.stderr.splitlines()


def test_a_line_of_text_begins_with_time_level_process_and_what_it_is_about() -> None:
    [line] = said("text", 'log.warning("late by %d s", 3, extra={"game": "g1"})')
    time, _, rest = line.partition(" ")
    assert (len(time), time[10], time[-1]) == (24, "T", "Z")
    assert rest == "WARNING sweep game=g1 late by 3 s"


def test_a_line_of_json_has_the_same_as_members() -> None:
    [line] = said("json", 'with logs.about(game="g1"): log.error("two\\nlines")')
    told = json.loads(line)
    assert list(told) == ["time", "level", "process", "logger", "game", "message"]
    assert told | {"time": ""} == {
        "time": "",
        "level": "error",
        "process": "sweep",
        "logger": "workers.sweep",
        "game": "g1",
        "message": "two\nlines",
    }


def test_what_nobody_catches_is_logged_too_and_warnings_of_libraries() -> None:
    program = """
import warnings
warnings.warn("old", stacklevel=1)
thread = threading.Thread(target=lambda: 1 / 0)
thread.start()
thread.join()
1 / 0
"""
    assert all(line.split()[1:3] in (["ERROR", "sweep"], ["WARNING", "sweep"]) for line in said("text", program))
    warning, *failures = map(json.loads, said("json", program))
    assert warning["level"] == "warning"
    assert ["ZeroDivisionError" in told["exception"] for told in failures] == [True, True]


def test_a_lost_store_is_one_warning_whoever_reports_it() -> None:
    program = """
import traceback
from redis.exceptions import ConnectionError as Lost
try:
    raise Lost("refused")
except Lost:
    log.exception("not now")
    log.error("not now", exc_info=True)
    log.error("not now\\n%s", traceback.format_exc())
raise Lost("refused")
"""
    lines = [line.partition(" ")[2] for line in said("text", program)]
    assert lines == ["WARNING sweep not now: refused"] * 3 + ["WARNING sweep nobody has caught this: refused"]


def test_rq_reports_a_job_that_met_a_lost_store_in_a_line(caplog: pytest.LogCaptureFixture, rq_redis: Redis) -> None:
    """By the method of RQ itself, for its words are not ours."""
    worker = object.__new__(rq.SimpleWorker)
    worker.log, worker.name, worker._exc_handlers = logging.getLogger("rq.worker"), "w", []
    worker.disable_default_exception_handler = True
    job = rq.job.Job("j", connection=rq_redis)
    job.func_name = "workers.jobs.undo"
    try:
        raise Disconnected("refused")
    except Disconnected:
        worker.handle_exception(job, *sys.exc_info())
        [record] = caplog.records
        logs._expected(record)
    assert record.levelname == "WARNING"
    assert len(record.getMessage().splitlines()) == 1


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningSupervisor]:
    with supervisor(tmp_path_factory.mktemp("logs") / "var", LOG_FORMAT="json", ACCESS_LOG="on") as running:
        yield running


def lines_of(running: RunningSupervisor) -> dict[str, list[dict[str, Any]]]:
    """What each process has said, by the name of its file."""
    files: dict[str, Path] = {path.stem: path for path in (running.data_dir / "log").glob("*.log")}
    files["supervisor"] = running.errors
    return {name: [json.loads(line) for line in path.read_text().splitlines()] for name, path in files.items()}


def test_every_line_of_every_process_is_json_also_when_both_stores_are_lost(running: RunningSupervisor) -> None:
    for store in ("events", "rq"):
        pid = running.store_pid(store)
        assert pid is not None
        os.kill(pid, signal.SIGKILL)
        assert wait_for(lambda name=store, old=pid: running.store_pid(name) not in (None, old))
    assert wait_for(lambda: running.status("/readyz") == 200)
    with socket.create_connection(("127.0.0.1", running.port)) as line:
        line.sendall(b"no request at all\r\n\r\n")
        line.recv(1000)

    said = lines_of(running)

    assert said.keys() == {"api", "ai", "jobs", "long", "sweep", "supervisor"}
    for process, lines in said.items():
        for told in lines:
            assert {"time", "level", "process", "message"} <= told.keys()
            assert told["process"] == process
            assert "exception" not in told
            assert "Traceback" not in told["message"]
    assert any("unreadable request" in told["message"] for told in said["api"])
    assert any("store died" in told["message"] for told in said["supervisor"])


def test_the_access_log_tells_of_a_request_without_its_query(running: RunningSupervisor) -> None:
    connection = http.client.HTTPConnection("127.0.0.1", running.port)
    connection.request("GET", "/v1/rulesets?ticket=secret", headers={"X-Request-Id": "asked-by-a-test"})
    assert connection.getresponse().status == 200
    connection.close()

    [told] = [line for line in lines_of(running)["api"] if line.get("request") == "asked-by-a-test"]
    assert (told["method"], told["path"], told["status"]) == ("GET", "/v1/rulesets", 200)
    assert "secret" not in json.dumps(told)
