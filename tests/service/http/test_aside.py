"""Tests that what runs beside requests ends when its time is used up, and that nothing is ended after its end."""

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
        for number in range(400):
            run = Run(lambda number=number: sum(range(50 * (number % 40))))
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


def test_without_gevent_it_runs_in_the_thread_of_the_request(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(aside, "_is_served_by_gevent", lambda: False)
    assert aside.run_aside(thread_time) > 0
