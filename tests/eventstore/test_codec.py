"""Tests the codec: canonical bytes, upcasters in sequence, and refusals."""

from dataclasses import dataclass

import pytest

from eventstore.log.codec import Codec, UnknownEvent, canonical
from eventstore.records import NewEvent


@dataclass(frozen=True)
class Paid:
    seat: int
    cards: dict[str, int]


def to_json(paid: Paid) -> dict:
    return {"seat": paid.seat, "cards": paid.cards}


def from_json(fields: dict) -> Paid:
    return Paid(fields["seat"], fields["cards"])


TABLE = {"Paid": (3, to_json, from_json)}
UPCASTERS = {
    ("Paid", 1): lambda fields: {"player": fields["player"], "cards": {fields["card"]: 1}},
    ("Paid", 2): lambda fields: {"seat": fields["player"], "cards": fields["cards"]},
}
CODEC = Codec(TABLE, UPCASTERS, renamed={"Payment": "Paid"})


def test_an_event_comes_back() -> None:
    paid = Paid(2, {"wool": 1, "brick": 2})
    written = CODEC.encode(paid)
    assert written == NewEvent("Paid", 3, b'{"cards":{"brick":2,"wool":1},"seat":2}')
    assert CODEC.decode(written) == paid


@pytest.mark.parametrize(
    ("schema", "body"),
    [
        (1, b'{"player":2,"card":"wool"}'),
        (2, b'{"player":2,"cards":{"wool":1}}'),
        (3, b'{"seat":2,"cards":{"wool":1}}'),
    ],
)
@pytest.mark.parametrize("name", ["Paid", "Payment"])
def test_old_shapes_and_names_are_led_up_step_by_step(name: str, schema: int, body: bytes) -> None:
    assert CODEC.decode(NewEvent(name, schema, body)) == Paid(2, {"wool": 1})


@pytest.mark.parametrize(
    "event", [NewEvent("Stolen", 1, b"{}"), NewEvent("Paid", 4, b"{}"), NewEvent("Paid", 0, b"{}")]
)
def test_what_the_table_does_not_know_is_refused(event: NewEvent) -> None:
    with pytest.raises(UnknownEvent):
        CODEC.decode(event)


def test_an_event_outside_the_table_is_not_written() -> None:
    with pytest.raises(UnknownEvent):
        CODEC.encode(object())


def test_a_name_may_be_given() -> None:
    assert Codec({"Other": (1, to_json, from_json)}).encode(Paid(0, {}), "Other").type == "Other"


@pytest.mark.parametrize(
    ("upcasters", "renamed"),
    [
        ({("Paid", 1): dict}, {}),
        ({**UPCASTERS, ("Stolen", 1): dict}, {}),
        (UPCASTERS, {"Old": "Stolen"}),
    ],
)
def test_a_table_with_holes_is_refused_at_once(upcasters: dict, renamed: dict) -> None:
    with pytest.raises(ValueError):
        Codec(TABLE, upcasters, renamed)


def test_canonical_bytes_depend_on_the_value_alone() -> None:
    assert canonical({"b": [1, None, True], "a": {"ñ": "x"}}) == '{"a":{"ñ":"x"},"b":[1,null,true]}'.encode()
    assert canonical({"a": 1, "b": 2}) == canonical({"b": 2, "a": 1})
    for impossible in ({1: 2}, {"a": {1}}, {"a": b"x"}):
        with pytest.raises(TypeError):
            canonical(impossible)
