"""Tests what the processes of pytest-xdist tell of tests: all that is shown or counted, whatever is kept back."""

import pytest

from tests.reporting import SHOWN_S, is_told


@pytest.mark.parametrize("when", ["setup", "call", "teardown"])
@pytest.mark.parametrize("outcome", ["failed", "skipped"])
def test_whatever_did_not_pass_is_told(when: str, outcome: str) -> None:
    assert is_told("testreport", {"data": {"when": when, "outcome": outcome, "duration": 0.0}})


def test_of_what_passed_the_call_is_told_and_what_took_long() -> None:
    told = [
        (when, is_told("testreport", {"data": {"when": when, "outcome": "passed", "duration": seconds}}))
        for when in ("setup", "call", "teardown")
        for seconds in (0.0, SHOWN_S)
    ]
    assert told == [
        *(("setup", False), ("setup", True)),
        *(("call", True), ("call", True)),
        *(("teardown", False), ("teardown", True)),
    ]


def test_of_other_messages_only_those_around_each_test_are_kept_back() -> None:
    names = ("workerready", "collectionfinish", "runtest_protocol_complete", "warning_recorded", "workerfinished")
    assert all(is_told(name, {}) for name in names)
    assert not any(is_told(name, {}) for name in ("logstart", "logfinish"))
