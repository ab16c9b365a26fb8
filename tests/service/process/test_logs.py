"""Tests the form of the lines of the logs; `test_monitoring` looks at those of a whole server."""

import json
import logging
import subprocess
import sys

import pytest
import rq
from redis import Redis
from redis.exceptions import ConnectionError as Disconnected

from service.process import logs

SAID = """
import logging, sys, threading
from service.process import logs
logs.begin("sweep", sys.argv[1])
log = logging.getLogger("workers.sweep")
"""


def said(log_format: str, program: str) -> list[str]:
    """Run a program and return the lines that it logs."""
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
    """RQ's own method reports the job, because the words of the line are RQ's."""
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
        logs._reduce(record)
    assert record.levelname == "WARNING"
    assert len(record.getMessage().splitlines()) == 1
