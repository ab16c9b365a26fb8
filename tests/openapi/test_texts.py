"""Tests the texts of the contract: every member, parameter and header has a sentence that a stranger understands."""

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest

from openapi.generate import PATH
from service.schemas import fields, spec
from service.schemas.shapes import Answer

CONTRACT: dict[str, Any] = json.loads(PATH.read_text(encoding="utf-8"))
SCHEMAS: dict[str, dict[str, Any]] = CONTRACT["components"]["schemas"]
METHODS = ("get", "post", "put", "patch", "delete")
FEWEST_WORDS = 5
DIALECT = re.compile(
    r"\b(told|tells|asked|whoever|whomever|anew|owe[sd]?|owing|heeded|in a word|held against|hangs? on|came of)\b"
)
"""Words of this project over which strangers stumble."""
BRITISH = re.compile(r"\b(colour|favour|harbour|neighbour|centre|analysed?\b|cancelled|behaviour)", re.IGNORECASE)
MESSAGES = {
    pointer.rpartition("/")[2]
    for name in ("Command", "Event")
    for pointer in SCHEMAS[name]["discriminator"]["mapping"].values()
}
"""The names of commands and events, whose members have a table and a test of their own."""


def faults(text: str | None) -> list[str]:
    """Return what is wrong with a text."""
    if not text:
        return ["there is none"]
    plain = re.sub(r"`[^`]*`", "X", text)
    checks = {
        "too short": len(plain.split()) < FEWEST_WORDS,
        "no capital": not re.match(r"[A-Z`]", text),
        "no period": not text.endswith((".", ".`")),
        "dialect": DIALECT.search(plain) is not None,
        "British": BRITISH.search(plain) is not None,
    }
    return [name for name, is_wrong in checks.items() if is_wrong]


def members(place: str, schema: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield every member of a schema with its place, including those of inner objects."""
    for name, described in schema.get("properties", {}).items():
        yield f"{place}.{name}", described
        yield from members(f"{place}.{name}", described)
    inner = [
        schema.get("items"),
        schema.get("additionalProperties"),
        *schema.get("anyOf", ()),
        *schema.get("oneOf", ()),
    ]
    for one in inner:
        if isinstance(one, dict):
            yield from members(place, one)


def operations() -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield every operation by its name, with the parameters of its path."""
    for item in CONTRACT["paths"].values():
        for method in METHODS:
            if method in item:
                parameters = [*item.get("parameters", ()), *item[method].get("parameters", ())]
                yield item[method]["operationId"], item[method] | {"parameters": parameters}


def test_every_member_of_a_body_is_explained_in_a_sentence() -> None:
    described = [
        (place, one.get("description"))
        for name, schema in SCHEMAS.items()
        if name not in MESSAGES
        for place, one in members(name, schema)
    ]
    assert len(described) > 900
    assert {place: found for place, text in described if (found := faults(text))} == {}


def test_no_member_of_a_command_or_an_event_speaks_the_dialect() -> None:
    found = {
        place: DIALECT.findall(re.sub(r"`[^`]*`", "X", one["description"]))
        for name in MESSAGES
        for place, one in members(name, SCHEMAS[name])
    }
    assert {place: words for place, words in found.items() if words} == {}


def test_every_parameter_is_explained_in_a_sentence() -> None:
    found = {
        f"{name} {one['in']} {one['name']}": faults(one.get("description"))
        for name, operation in operations()
        for one in operation["parameters"]
    }
    assert len(found) > 80
    assert {place: wrong for place, wrong in found.items() if wrong} == {}


def test_every_header_is_explained_in_a_sentence() -> None:
    answers = [response for _, one in operations() for response in one["responses"].values()]
    answers += CONTRACT["components"]["responses"].values()
    headers = CONTRACT["components"]["headers"] | {
        name: header for answer in answers for name, header in answer.get("headers", {}).items() if "$ref" not in header
    }
    assert {name: wrong for name, one in headers.items() if (wrong := faults(one["description"]))} == {}


def test_no_operation_speaks_the_dialect() -> None:
    found = {
        name: DIALECT.findall(re.sub(r"`[^`]*`", "X", f"{one['summary']} {one['description']}"))
        for name, one in operations()
    }
    assert {name: words for name, words in found.items() if words} == {}


def test_a_member_has_its_text_from_its_own_field() -> None:
    """A field without a text gets none, whatever other fields of its name say."""

    class BareSchema(Answer):
        """Represents a body."""

        version = fields.whole(1, 2)

    converted = spec.SchemaPlugin.Converter("3.1.0", spec.schema_name, None).schema2jsonschema(BareSchema())
    assert "description" not in converted["properties"]["version"]


@pytest.mark.parametrize(
    "text",
    [
        None,
        "",
        "Which go with it",
        "For people.",
        "the number of the seat in the game.",
        "The number of the seat in the game",
        "What whoever asks may know of it.",
        "The seconds that are told to the seat.",
        "The colour of the pieces on the board.",
    ],
)
def test_what_is_no_such_sentence_is_found(text: str | None) -> None:
    assert faults(text)
