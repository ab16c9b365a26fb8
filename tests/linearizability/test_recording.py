"""Tests what is recorded of requests: an answered command, a read, a refusal that tells a version, an open outcome."""

from math import inf
from typing import Any

import pytest

from tests.linearizability.history import Operation
from tests.linearizability.model import Read, Write
from tests.linearizability.recording import Recorder

GAME = "/v1/games/abc"
EVENTS = [{"version": 4, "time": "t4"}, {"version": 5, "time": "t5"}, {"version": 5, "time": "t5"}]


def recorded(method: str, place: str, status: int | None, answer: Any, body: Any = None, **headers: str) -> Operation:
    """Return what is recorded of one request."""
    recorder = Recorder()
    with recorder.call(method, GAME + place, headers, body) as call:
        call.status, call.answer = status, answer
    [operation] = recorder.operations
    return operation


def test_a_command_is_a_write_of_what_it_was_told() -> None:
    done = recorded("POST", "/commands", 201, {"events": EVENTS}, {}, If_Match='"3"')

    assert done.act == Write(3, 4, 5, "t5")
    assert done.began <= done.ended < inf


def test_a_refusal_that_tells_the_version_is_a_read() -> None:
    assert recorded("POST", "/commands", 412, {"version": 9}, {}, If_Match='"3"').act == Read(9, is_refusal=True)


@pytest.mark.parametrize("place", ["", "/legal-actions"])
def test_a_view_is_a_read(place: str) -> None:
    assert recorded("GET", place, 200, {"version": 7}).act == Read(7)


def test_what_was_not_answered_has_no_end() -> None:
    done = recorded("POST", "/commands", None, None, {"commands": [{}, {}]})

    assert done.act == Write(count=2)
    assert not done.is_certain


def test_one_that_gave_up_has_no_end_either() -> None:
    recorder = Recorder()
    with pytest.raises(TimeoutError), recorder.call("POST", GAME + "/commands", {}):
        raise TimeoutError

    assert [operation.is_certain for operation in recorder.operations] == [False]


@pytest.mark.parametrize(
    ("method", "place", "status", "answer"),
    [
        ("POST", "/commands", 409, {}),
        ("GET", "/legal-actions", 404, {}),
        ("GET", "", None, None),
        ("GET", "?version=3", 200, {"version": 3}),
        ("GET", "/events", 200, {}),
    ],
)
def test_what_says_nothing_of_the_newest_version_is_not_recorded(
    method: str, place: str, status: int | None, answer: Any
) -> None:
    recorder = Recorder()
    with recorder.call(method, GAME + place, {}) as call:
        call.status, call.answer = status, answer

    assert recorder.operations == []
