"""Tests that a log stays readable: registered events change compatibly or not at all, and refusals work."""

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest

from domain.core.kinds import integer, text
from domain.core.messages import Field, Message, MessageTable
from eventstore.log.codec import canonical
from eventstore.records import NewEvent
from openapi.compatibility import list_narrowings
from openapi.recording import Examples, Shown
from openapi.registry import EVENTS, Incompatible, Registry, Today, event_faults, events_today, extend_events
from service.catalog import RULESETS
from service.game.folds import codec_of, event_table
from service.texts.files import TABLE

REGISTRY: Registry = json.loads(EVENTS.read_text(encoding="utf-8"))
Change = Callable[[dict[str, Any]], Any]


def changed(name: str, change: Change, group: str = "catan", schema: int = 1) -> dict[str, dict[str, Today]]:
    """Return today's events with the fields of one of them changed."""
    code = events_today()
    fields = json.loads(json.dumps(code[group][name].fields))  # kinds share their schemas
    change(fields)
    code[group][name] = Today(schema, fields)
    return code


def new(required: bool) -> Change:
    field = {"schema": {"type": "integer"}, "required": required, "seen_by": ["*"]}
    return lambda fields: fields.update(more=field)


def test_the_events_of_the_code_are_compatible_with_the_registry() -> None:
    assert event_faults(REGISTRY, events_today()) == []


INCOMPATIBLE: dict[str, tuple[str, Change, str]] = {
    "a field is removed": ("RoadBuilt", lambda f: f.pop("cost"), "cost was removed"),
    "a field is renamed": ("RoadBuilt", lambda f: f.update(path=f.pop("edge")), "edge was removed"),
    "a type changes": ("RoadBuilt", lambda f: f["edge"].update(schema={"type": "string"}), "edge changed its type"),
    "a range shrinks": ("RoadBuilt", lambda f: f["edge"]["schema"].update(maximum=3), "edge has a smaller maximum"),
    "a range begins later": ("RoadBuilt", lambda f: f["edge"]["schema"].update(minimum=1), "edge has a larger minimum"),
    "an enum shrinks": ("MonopolyPlayed", lambda f: f["resource"]["schema"]["enum"].pop(), "resource lost the values"),
    "a count is dropped": (
        "RoadBuilt",
        lambda f: f["cost"]["schema"]["properties"].pop("brick"),
        "cost.brick was removed",
    ),
    "a list gets shorter": ("DiceRolled", lambda f: f["dice"]["schema"].update(maxItems=1), "dice has a smaller max"),
    "a list holds other things": (
        "DiceRolled",
        lambda f: f["dice"]["schema"].update(items={"type": "string"}),
        "dice[] changed its type",
    ),
    "null is taken away": (
        "LongestRoadMoved",
        lambda f: f["seat"].update(schema=f["seat"]["schema"]["anyOf"][0]),
        "seat changed its type",
    ),
    "a field is hidden": ("RoadBuilt", lambda f: f["edge"].update(seen_by=["seat"]), "edge changed `seen_by`"),
    "a secret opens": ("CardStolen", lambda f: f["resource"].update(seen_by=["*"]), "resource changed `seen_by`"),
    "a field need not be there": ("RoadBuilt", lambda f: f["edge"].update(required=False), "edge changed `required`"),
    "a new field is required": ("RoadBuilt", new(required=True), "more is new and required"),
}


@pytest.mark.parametrize("case", INCOMPATIBLE)
def test_an_incompatible_change_is_refused(case: str) -> None:
    name, change, told = INCOMPATIBLE[case]
    code = changed(name, change)
    with pytest.raises(Incompatible) as refusal:
        extend_events(REGISTRY, code, Examples(), "9.9.9")
    assert f"catan {name}: {told}" in str(refusal.value)
    assert event_faults(REGISTRY, changed(name, change, schema=2)) == [], "as a new schema it may be"


def test_an_optional_field_must_not_become_required() -> None:
    code = changed("TableOpened", lambda fields: fields["clock"].update(required=True), TABLE)
    [fault] = event_faults(REGISTRY, code)
    assert "clock changed `required` from False to True" in fault


def test_a_type_must_not_vanish_but_may_have_another_name() -> None:
    code = events_today()
    event = code["catan"].pop("RoadBuilt")
    assert event_faults(REGISTRY, code) == ["catan RoadBuilt vanished"]
    code["catan"]["PathBuilt"] = event._replace(was=("RoadBuilt",))
    assert event_faults(REGISTRY, code) == []


@pytest.mark.parametrize(("schema", "told"), [(0, "went back to schema 0"), (3, "left out schema 2")])
def test_schemas_follow_each_other(schema: int, told: str) -> None:
    assert event_faults(REGISTRY, changed("RoadBuilt", lambda fields: None, schema=schema)) == [
        f"catan RoadBuilt {told}"
    ]


COMPATIBLE: dict[str, tuple[str, Change]] = {
    "an optional field": ("RoadBuilt", new(required=False)),
    "a wider range": ("RoadBuilt", lambda f: f["edge"]["schema"].update(maximum=999)),
    "one more value": ("MonopolyPlayed", lambda f: f["resource"]["schema"]["enum"].append("gold")),
    "one more kind": ("RoadBuilt", lambda f: f["cost"]["schema"]["properties"].update(gold={"type": "integer"})),
    "null as well": (
        "RoadBuilt",
        lambda f: f["edge"].update(schema={"anyOf": [f["edge"]["schema"], {"type": "null"}]}),
    ),
    "a longer list": ("DiceRolled", lambda f: f["dice"]["schema"].update(maxItems=9)),
}


@pytest.mark.parametrize("case", COMPATIBLE)
def test_a_compatible_change_is_taken(case: str) -> None:
    name, change = COMPATIBLE[case]
    assert event_faults(REGISTRY, changed(name, change)) == []


def test_what_is_new_is_registered_with_our_version() -> None:
    code = {"catan": {"RoadBuilt": changed("RoadBuilt", new(required=False))["catan"]["RoadBuilt"]}}
    code["catan"]["RoadSold"] = Today(1, {})
    shown = Examples(events={"catan": {name: Shown({}, {"edge": 1}) for name in code["catan"]}})
    registry = {"catan": {"RoadBuilt": REGISTRY["catan"]["RoadBuilt"]}}
    after = extend_events(registry, code, shown, "9.9.9")["catan"]
    assert after["RoadSold"] == {"1": {"since": "9.9.9", "fields": {}, "example": {"edge": 1}}}
    assert after["RoadBuilt"]["1"]["since"] != "9.9.9"
    assert after["RoadBuilt"]["1"]["fields"]["more"]["since"] == "9.9.9"
    assert "since" not in after["RoadBuilt"]["1"]["fields"]["edge"]


def test_every_registered_schema_is_still_read() -> None:
    """Each old schema too has an upcaster, which turns its example into an event of today."""
    count = 0
    for ruleset in RULESETS.values():
        table = event_table(ruleset)
        codec = codec_of(table)
        for group in (ruleset.name, TABLE):
            for name, versions in REGISTRY[group].items():
                for number, entry in versions.items():
                    event = codec.decode(NewEvent(name, int(number), canonical(entry["example"])))
                    again = codec.encode(event)
                    assert again.schema >= int(number)
                    if again.schema == int(number):
                        assert json.loads(again.body).items() >= entry["example"].items()
                    count += 1
    assert count > 150


@dataclass(frozen=True)
class Paid:
    seat: int
    wool: int


def test_a_message_brings_its_upcasters_and_former_names() -> None:
    row = Message(
        Paid,
        (Field("seat", integer(0, 7)), Field("wool", integer(0, 9))),
        upcasters=(
            lambda old: {"seat": old["player"], "wool": old["wool"]},
            lambda old: old | {"wool": old["wool"] + 1},
        ),
        was=("Payment",),
    )
    assert row.schema == 3
    codec = codec_of(MessageTable([row]))
    assert codec.decode(NewEvent("Payment", 1, b'{"player":2,"wool":3}')) == Paid(2, 4)
    assert codec.decode(NewEvent("Paid", 2, b'{"seat":2,"wool":3}')) == Paid(2, 4)
    assert codec.encode(Paid(2, 4)) == NewEvent("Paid", 3, b'{"seat":2,"wool":4}')


def frames(*names: str) -> Any:
    """Return the schema of an agenda, which holds frames of several shapes."""
    shapes = [{"type": "object", "properties": {"frame": {"type": "string", "enum": [name]}}} for name in names]
    return {"type": "array", "items": {"oneOf": shapes}}


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        (text(9).schema, text(8).schema, ["x has a smaller maxLength"]),
        (text(9).schema, text(9).schema | {"pattern": "a"}, ["x changed its pattern"]),
        (text(9).schema, {"type": "string", "enum": ["a"]}, ["x takes only some values now"]),
        ({"type": "string", "const": "a"}, {"type": "string", "enum": ["a", "b"]}, []),
        ({"type": ["integer", "null"]}, {"type": "integer"}, ["x changed its type"]),
        ({"type": "integer"}, {"type": ["integer", "null"]}, []),
        ({"type": "object"}, {"type": "object", "additionalProperties": False}, ["x takes no other members now"]),
        ({"type": "object"}, {"type": "object", "required": ["a"]}, ["x.a became required"]),
        ({"type": "array"}, {"type": "array", "uniqueItems": True}, ["x must be unique now"]),
        ({"type": "array", "items": {"type": "null"}}, {"type": "array"}, []),
        ({"type": "null"}, {}, []),
        (
            {"type": ["array", "null"], "items": {"type": ["string", "null"], "enum": ["a", "b", None]}},
            {"type": ["array", "null"], "items": {"type": ["string", "null"], "enum": ["a", None]}},
            ["x[] lost the values ['b']"],
        ),
        (frames("roll"), frames("roll", "trade"), []),
        (frames("roll", "trade"), frames("roll"), ["x[].frame lost the values ['trade']"]),
    ],
)
def test_narrower_schemas_are_told_from_wider_ones(old: Any, new: Any, told: list[str]) -> None:
    assert list_narrowings(old, new, "x") == told
