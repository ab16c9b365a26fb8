"""Defines the notices that webhooks receive, following Standard Webhooks: a type, a time, and data."""

from typing import Any

from apispec import APISpec
from marshmallow import Schema, fields

from service.schemas.fields import Reference, always, choice, flag, objects, sometimes, whole, words
from service.schemas.game_members import STATUSES
from service.schemas.games import GameSchema
from service.schemas.legal_actions import LegalActionsSchema
from service.schemas.messages import SEATS, VERSIONS
from service.schemas.recorded import load_examples
from service.schemas.seats import LEVEL
from service.schemas.shapes import Answer
from service.schemas.votes import VoteSchema
from service.table.choices import SEAT_KINDS
from service.webhooks.seat_changes import CHANGES


class OwedSchema(Answer):
    """Something that a seat may or must do."""

    frame = fields.String(**always("The id of what the seat has to do; `words.frames` of the ruleset translates it."))
    must = flag(**always("True if the game cannot continue until this seat acts."))
    since = fields.DateTime(**always("When this became possible, or when the seat last acted after that, in ISO 8601."))


class NoticedSchema(Answer):
    """Where it happened, and whom it concerns."""

    game = words(64, **always("The id of the game in which it happened."))
    seat = whole(*SEATS, **always("The number of the seat that the notice is for."))


class NoticedTurnSchema(NoticedSchema):
    """What a seat may or must do; for the webhook that plays it, also what it needs to choose a command."""

    version = whole(*VERSIONS, **always("The newest version of the game when the notice was posted."))
    owes = objects(OwedSchema, **always("What the seat may or must do now."))
    token = fields.String(
        **sometimes("The seat's token, for posting a command later. Present if the webhook plays the seat.")
    )
    view = fields.Nested(
        GameSchema(), **sometimes("The game as the seat sees it. Present if the webhook plays the seat.")
    )
    legal_actions = fields.Nested(
        LegalActionsSchema(), **sometimes("The seat's legal actions now. Present if the webhook plays the seat.")
    )


class NoticedVoteSchema(NoticedSchema):
    """A vote that waits for the answer of a seat; answer it by `POST /v1/games/{id}/votes/{vote}`."""

    version = whole(*VERSIONS, **always("The newest version of the game when the notice was posted."))
    vote = fields.Nested(VoteSchema(), **always("The vote, with what it decides and when it closes."))
    token = fields.String(
        **sometimes("The seat's token, for posting the answer. Present if the webhook plays the seat.")
    )


class NoticedResultSchema(Answer):
    """How the game ended."""

    winners = fields.List(whole(*SEATS), **always("The numbers of the winning seats; empty if the game was abandoned."))
    points = fields.List(
        fields.Integer(), **always("The final victory points of each seat, in the order of the seats.")
    )


class GameTurnedSchema(NoticedSchema):
    """The state of a game that has begun or ended."""

    version = whole(*VERSIONS, **always("The version with which the game began or ended."))
    status = choice(STATUSES, **always("The state of the game when the notice was posted."))
    result = fields.Nested(NoticedResultSchema(), **sometimes("How the game ended. Absent until it is over."))


class NoticedEventsSchema(NoticedSchema):
    """The events of a version, as the seat may see them."""

    version = whole(*VERSIONS, **always("The version that made these events."))
    events = fields.List(Reference("Event"), **always("The events of the version, as the seat may see them."))


class TestedWebhookSchema(Answer):
    """A test of a webhook, which is about no game."""

    webhook = words(64, **always("The id of the webhook that is tested."))


def component_of_notice(type_: str) -> str:
    """Return the component of the contract that describes a notice."""
    return "".join(part.capitalize() for part in type_.split("_")) + "Notice"


class SeatChangedSchema(NoticedSchema):
    """How a seat or its holder changed."""

    version = whole(*VERSIONS, **always("The version in which the seat changed."))
    change = choice(tuple(CHANGES.values()), **always("What happened to the seat or its holder."))
    kind = choice(SEAT_KINDS, **always("Who plays the seat after the change."))
    agent = fields.String(**sometimes("The id of the agent that plays the seat after the change. Absent without one."))
    level = LEVEL
    yours = flag(**always("True if the webhook still receives notices for the seat."))


def _notice(type_: str, text: str, data: Schema) -> Schema:
    name = component_of_notice(type_) + "Schema"
    members: dict[str, Any] = {
        "type": choice((type_,), **always("The type of the notice, which determines the form of `data`.")),
        "timestamp": fields.DateTime(**always("When it happened, in ISO 8601.")),
        "data": fields.Nested(data, **always("What happened, and in which game.")),
    }
    meta = type("Meta", (Answer.Meta,), {"register": False})
    cls = type(name, (Answer,), members | {"Meta": meta, "__doc__": text, "samples": _samples(type_)})
    schema: Schema = cls()
    return schema


def _samples(type_: str) -> list[Any]:
    found: list[Any] = load_examples("messages").get("notices", {}).get(type_, [])
    return found


NOTICES = {
    "turn": _notice("turn", "A seat may or must act. A bot may answer with 200 and its command.", NoticedTurnSchema()),
    "vote": _notice("vote", "A vote waits for the seat's answer.", NoticedVoteSchema()),
    "started": _notice("started", "The game begins.", GameTurnedSchema()),
    "finished": _notice("finished", "The game is over.", GameTurnedSchema()),
    "seat_changed": _notice("seat_changed", "A seat or its holder changed.", SeatChangedSchema()),
    "test": _notice("test", "The owner of the webhook tests it. Any 2xx counts as received.", TestedWebhookSchema()),
    "events": _notice("events", "The game has a new version.", NoticedEventsSchema()),
}
"""Maps types to schemas."""

URL = "{$request.body#/url}"
HEADERS = {
    "webhook-id": "The id of the notice, equal in every attempt, so that repeated ones can be ignored.",
    "webhook-timestamp": "When this attempt was made, in seconds since the Unix epoch.",
    "webhook-signature": "It is `v1,` and the base64 HMAC-SHA256 of `id.timestamp.body` with the webhook's secret.",
}


def describe_notices(spec: APISpec) -> None:
    """Add `Notice`, and all notices, to the contract."""
    for type_, schema in NOTICES.items():
        spec.components.schema(component_of_notice(type_), schema=schema)
    places = {type_: f"#/components/schemas/{component_of_notice(type_)}" for type_ in NOTICES}
    union = {
        "description": "A notice that is posted to a webhook.",
        "oneOf": [{"$ref": place} for place in places.values()],
        "discriminator": {"propertyName": "type", "mapping": places},
    }
    spec.components.schema("Notice", union)
    spec.tag({"name": "notices", "description": "Notices that are posted to webhooks."})


def callbacks() -> dict[str, Any]:
    """Return the callback of a webhook; generators read callbacks, but stumble over a section `webhooks`."""
    return {"notice": {URL: {"post": _describe_post()}}}


def _describe_post() -> dict[str, Any]:
    text = {"type": "string"}
    body = {"application/json": {"schema": {"$ref": "#/components/schemas/Notice"}}}
    answer = {"application/json": {"schema": {"$ref": "#/components/schemas/CommandBody"}}}
    return {
        "operationId": "onNotice",
        "tags": ["notices"],
        "summary": "Notify a webhook of what happened.",
        "description": "The notice is posted to the webhook's `url` and signed according to Standard Webhooks. If the "
        "answer is not 2xx, it is repeated at growing intervals.",
        "security": [],
        "parameters": [
            {"in": "header", "name": name, "required": True, "description": about, "schema": text}
            for name, about in HEADERS.items()
        ],
        "requestBody": {"required": True, "content": body},
        "responses": {
            "200": {"description": "The notice was received; a bot may answer with its command.", "content": answer},
            "204": {"description": "The notice was received."},
            "410": {"description": "The webhook no longer exists; the server switches it off."},
        },
    }
