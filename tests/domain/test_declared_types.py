"""Tests that the fields of messages hold what they declare: compiled rules raise TypeError where plain ones do not."""

import types
import typing
from collections.abc import Iterator
from typing import Any

import pytest

from domain.core.messages import Message, MessageTable
from service.catalog import RULESETS
from service.schemas.examples import example_of

SPECTATOR = -1
TABLES: list[tuple[str, MessageTable[Any]]] = [
    (f"{name} {kind}", table)
    for name, ruleset in RULESETS.items()
    for kind, table in (("commands", ruleset.commands), ("events", ruleset.events))
]


def fits(hint: Any, value: Any) -> bool:
    """Return whether a value is of a type, as mypyc checks it: tuples by the number of their members too."""
    origin, inner = typing.get_origin(hint), typing.get_args(hint)
    if hint is Any:
        return True
    if origin in (typing.Union, types.UnionType):
        return any(fits(one, value) for one in inner)
    if origin is tuple and (len(inner) != 2 or inner[1] is not ...):
        return isinstance(value, tuple) and len(value) == len(inner) and all(map(fits, inner, value))
    if origin is tuple:
        return isinstance(value, tuple) and all(fits(inner[0], one) for one in value)
    return isinstance(value, origin or hint)


def smallest(schema: Any) -> Any:
    """Return a value that fits a schema and is empty where it may be."""
    if schema.get("type") == "array" and not schema.get("minItems"):
        return []
    return example_of(schema)


def usual(schema: Any) -> Any:
    """Return an example of a schema; a list of one of several things holds the first."""
    variants = schema.get("items", {}).get("oneOf")
    return [example_of(variants[0])] if variants else example_of(schema)


def decoded(row: Message[Any]) -> Iterator[Any]:
    """Yield messages that a log or a caller may hold: with an example of each field, and with the smallest one."""
    for make in (usual, smallest):
        yield row.decode({field.name: make(dict(field.kind.schema)) for field in row.fields})
    yield row.decode({field.name: usual(dict(field.kind.schema)) for field in row.fields if field.required})


@pytest.mark.parametrize(("name", "table"), TABLES, ids=[name for name, _ in TABLES])
def test_every_field_holds_what_it_declares_also_where_it_is_hidden(name: str, table: MessageTable[Any]) -> None:
    for row in table.rows:
        hints = typing.get_type_hints(row.cls)
        for message in decoded(row):
            for held in (message, *(row.seen(message, seat) for seat in range(SPECTATOR, 6))):
                wrong = {name: value for name in hints if not fits(hints[name], value := getattr(held, name))}
                assert wrong == {}, (row.name, hints)
