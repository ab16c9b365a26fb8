"""Tests that a status, a header or a member that the contract does not document is found in an answer."""

import json
from typing import Any

import pytest

from openapi.generate import PATH
from tests.openapi.answers import Answers

ANSWERS = Answers(json.loads(PATH.read_text(encoding="utf-8")))
JSON = "application/json"


def documented(method: str, path: str, status: int) -> dict[str, Any]:
    """Return the documented answer, which must exist."""
    found = ANSWERS.documented(method, path, status)
    assert found is not None
    return found


def test_an_undocumented_status_is_found() -> None:
    assert ANSWERS.documented("GET", "/v1", 418) is None


@pytest.mark.parametrize("status", [200, 429])
def test_an_undocumented_header_is_found(status: int) -> None:
    listed = documented("GET", "/v1", status)
    right = ["X-Request-Id", "RateLimit", "Cache-Control", "Content-Language", "Content-Type", "Date"]
    assert ANSWERS.header_faults(listed, right) == []
    assert ANSWERS.header_faults(listed, [*right, "X-Planted"]) == ["x-planted: not documented"]


def test_a_header_of_streams_is_known_of_streams_alone() -> None:
    listed = documented("GET", "/v1/games/{id}/events", 200)
    assert ANSWERS.header_faults(listed, ["X-Accel-Buffering"], "text/event-stream") == []
    assert ANSWERS.header_faults(listed, ["X-Accel-Buffering"], JSON) != []


def test_an_undocumented_member_is_found_however_deep() -> None:
    listed = documented("GET", "/v1/agents", 200)
    body = listed["content"][JSON]["example"]
    assert ANSWERS.body_faults(listed, JSON, body) == []
    first, *others = body["agents"]
    planted = body | {"agents": [first | {"planted": 1}, *others]}
    assert "planted" in "".join(ANSWERS.body_faults(listed, JSON, planted))
    assert ANSWERS.body_faults(listed, "text/plain", body) == ["text/plain: not documented"]
