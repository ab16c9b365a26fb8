"""Generates the schemas of commands and events from the domain's tables of messages."""

from collections.abc import Callable, Iterable, Mapping
from functools import cache
from typing import Any

from marshmallow import Schema, ValidationError, post_load

from domain.core.kinds import Kind, json_value
from domain.core.messages import NOBODY, Field, Message, MessageTable
from domain.core.ruleset import Ruleset
from service.examples import example_of, recorded_message
from service.faults import Fault
from service.schemas.faults import wrong_type
from service.schemas.fields import KindField, choice, date_time, explain_members, sometimes, string, whole
from service.schemas.shapes import Answer, Fixed, Strict
from service.schemas.sharing import by_name, merge_rows
from service.table.events import TABLE_EVENTS
from service.table.terms import MOST_SEATS
from service.texts.contract_texts import about_inner, about_member, about_message
from service.texts.files import COMMAND_TYPE, ENVELOPE, TABLE

SEATS = (0, MOST_SEATS - 1)
VERSIONS = (1, 2**53)
SHOWN = json_value(
    {
        "type": "object",
        "description": "An event without version, index and time; its other members are those of its type.",
        "properties": {
            "type": {"type": "string", "description": "The type of the event, which determines its other members."},
            "seat": {
                "anyOf": [{"type": "integer"}, {"type": "null"}],
                "description": (
                    "The number of the seat that acted, or to which it happened; null or absent where there is none."
                ),
            },
        },
        "required": ["type"],
        "additionalProperties": True,
    }
)
"""Reads an event in dry runs and in records of running games."""
SAMPLE_TIME = "2026-01-31T18:00:00.000Z"


class Union(Fixed):
    """Represents one of several schemas, discriminated by `type`; `noun` names what they are in faults."""

    variants: Mapping[str, Schema]
    noun = "command"

    def load(self, data: Any, **kwargs: Any) -> Any:
        """Return the message that the matching schema makes; raises ValidationError."""
        if not isinstance(data, dict):
            raise ValidationError({"_schema": [wrong_type(["object"], data)]})
        if "type" not in data:
            raise ValidationError(
                {"type": [Fault("required", phrase=f"required_{self.noun}", allowed=list(self.variants))]}
            )
        kind = data["type"]
        if not isinstance(kind, str):
            raise ValidationError({"type": [wrong_type(["string"], kind)]})
        if kind not in self.variants:
            hinted = Fault("choice", among=(kind, self.variants), phrase=self.noun, phrase_near=f"{self.noun}_near")
            raise ValidationError({"type": [hinted]})
        return self.variants[kind].load(data)


@cache
def command_union(ruleset: str, table: MessageTable) -> Union:
    """Return the schema that reads any command of a ruleset into the domain's commands."""
    return _union("Command", {row.name: _command((ruleset,), row) for row in table.rows})


@cache
def event_union(ruleset: str, table: MessageTable, without: tuple[str, ...]) -> Union:
    """Return the schema that reads the events of a ruleset, as the log holds them, into the domain's events."""
    known = [row for row in table.rows if row.name not in without]
    return _union("Event", {row.name: _read((ruleset,), row, example(row)) for row in known})


def every_command(rulesets: Iterable[Ruleset]) -> Union:
    """Return the schema of every command of any ruleset, for the contract."""
    known = by_name([(ruleset.name, row) for row in ruleset.commands.rows] for ruleset in rulesets)
    return _union("Command", {name: _command(*_share(rows)) for name, rows in known.items()})


def every_event(tables: Mapping[str, MessageTable]) -> Union:
    """Return the schema of every event as the log is answered; the tables are those of each ruleset's log."""
    known = by_name([(group_of(group, row), row) for row in table.rows] for group, table in tables.items())
    return _union("Event", {name: _event(*_share(rows)) for name, rows in known.items()})


def group_of(ruleset: str, row: Message) -> str:
    """Return the group of an event: its ruleset, or TABLE."""
    return TABLE if row.name in TABLE_EVENTS.by_name else ruleset


def _share(rows: list[tuple[str, Message]]) -> tuple[tuple[str, ...], Message]:
    """Return the groups of a message, and one row for all of them."""
    return tuple(group for group, _ in rows), merge_rows(row for _, row in rows)


def example(row: Message) -> dict[str, Any]:
    """Return a message of the right shape."""
    return {"type": row.name} | {field.name: example_of(field.kind.schema, n) for n, field in enumerate(row.fields)}


def read_each(member: str, bodies: Iterable[Any], read: Callable[[Any], Any]) -> list[Any]:
    """Return what is read of each entry of a member; raises ValidationError with the faults of each by its place."""
    found, faults = [], {}
    for index, body in enumerate(bodies):
        try:
            found.append(read(body))
        except ValidationError as error:
            faults[index] = error.messages
    if faults:
        raise ValidationError({member: faults})
    return found


def _union(name: str, variants: Mapping[str, Schema]) -> Union:
    union: Union = type(name, (Union,), {"variants": variants, "noun": name.lower()})()
    return union


def _command(rulesets: tuple[str, ...], row: Message) -> Schema:
    recorded = filter(None, (recorded_message("commands", ruleset, row.name) for ruleset in rulesets))
    return _read(rulesets, row, next(recorded, None) or example(row))


def _read(rulesets: tuple[str, ...], row: Message, sample: Any) -> Schema:
    """Return the schema that reads a message into the domain's own."""

    def make(self: Schema, data: dict[str, Any], **kwargs: Any) -> Any:
        del data["type"]
        return row.cls(**data)

    members: dict[str, Any] = {"type": choice((row.name,), COMMAND_TYPE)}
    members |= {field.name: _field(rulesets, row, field, required=field.required) for field in row.fields}
    return _generate(Strict, about_message(rulesets, row), row, members | {"make": post_load(make)}, sample)


def _event(groups: tuple[str, ...], row: Message) -> Schema:
    shown = [field for field in row.fields if field.seen_by != NOBODY]
    members: dict[str, Any] = {
        "version": whole(*VERSIONS, ENVELOPE["version"]),
        "index": whole(0, 299, ENVELOPE["index"]),
        "type": choice((row.name,), ENVELOPE["type"]),
        "seat": whole(0, MOST_SEATS - 1, sometimes(ENVELOPE["seat"])),
        "time": date_time(ENVELOPE["time"]),
    }
    for field in shown:
        members[field.name] = _field(groups, row, field, required=field.required and field.is_public)
    members["cursor"] = string(sometimes(ENVELOPE["cursor"]))
    members["summary"] = string(sometimes(ENVELOPE["summary"]))
    recorded = filter(None, (recorded_message("events", group, row.name) for group in groups))
    made = {"version": 42, "index": 0, "type": row.name, "time": SAMPLE_TIME}
    made |= {field.name: example_of(field.kind.schema, number) for number, field in enumerate(shown)}
    return _generate(Answer, about_message(groups, row), row, members, next(recorded, made))


def _field(groups: tuple[str, ...], row: Message, field: Field, *, required: bool) -> KindField:
    """Return the field of a member, with texts for it and for the members within it."""
    about, inner = about_member(groups, row, field), about_inner(groups, row, field)
    kind = Kind(_explain(field.kind.schema, inner), field.kind.encode, field.kind.decode) if inner else field.kind
    return KindField(kind, {"required": required, "metadata": {"description": about} if about else {}})


def _explain(schema: Mapping[str, Any], inner: Mapping[str, str]) -> dict[str, Any]:
    """Add texts to all members of a schema's objects, in lists and alternatives too."""
    described = dict(schema)
    if "properties" in described:
        described = explain_members(described, **inner)
    if "items" in described:
        described["items"] = _explain(described["items"], inner)
    if "anyOf" in described:
        described["anyOf"] = [_explain(one, inner) for one in described["anyOf"]]
    return described


def _generate(base: type[Schema], about: str, row: Message, members: Mapping[str, Any], sample: Any) -> Schema:
    meta = type("Meta", (getattr(base, "Meta", object),), {"register": False})
    own = {"__doc__": about, "sample": sample}
    return type(row.name, (base,), {**members, "Meta": meta, **own})()
