"""Tests that an event is stored in short form and read byte for byte as it was written, whatever it holds."""

import orjson
import pytest
from hypothesis import given
from hypothesis import strategies as st

from eventstore.log.codec import canonical
from eventstore.log.wire import lengthen, shorten
from eventstore.records import NewEvent

NAMES = st.sampled_from(["seat", "a", "_b2", "x:y", '"', "\\", "é", "", "1st", "a,b"]) | st.text(max_size=4)
TEXTS = st.sampled_from(['","seat":', ",a:1", '\\"a\\":', "{b:2}", "a:", '"', "\\"]) | st.text(max_size=6)
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-9, 99) | TEXTS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(NAMES, inner, max_size=3),
    max_leaves=6,
)


@given(
    kind=st.sampled_from(["Moved", "a.1", "A.b"]),
    schema=st.integers(1, 12),
    fields=st.dictionaries(NAMES, VALUES, max_size=4),
)
def test_every_event_is_read_as_it_was_written(kind: str, schema: int, fields: dict[str, object]) -> None:
    event = NewEvent(kind, schema, canonical(fields))
    stored = shorten(event)
    assert lengthen(stored) == (event.type, event.schema, event.body)
    assert b"\n" not in stored
    assert len(stored) <= len(kind) + len(str(schema)) + 2 + len(event.body)


@pytest.mark.parametrize("body", [b"", b"7", b"[1]", b"{", b"}", b" {}", b'"a:1"', b"{ }"])
def test_a_body_that_is_no_canonical_object_is_kept_too(body: bytes) -> None:
    assert lengthen(shorten(NewEvent("Moved", 1, body)))[2] == body


@pytest.mark.parametrize(
    ("stored", "event"),
    [
        (b'DiceRolled dice:[3,3],told:"a:1"', ("DiceRolled", 1, b'{"dice":[3,3],"told":"a:1"}')),
        (b"AgendaSet.2 frames:[{seats:[1]}]", ("AgendaSet", 2, b'{"frames":[{"seats":[1]}]}')),
        (b"TurnEnded ", ("TurnEnded", 1, b"{}")),
        (b'DiceRolled.1 {"dice":[3,3]}', ("DiceRolled", 1, b'{"dice":[3,3]}')),
    ],
)
def test_both_forms_are_read(stored: bytes, event: tuple[str, int, bytes]) -> None:
    assert lengthen(stored) == event
    assert orjson.loads(event[2]) is not None
