"""What webhooks are told, as Standard Webhooks has it: a type, a moment, and what there is to tell."""

from typing import Any

from apispec import APISpec
from marshmallow import Schema, fields

from service.schemas.answers import SEATS, STATUSES, GameSchema, LegalActionsSchema
from service.schemas.fields import Reference, choice, flag, whole, words
from service.schemas.messages import VERSIONS
from service.schemas.recorded import recorded
from service.schemas.shapes import Answer
from service.table_events import SEAT_KINDS
from service.webhooks.seat_changes import CHANGES


class OwedSchema(Answer):
    """Something that a seat may or must do."""

    frame = fields.String(required=True)
    must = flag(required=True)
    since = fields.DateTime(required=True)


class NoticedSchema(Answer):
    """Where it happened, and whom it concerns."""

    game = words(64, required=True)
    seat = whole(*SEATS, required=True)
    version = whole(*VERSIONS, required=True)


class TurnSchema(NoticedSchema):
    """What the seat owes; where the webhook plays it, also what is needed to choose a command."""

    owes = fields.List(fields.Nested(OwedSchema()), required=True)
    token = fields.String(metadata={"description": "The seat's, to post a command later; of bots alone"})
    view = fields.Nested(GameSchema(), metadata={"description": "The game as the seat may see it; of bots alone"})
    legal_actions = fields.Nested(
        LegalActionsSchema(), metadata={"description": "As that resource has it; of bots alone"}
    )


class NoticedResultSchema(Answer):
    """How the game ended."""

    winners = fields.List(whole(*SEATS), required=True)
    points = fields.List(fields.Integer(), required=True)


class GameTurnedSchema(NoticedSchema):
    """How the game stands."""

    status = choice(STATUSES, required=True)
    result = fields.Nested(NoticedResultSchema())


class NoticedEventsSchema(NoticedSchema):
    """What a version brought, as the seat may see it."""

    events = fields.List(Reference("Event"), required=True)


def component_of_notice(type_: str) -> str:
    """The component of the specification that describes a notice."""
    return "".join(part.capitalize() for part in type_.split("_")) + "Notice"


class SeatChangedSchema(NoticedSchema):
    """How a seat or its holder changed."""

    change = choice(tuple(CHANGES.values()), required=True, metadata={"description": "What was done to the seat"})
    kind = choice(SEAT_KINDS, required=True, metadata={"description": "Who plays there from then on"})
    agent = fields.String(metadata={"description": "The agent that plays there"})
    yours = flag(required=True, metadata={"description": "Whether the webhook still has the seat"})


def _notice(type_: str, told: str, data: Schema) -> Schema:
    name = component_of_notice(type_) + "Schema"
    members: dict[str, Any] = {
        "type": choice((type_,), required=True),
        "timestamp": fields.DateTime(required=True, metadata={"description": "When it happened"}),
        "data": fields.Nested(data, required=True),
    }
    meta = type("Meta", (Answer.Meta,), {"register": False})
    cls = type(name, (Answer,), members | {"Meta": meta, "__doc__": told, "samples": _samples(type_)})
    schema: Schema = cls()
    return schema


def _samples(type_: str) -> list[Any]:
    found: list[Any] = recorded("messages").get("notices", {}).get(type_, [])
    return found


NOTICES = {
    "turn": _notice("turn", "A seat owes something. A bot may answer with 200 and its command.", TurnSchema()),
    "started": _notice("started", "The game begins.", GameTurnedSchema()),
    "finished": _notice("finished", "The game is over.", GameTurnedSchema()),
    "seat_changed": _notice("seat_changed", "A seat or its holder changed.", SeatChangedSchema()),
    "events": _notice("events", "The game went on by a version.", NoticedEventsSchema()),
}
"""By type."""

URL = "{$request.body#/url}"
HEADERS = {
    "webhook-id": "Names the notice, however often it is delivered: what was seen is to be dropped",
    "webhook-timestamp": "When this attempt was made, in seconds since the epoch",
    "webhook-signature": "`v1,` and the base64 of the HMAC-SHA256 of `id.timestamp.body` under the webhook's secret",
}


def describe_notices(spec: APISpec) -> None:
    """Add `Notice`, and what is posted to webhooks."""
    for type_, schema in NOTICES.items():
        spec.components.schema(component_of_notice(type_), schema=schema)
    places = {type_: f"#/components/schemas/{component_of_notice(type_)}" for type_ in NOTICES}
    union = {
        "description": "What a webhook is told",
        "oneOf": [{"$ref": place} for place in places.values()],
        "discriminator": {"propertyName": "type", "mapping": places},
    }
    spec.components.schema("Notice", union)
    spec.tag({"name": "notices", "description": "What is posted to webhooks"})


def callbacks() -> dict[str, Any]:
    """What is posted to a webhook; generators read callbacks, where they stumble over a section `webhooks`."""
    return {"notice": {URL: {"post": _posted()}}}


def _posted() -> dict[str, Any]:
    text = {"type": "string"}
    body = {"application/json": {"schema": {"$ref": "#/components/schemas/Notice"}}}
    answer = {"application/json": {"schema": {"$ref": "#/components/schemas/CommandBody"}}}
    return {
        "operationId": "onNotice",
        "tags": ["notices"],
        "summary": "Tell a webhook what its types name.",
        "description": "Posted to the webhook's `url` and signed as Standard Webhooks has it; an attempt that is not "
        "answered with 2xx is repeated later and later.",
        "security": [],
        "parameters": [
            {"in": "header", "name": name, "required": True, "description": told, "schema": text}
            for name, told in HEADERS.items()
        ],
        "requestBody": {"required": True, "content": body},
        "responses": {
            "200": {"description": "Taken; of a bot also its command", "content": answer},
            "204": {"description": "Taken"},
            "410": {"description": "Switch the webhook off"},
        },
    }
