"""Merges shapes that several rulesets share into one schema that accepts all of them."""

from collections.abc import Iterable, Mapping
from functools import reduce
from typing import Any, Final

from domain.core.kinds import Kind
from domain.core.messages import Field, Message

Schema = dict[str, Any]
_LOWER: Final = ("minimum", "minLength", "minItems")
_UPPER: Final = ("maximum", "maxLength", "maxItems")


class UnequalShapes(ValueError):
    """Reports that two rulesets use one name for different shapes: one of them must be renamed."""


def merge_rows(rows: Iterable[Message]) -> Message:
    """Merge messages of one name: each field accepts what any of them does; raises UnequalShapes."""
    return reduce(_both, rows)


def merge_schemas(one: Schema, other: Schema, place: str) -> Schema:
    """Return a schema that accepts what either accepts, if they differ only in bounds; raises UnequalShapes."""
    if one == other:
        return one
    if one.keys() != other.keys() or one.get("enum") != other.get("enum"):
        raise UnequalShapes(place)
    return {name: _member(name, one[name], other[name], place) for name in one}


def _both(one: Message, other: Message) -> Message:
    if [_signature(field) for field in one.fields] != [_signature(field) for field in other.fields]:
        raise UnequalShapes(one.name)
    fields = [_field(mine, other.fields[n], one.name) for n, mine in enumerate(one.fields)]
    return Message(one.cls, fields, reveals=one.reveals)


def _signature(field: Field) -> tuple[str, tuple[str, ...], bool]:
    return field.name, field.seen_by, field.required


def _field(one: Field, other: Field, place: str) -> Field:
    if one.kind.schema == other.kind.schema or hasattr(one.kind, "shapes"):
        return one
    schema = merge_schemas(one.kind.schema, other.kind.schema, f"{place}.{one.name}")
    return Field(one.name, Kind(schema, one.kind.encode, one.kind.decode), one.seen_by, one.required)


def _member(name: str, one: Any, other: Any, place: str) -> Any:
    if one == other:
        return one
    if name in _LOWER:
        return min(one, other)
    if name in _UPPER:
        return max(one, other)
    if name == "items":
        return merge_schemas(one, other, place)
    if name == "properties" and one.keys() == other.keys():
        return {member: merge_schemas(one[member], other[member], f"{place}.{member}") for member in one}
    raise UnequalShapes(place)


def by_name(tables: Iterable[Iterable[tuple[str, Message]]]) -> Mapping[str, list[tuple[str, Message]]]:
    """Return the messages of several groups by name, each with its group."""
    found: dict[str, list[tuple[str, Message]]] = {}
    for table in tables:
        for group, row in table:
            found.setdefault(row.name, []).append((group, row))
    return found
