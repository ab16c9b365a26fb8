"""Schemas of commands and events, made from the domain's tables of messages."""

from collections.abc import Mapping
from functools import cache
from typing import Any

from marshmallow import RAISE, Schema, ValidationError, post_load

from domain.core.messages import PUBLIC, Message, MessageTable
from service.schemas.examples import example_of
from service.schemas.faults import Fault
from service.schemas.fields import KindField, choice, whole
from service.table_events import TABLE_EVENTS

VERSIONS = (1, 2**53)


class Strict(Schema):
    """A body that is refused when it holds a member that nobody asked for."""

    error_messages = {"unknown": Fault("unknown"), "type": Fault("object")}

    class Meta:
        unknown = RAISE


class Union(Schema):
    """One of several schemas, told apart by `type`."""

    variants: Mapping[str, Schema]

    def load(self, data: Any, **kwargs: Any) -> Any:
        """The message that the variant makes; raises ValidationError."""
        if not isinstance(data, dict):
            raise ValidationError({"_schema": [Fault("object")]})
        kind = data.get("type")
        if kind is None:
            raise ValidationError({"type": [Fault("required")]})
        variant = self.variants.get(kind) if isinstance(kind, str) else None
        if variant is None:
            raise ValidationError({"type": [Fault("type")]})
        return variant.load(data)


@cache
def command_union(ruleset: str, table: MessageTable) -> Union:
    """The schema that reads any command of a ruleset; it makes commands of the domain."""
    prefix = _pascal(ruleset)
    return _union(prefix + "Command", {row.name: _command(prefix, row) for row in table.rows})


@cache
def event_union(ruleset: str, table: MessageTable) -> Union:
    """The schema of every event of a ruleset as the log answers it."""
    prefix = _pascal(ruleset)
    variants = {row.name: _event("" if row.name in TABLE_EVENTS.by_name else prefix, row) for row in table.rows}
    return _union(prefix + "Event", variants)


def json_schema(row: Message) -> dict[str, Any]:
    """A command's own JSON Schema, for clients that build it from a template."""
    properties: dict[str, Any] = {"type": {"type": "string", "const": row.name}}
    properties |= {field.name: field.kind.schema for field in row.fields}
    required = ["type", *(field.name for field in row.fields if field.required)]
    return {"type": "object", "properties": properties, "required": required, "additionalProperties": False}


def example(row: Message) -> dict[str, Any]:
    """A message of the right shape."""
    return {"type": row.name} | {field.name: example_of(field.kind.schema, n) for n, field in enumerate(row.fields)}


def _pascal(name: str) -> str:
    return "".join(part.capitalize() for part in name.split("-"))


def _union(name: str, variants: Mapping[str, Schema]) -> Union:
    union: Union = type(name, (Union,), {"variants": variants})()
    return union


def _command(prefix: str, row: Message) -> Schema:
    def make(self: Schema, data: dict[str, Any], **kwargs: Any) -> Any:
        del data["type"]
        return row.cls(**data)

    members: dict[str, Any] = {"type": choice((row.name,), required=True)}
    members |= {field.name: KindField(field.kind, required=field.required) for field in row.fields}
    return _generated(Strict, prefix + row.name, members | {"make": post_load(make)}, example(row))


@cache
def _event(prefix: str, row: Message) -> Schema:
    members: dict[str, Any] = {
        "version": whole(*VERSIONS, required=True),
        "index": whole(0, 99, required=True),
        "type": choice((row.name,), required=True),
    }
    members |= {
        field.name: KindField(field.kind, required=field.required and field.seen_by is PUBLIC) for field in row.fields
    }
    sample = {"version": 42, "index": 0} | example(row)
    return _generated(Schema, prefix + row.name, members, sample)


def _generated(base: type[Schema], name: str, members: Mapping[str, Any], sample: Any) -> Schema:
    meta = type("Meta", (getattr(base, "Meta", object),), {"register": False})
    return type(name, (base,), {**members, "Meta": meta, "sample": sample})()
