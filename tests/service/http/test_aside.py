"""Tests that what runs beside requests ends when its time is used up, and that nothing is ended after its end."""

import json
import subprocess
import sys
from collections.abc import Callable
from threading import Thread
from time import sleep, thread_time
from typing import Any

import pytest

from eventstore.budget import TooLong
from service.http import aside
from service.http.aside import Run

SHORT_S = 0.05
SERVED = """
from gevent import monkey
monkey.patch_all()
import gevent, json, time
from eventstore.budget import TooLong
from service.http.aside import run_aside

ticks, ended = [], []

def burn():
    while True:
        sum(range(100))

def ask():
    begun = time.clock_gettime(time.CLOCK_PROCESS_CPUTIME_ID)
    try:
        run_aside(burn)
    except TooLong:
        ended.append(time.clock_gettime(time.CLOCK_PROCESS_CPUTIME_ID) - begun)

asking = gevent.spawn(ask)
while not asking.ready():
    ticks.append(1)
    gevent.sleep(0.001)
print(json.dumps([len(ticks), *ended]))
"""
"""Burns processor time beside something else that wants to run each millisecond."""


def started(act: Callable[[], Any]) -> tuple[Run[Any], Thread]:
    """Return a run, and the thread in which it was begun."""
    run = Run(act)
    thread = Thread(target=run.run, daemon=True)
    thread.start()
    return run, thread


def burn() -> None:
    """Use CPU time until somebody ends it."""
    while True:
        sum(range(100))


def swallow() -> None:
    """Use CPU time, and take no error for an end, as a careless agent might."""
    while True:
        try:
            sum(range(100))
        except Exception:
            continue


@pytest.mark.parametrize("act", [burn, swallow])
def test_what_takes_too_long_is_ended_wherever_it_is(act: Callable[[], None]) -> None:
    run, thread = started(act)
    while run.spent() < SHORT_S:
        sleep(0.001)
    run.strike()
    thread.join(60)
    assert isinstance(run.failure, TooLong)
    assert run.seconds >= SHORT_S


def test_what_is_over_keeps_its_answer_or_its_error() -> None:
    run, thread = started(lambda: 7)
    thread.join(60)
    run.strike()
    assert (run.found, run.failure) == (7, None)
    run, thread = started(lambda: int("x"))
    thread.join(60)
    assert isinstance(run.failure, ValueError)


def test_what_has_not_begun_never_does() -> None:
    done: list[int] = []
    run = Run(lambda: done.append(1))
    run.strike()
    run.run()
    assert (done, type(run.failure)) == ([], TooLong)


def test_a_stroke_at_the_very_end_hits_nothing_that_follows() -> None:
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    met: set[type | None] = set()
    try:
        for number in range(800):  # some end before the stroke, some long after it, on a busy machine too
            run = Run(lambda number=number: sum(range(number**2 // 8)))
            after: list[int] = []

            def follow(run: Run[Any] = run, after: list[int] = after) -> None:
                run.run()
                for _ in range(200):
                    after.append(1)

            thread = Thread(target=follow)
            thread.start()
            run.strike()
            thread.join(60)
            assert len(after) == 200
            met.add(type(run.failure) if run.failure else None)
    finally:
        sys.setswitchinterval(interval)
    assert TooLong in met


def test_others_are_served_meanwhile_and_it_ends_in_time() -> None:
    ran = subprocess.run((sys.executable, "-c", SERVED), capture_output=True, text=True, timeout=60, check=True)
    turns, used_s = json.loads(ran.stdout)
    assert aside.MOST_S <= used_s < 2 * aside.MOST_S
    assert turns > 25, "of some 125 that there are if every other millisecond is theirs"


def test_without_gevent_it_runs_in_the_thread_of_the_request(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(aside, "_is_served_by_gevent", lambda: False)
    assert aside.run_aside(thread_time) > 0
