"""Tests that a refused body is told what would be accepted: media types, codings, limits, and the doubled member."""

import gzip
import json

import pytest

from service.faults import LONGEST
from service.http.strict_json import DEEPEST
from service.schemas.limits import LARGEST_BODY, MOST_MEMBERS
from tests.service.http.client import Table
from tests.service.http.problem_answers import JSON, problem

ROLL = b'{"type": "Roll"}'


def sent(table: Table, body: bytes, **headers: str) -> tuple[dict[str, str], dict[str, object]]:
    """Post a body as seat 0, and return the headers and the problem of the answer."""
    told = table.headers(0, {"Content-Type": JSON, **{name.replace("_", "-"): text for name, text in headers.items()}})
    answer = table.client.post(table.path + "/commands", data=body, headers=told)
    return dict(answer.headers), answer.json


def test_another_media_type_is_told_the_right_one(running: Table) -> None:
    headers, body = sent(running, ROLL, Content_Type="text/plain")
    assert (headers["Accept"], body["allowed"]) == (JSON, [JSON])
    assert "Accept-Encoding" not in headers


@pytest.mark.parametrize("coding", ["gzip", "br, gzip", "deflate"])
def test_a_packed_body_is_told_that_none_is_read(running: Table, coding: str) -> None:
    headers, body = sent(running, gzip.compress(ROLL), Content_Encoding=coding)
    assert (body["type"], body["allowed"]) == ("/problems/unsupported_media_type", ["identity"])
    assert "Content-Encoding" in str(body["detail"])
    assert headers["Accept-Encoding"] == "identity"
    assert "Accept" not in headers


@pytest.mark.parametrize("coding", ["identity", "Identity", ""])
def test_a_body_as_it_is_may_say_so(running: Table, coding: str) -> None:
    answer = running.client.post(
        running.path + "/commands",
        data=ROLL,
        headers=running.headers(0, {"Content-Type": JSON, "Content-Encoding": coding}),
    )
    assert answer.status_code == 201


def test_a_large_body_is_told_the_limit(running: Table) -> None:
    body = problem(running.post("/commands", {"type": "x" * LARGEST_BODY}, 0), 413, "too_large")
    assert body["limit"] == LARGEST_BODY
    assert str(LARGEST_BODY) in body["detail"]


@pytest.mark.parametrize("depth", [DEEPEST + 1, 1_500, 30_000])
@pytest.mark.parametrize("ends", [True, False])
def test_a_deep_body_is_told_how_deep_it_may_be(running: Table, depth: int, ends: bool) -> None:
    body = sent(running, b"[" * depth + b"]" * depth * ends)[1]
    assert body["type"] == "/problems/bad_json"
    if ends or depth > 1_024:
        assert body["limit"] == DEEPEST
        assert f"deeper than {DEEPEST} levels" in str(body["detail"])


def test_a_wide_object_is_told_how_wide_it_may_be(running: Table) -> None:
    body = sent(running, json.dumps({f"k{n}": 1 for n in range(MOST_MEMBERS + 1)}).encode())[1]
    assert (body["type"], body["limit"]) == ("/problems/bad_json", MOST_MEMBERS)


@pytest.mark.parametrize(
    ("body", "name"),
    [
        (b'{"type": "Roll", "type": "Step"}', "type"),
        (b'{"commands": [{"type": "Roll"}, {"edge": 1, "\\u0065dge": 2}]}', "edge"),
        (b'{"big": 1' + b"0" * 300 + b', "a": {"b": 1, "b": 2}}', "b"),
        ('{"ñ": 1, "ñ": 2}'.encode(), "ñ"),
    ],
)
def test_a_doubled_member_is_named(running: Table, body: bytes, name: str) -> None:
    told = sent(running, body)[1]
    assert (told["type"], told["member"]) == ("/problems/bad_json", name)
    assert (
        f"“{name}”" in str(told["detail"]) or f'"{name}"' in str(told["detail"]) or f"`{name}`" in str(told["detail"])
    )


def test_a_long_name_is_not_repeated(running: Table) -> None:
    name = b'"' + b"x" * (LONGEST + 1) + b'": 1'
    told = sent(running, b"{" + name + b", " + name + b"}")[1]
    assert "member" not in told
    assert "appears twice" in str(told["detail"])
