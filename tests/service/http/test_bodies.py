"""Tests that bodies are strict JSON: whatever two parsers could read differently is refused."""

import orjson
import pytest

from service.http.strict_json import DEEPEST, BadJson, parse

REFUSED = {
    "nothing": b"",
    "no JSON": b"{",
    "two values": b"{} {}",
    "trailing comma": b'{"a": 1,}',
    "comment": b"{} // done",
    "NaN": b'{"edge": NaN}',
    "Infinity": b'{"edge": -Infinity}',
    "a member twice": b'{"edge": 1, "edge": 2}',
    "a member twice, deep": b'{"commands": [{"edge": 1, "\\u0065dge": 2}]}',
    "not UTF-8": b'{"name": "\xff"}',
    "UTF-16": '{"a": 1}'.encode("utf-16"),
    "a lone surrogate": b'{"name": "\\ud800"}',
    "a control character": b'{"name": "a\nb"}',
    "deep lists": b"[" * (DEEPEST + 1) + b"]" * (DEEPEST + 1),
    "deep objects": b'{"a":' * (DEEPEST + 1) + b"1" + b"}" * (DEEPEST + 1),
    "very deep": b"[" * 30_000 + b"]" * 30_000,
}


@pytest.mark.parametrize("body", REFUSED.values(), ids=REFUSED.keys())
def test_a_body_is_refused(body: bytes) -> None:
    with pytest.raises(BadJson):
        parse(body)


def test_a_body_is_read() -> None:
    body = '{"type": "Discard", "cards": {"ore": 2}, "name": "Iñaki", "n": 11.0, "big": 123456789012345678901}'
    assert parse(body.encode()) == {
        "type": "Discard",
        "cards": {"ore": 2},
        "name": "Iñaki",
        "n": 11.0,
        "big": 123456789012345678901.0,
    }


def test_an_object_with_too_many_members_is_refused_before_they_are_made(monkeypatch: pytest.MonkeyPatch) -> None:
    body = orjson.dumps({"commands": [{f"k{n}": 1 for n in range(5_000)}]})
    monkeypatch.setattr(orjson, "loads", pytest.fail)
    with pytest.raises(BadJson) as refused:
        parse(body)
    assert refused.value.why == "wide"


def test_many_flat_members_are_not_deep() -> None:
    assert len(parse(b"[" + b"[1]," * 100 + b"[1]]")) == 101
