"""Describes once what several rulesets share: messages and frames of one name, and options."""

from collections.abc import Iterable, Mapping
from functools import reduce
from typing import Any, Final

from apispec import APISpec

from domain.core.agenda import FramesKind
from domain.core.kinds import CONFIG, OPTIONS, Kind
from domain.core.messages import Field, Message, MessageTable
from domain.core.ruleset import Ruleset
from service.schemas.shapes import one_of, reference
from service.texts.contract_texts import about_frame, about_frame_member, about_option

Schema = dict[str, Any]
_LOWER: Final = ("minimum", "minLength", "minItems")
_UPPER: Final = ("maximum", "maxLength", "maxItems")
FRAME: Final = "Frame"
"""Names the component of any frame."""
UNKNOWN: Final = "An option that the ruleset itself describes."
_CONFIG: Final[Schema] = {
    "type": "object",
    "description": "The seats, map, modules and options of a game.",
    "properties": {
        "seats": {"type": "integer", "minimum": 1, "description": "The number of seats in the game."},
        "map": {"type": "string", "description": "The id of the map on which the game is played."},
        "modules": {
            "type": "array",
            "items": {"type": "string"},
            "description": "The ids of the modules that the game is played with.",
        },
        "options": {
            "description": "All options of the game, including those set by default.",
            **reference(OPTIONS.name),
        },
    },
    "required": ["seats", "map", "modules", "options"],
}


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
    fields = [_field(field, other.fields[n], one.name) for n, field in enumerate(one.fields)]
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


def describe_frames(spec: APISpec, tables: Mapping[str, MessageTable]) -> None:
    """Add a component for every frame of the rulesets with these events, and `Frame`."""
    shapes: dict[str, Schema] = {}
    fields = [field for table in tables.values() for row in table.rows for field in row.fields]
    for kind in [field.kind for field in fields if isinstance(field.kind, FramesKind)]:
        for name, shape in kind.shapes.items():
            shapes[name] = merge_schemas(shapes.get(name, shape), shape, name)
    for name, shape in shapes.items():
        spec.components.schema(component_of(name, FRAME), _describe(tables, name, shape))
    places = {name: reference(component_of(name, FRAME)) for name in shapes}
    about = "One thing to be done, and who has to do it. The last frame of an agenda is done first."
    spec.components.schema(FRAME, one_of(about, "frame", places))


def component_of(name: str, kind: str) -> str:
    """Return the component of one of several things of a kind: `FoundRoadFrame`, `SeatChangedNotice`."""
    return "".join(part.capitalize() for part in name.split("_")) + kind


def _describe(rulesets: Iterable[str], frame: str, shape: Schema) -> Schema:
    """Return the schema of a frame with texts for it and its members."""
    members = {
        name: schema | _description(about_frame_member(rulesets, frame, name))
        for name, schema in shape["properties"].items()
    }
    return shape | _description(about_frame(rulesets, frame)) | {"properties": members}


def _description(text: str) -> dict[str, str]:
    return {"description": text} if text else {}


def describe_options(spec: APISpec, rulesets: Iterable[Ruleset]) -> None:
    """Add `GameOptions`, every option of any ruleset, and `GameConfig`, a complete configuration."""
    properties: dict[str, Schema] = {}
    for ruleset in rulesets:
        for name, known in ruleset.describe()["options"]["properties"].items():
            option = {**known, "description": about_option(ruleset.name, name) or UNKNOWN}
            properties[name] = _either(properties[name], option) if name in properties else option
    about = "The options of a game. `options` of its ruleset describes which ones exist and their defaults."
    spec.components.schema(OPTIONS.name, {"type": "object", "description": about, "properties": properties})
    spec.components.schema(CONFIG.name, _CONFIG)


def _either(one: Schema, other: Schema) -> Schema:
    """Return a schema that accepts what either accepts, without a default unless they share it."""
    merged = {name: _wider(name, one[name], other.get(name, one[name])) for name in one}
    return {name: value for name, value in merged.items() if name != "default" or value == other.get("default")}


def _wider(name: str, one: Any, other: Any) -> Any:
    if name == "enum":
        return [word for word in dict.fromkeys([*one, *other]) if word is not None] + [None] * (None in one)
    if name == "items":
        return _either(one, other)
    if name in ("maximum", "maxItems"):
        return max(one, other)
    return min(one, other) if name == "minimum" else one
