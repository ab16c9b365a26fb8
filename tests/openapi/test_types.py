"""Tests that every member of the contract has a type, and that every schema is referred to."""

import json
import re
from collections.abc import Iterator
from typing import Any

from openapi.generate import PATH

TEXT = PATH.read_text(encoding="utf-8")
SCHEMAS: dict[str, Any] = json.loads(TEXT)["components"]["schemas"]
TYPED = {"type", "$ref", "anyOf", "oneOf", "enum", "const"}
OPEN = ["ChosenDraw.outcome", "Exported.document", "ForeignFile.document", "JsonSchema"]
"""What a game draws, the files of other programs, and whatever a JSON Schema may hold."""


def untyped(schema: dict[str, Any], place: str) -> Iterator[str]:
    """Yield the places below a schema where no type is given."""
    if TYPED.isdisjoint(schema):
        yield place
    if (
        schema.get("type") == "object"
        and not schema.get("properties")
        and schema.get("additionalProperties", True) in (True, {})
    ):
        yield place
    if schema.get("type") == "array" and "items" not in schema:
        yield place
    for name, inner in inside(schema):
        yield from untyped(inner, f"{place}{name}")


def inside(schema: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield the schemas inside another one, with the way to each."""
    yield from ((f".{name}", inner) for name, inner in schema.get("properties", {}).items())
    for word in ("anyOf", "oneOf", "allOf"):
        yield from (("", inner) for inner in schema.get(word, ()))
    for word in ("items", "additionalProperties"):
        if isinstance(schema.get(word), dict) and schema[word]:
            yield "[]", schema[word]


def test_every_member_has_a_type() -> None:
    found = [place for name, schema in SCHEMAS.items() for place in untyped(schema, name)]
    assert sorted(found) == OPEN


def test_every_schema_is_referred_to() -> None:
    assert SCHEMAS.keys() - set(re.findall(r'"#/components/schemas/(\w+)"', TEXT)) == set()


def test_every_union_of_objects_is_told_apart_by_a_member() -> None:
    for name, schema in SCHEMAS.items():
        if "oneOf" in schema:
            told = schema["discriminator"]
            for value, pointer in told["mapping"].items():
                variant = SCHEMAS[pointer.rpartition("/")[2]]
                assert value in variant["properties"][told["propertyName"]]["enum"], (name, value)
                assert told["propertyName"] in variant["required"], (name, value)


def test_no_union_holds_a_list_or_a_map() -> None:
    """Java has no class for such a variant beside another one; null is none."""
    for place, variants in unions(SCHEMAS, ""):
        others = [one for one in variants if one != {"type": "null"}]
        lists = [one for one in others if one.get("type") in ("array", "object") and "properties" not in one]
        assert len(others) == 1 or not lists, place


def unions(part: Any, place: str) -> Iterator[tuple[str, list[Any]]]:
    """Yield the variants of every union below a part of the contract, with its place; variants by name are left out."""
    if isinstance(part, dict):
        yield from ((place, part[word]) for word in ("anyOf", "oneOf") if word in part)
    for name, inner in part.items() if isinstance(part, dict) else enumerate(part) if isinstance(part, list) else ():
        yield from unions(inner, f"{place}/{name}")


def test_parameters_are_plain_values() -> None:
    """Clients that are made from the contract write a number or a text into an address, but not every union."""
    for path, item in json.loads(TEXT)["paths"].items():
        for operation in item.values():
            for one in operation.get("parameters", ()) if isinstance(operation, dict) else ():
                assert one["schema"].get("type") in ("string", "integer", "boolean"), (path, one["name"])
