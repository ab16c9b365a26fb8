"""Turns schemas into OpenAPI: field types bring their own JSON Schema, unions a discriminator."""

from collections.abc import Collection, Iterable, Mapping
from copy import deepcopy
from typing import Any, Final

from apispec import APISpec
from apispec.ext.marshmallow import MarshmallowPlugin
from apispec.ext.marshmallow.openapi import OpenAPIConverter
from marshmallow import Schema
from marshmallow.fields import Field

from domain.core.agenda import FramesKind
from domain.core.kinds import Named
from domain.core.ruleset import Ruleset
from service.game.folds import event_table
from service.schemas.advice import PositionMemberSchema
from service.schemas.analyses import PositionAnalysisSchema
from service.schemas.clocks import ClockField
from service.schemas.completing import complete
from service.schemas.fields import KindField, Pointed, Reference, WordsField
from service.schemas.limits import MOST_COMMANDS
from service.schemas.links import Links
from service.schemas.messages import Union, every_command, every_event
from service.schemas.new_games import GameDraftSchema, describe_given
from service.schemas.notices import callbacks, describe_notices
from service.schemas.positions import OWN_MEMBERS, PositionDocumentSchema
from service.schemas.records import ImportSchema, PositionStartSchema, RecordSeatSchema, SandboxStartSchema
from service.schemas.shapes import OneOf, Strict, one_of, reference
from service.schemas.sharing import FRAME, describe_frames, describe_options
from service.schemas.states.by_ruleset import BOARDS, STATES

OPEN: Final = {"additionalProperties": True}
RESERVED: Final = {"Awaited": "AwaitedAction", "Import": "RecordImport", "Map": "RulesetMap", "Pass": "PassTurn"}
"""Renames components whose name some language reserves."""


class Converter(OpenAPIConverter):
    """Extends apispec's converter by our fields and unions."""

    def field2property(self, field: Any) -> dict[str, Any]:
        """Return the JSON Schema of a field."""
        if isinstance(field, (Reference, Pointed)):
            pointer = reference(field.component)
            described = {"anyOf": [pointer, {"type": "null"}]} if field.allow_none else pointer
            return {name: field.metadata[name] for name in ("description",) if name in field.metadata} | described
        if isinstance(field, ClockField):
            return _notes(field) | {"anyOf": [self.resolve_nested_schema(one) for one in field.schemas.values()]}
        if not isinstance(field, KindField):
            return super().field2property(field)
        if isinstance(field.kind, FramesKind):
            return {"type": "array", "items": reference(FRAME)} | _notes(field)
        if isinstance(field.kind, Named):
            return _notes(field) | reference(field.kind.name)
        return field.kind.schema | _bounds(field) | _notes(field)

    def schema2jsonschema(self, schema: Any) -> dict[str, Any]:
        """Return the JSON Schema of a body."""
        if isinstance(schema, Union):
            return self._union(schema, "type", "")
        if isinstance(schema, OneOf):
            return self._union(schema, schema.by, schema.__doc__ or "")
        described: dict[str, Any] = super().schema2jsonschema(schema)
        if schema.__doc__:
            described["description"] = schema.__doc__
        described |= getattr(schema, "bounds", {})
        if hasattr(schema, "sample"):
            described["examples"] = [schema.sample]
        if getattr(schema, "samples", None):
            described["examples"] = schema.samples
        return described

    def _union(self, union: Union | OneOf, member: str, about: str) -> dict[str, Any]:
        names = {value: self.resolve_nested_schema(variant) for value, variant in union.variants.items()}
        return one_of(about, member, names)


def _bounds(field: KindField) -> dict[str, Any]:
    """Return what narrows a field in a request beyond its type."""
    sent = field.sent if isinstance(field, WordsField) and "anyOf" not in field.kind.schema else {}
    return {**(sent if isinstance(field.parent, Strict) else {}), **field.metadata.get("narrow", {})}


def _notes(field: Field[Any]) -> dict[str, Any]:
    """Return the texts of a field beside its type."""
    return {name: field.metadata[name] for name in ("description", "example", "default") if name in field.metadata}


class SchemaPlugin(MarshmallowPlugin):
    """Represents apispec's plugin for marshmallow, with our own converter."""

    Converter = Converter

    def __init__(self) -> None:
        super().__init__(schema_name_resolver=schema_name)


def schema_name(schema: Any) -> str:
    """Return the name of a schema's component."""
    cls = schema if isinstance(schema, type) else type(schema)
    name = cls.__name__.removesuffix("Schema")
    return RESERVED.get(name, name)


def describe_shared(spec: APISpec, rulesets: Collection[Ruleset]) -> None:
    """Add the components that belong to no single resource."""
    _describe_messages(spec, rulesets)
    _describe_positions(spec, rulesets)
    _describe_wishes(spec)
    _describe_documents(spec)
    describe_notices(spec)
    spec.components.schema("JsonSchema", {"type": "object", "description": "A JSON Schema (draft 2020-12).", **OPEN})
    describe_options(spec, rulesets)


def _describe_messages(spec: APISpec, rulesets: Iterable[Ruleset]) -> None:
    """Add `Command`, `CommandBatch`, `CommandBody`, `Event` and `GivenEvent` with all messages of the rulesets."""
    tables = {ruleset.name: event_table(ruleset) for ruleset in rulesets}
    describe_frames(spec, tables)
    for union in (every_command(rulesets), every_event(tables)):
        spec.components.schema(schema_name(union), schema=union)
    spec.components.schema("GivenEvent", describe_given(rulesets))
    commands = {
        "type": "array",
        "items": reference("Command"),
        "description": "The commands of one seat, in the order in which they are carried out.",
        "minItems": 1,
        "maxItems": MOST_COMMANDS,
    }
    batch = {
        "type": "object",
        "description": "Commands that are accepted all or none. Only the last one may draw or reveal something.",
        "properties": {"commands": commands},
        "required": ["commands"],
        "additionalProperties": False,
    }
    spec.components.schema("CommandBatch", batch)
    spec.components.schema("CommandBody", {"anyOf": [reference("Command"), reference("CommandBatch")]})


def _describe_positions(spec: APISpec, rulesets: Iterable[Ruleset]) -> None:
    """Add `GameState` and `Board`, each a union over the rulesets, discriminated by `ruleset`."""
    names = [ruleset.name for ruleset in rulesets]
    for union, about, known in (
        ("GameState", "The position of a game, as far as the caller may know it.", STATES),
        ("Board", "The board that commands and states refer to; it never changes.", BOARDS),
    ):
        components = {name: reference(_describe_by(spec, name, union, known.get(name))) for name in names}
        spec.components.schema(union, one_of(about, "ruleset", components))


def _describe_by(spec: APISpec, ruleset: str, union: str, schema: Schema | None) -> str:
    """Return the component of a ruleset's state or board; one from outside this project stays undescribed."""
    if schema is None:
        name = ruleset.capitalize() + union
        own = {"type": "string", "enum": [ruleset]}
        spec.components.schema(name, {"type": "object", "properties": {"ruleset": own}, "required": ["ruleset"]} | OPEN)
        return name
    spec.components.schema(schema_name(schema), schema=schema)
    return schema_name(schema)


def _describe_wishes(spec: APISpec) -> None:
    """Add `GameWish`, the body that creates a game."""
    spec.components.schema("GameDraft", schema=GameDraftSchema())
    spec.components.schema("RecordImport", schema=ImportSchema())
    spec.components.schema("SandboxStart", schema=SandboxStartSchema())
    spec.components.schema("PositionStart", schema=PositionStartSchema())
    spec.components.schema("PositionAnalysis", schema=PositionAnalysisSchema())
    spec.components.schema("RecordSeat", schema=RecordSeatSchema())
    wishes = [reference(name) for name in ("GameDraft", "RecordImport", "SandboxStart", "PositionStart")]
    about = "A game to set up, a record to import, or a record or position to begin a sandbox game with."
    spec.components.schema("GameWish", {"description": about, "anyOf": wishes})


def _describe_documents(spec: APISpec) -> None:
    """Add `PositionDocument`, which requests and answers have, and `PositionMember`, a question about one."""
    spec.components.schema("PositionMember", schema=PositionMemberSchema())
    spec.components.schema("PositionDocument", schema=PositionDocumentSchema())
    spec.components.schemas["PositionDocument"] |= OWN_MEMBERS


def describe(spec: APISpec, links: Mapping[str, Links]) -> dict[str, Any]:
    """Return the contract as served: responses sorted by status, with their links.

    `links` are those of each operation.
    """
    contract: dict[str, Any] = spec.to_dict()
    for path in contract["paths"].values():
        for operation in path.values():
            if isinstance(operation, dict):
                operation["responses"] = dict(sorted(operation["responses"].items()))
                for status, named in links.get(operation["operationId"], {}).items():
                    operation["responses"][status]["links"] = deepcopy(named)
    contract["paths"]["/v1/webhooks"]["post"]["callbacks"] = callbacks()
    complete(contract)
    return contract
