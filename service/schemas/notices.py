"""Defines the notices that webhooks receive, after Standard Webhooks: a type, a time, and data."""

from functools import cache
from typing import Any, Final

from apispec import APISpec
from marshmallow import Schema

from service.clients.seeks import EXPIRED, REFUSED
from service.examples import load_examples
from service.schemas.fields import (
    Reference,
    choice,
    date_time,
    flag,
    list_of,
    nested,
    objects,
    sometimes,
    string,
    whole,
    words,
)
from service.schemas.games import GameSchema, NoticedResultSchema
from service.schemas.messages import SEATS, VERSIONS
from service.schemas.orders import EndedOrderSchema
from service.schemas.play import LegalActionsSchema
from service.schemas.seats import AGENT_VERSION, LEVEL
from service.schemas.shapes import Answer, one_of, reference
from service.schemas.sharing import component_of
from service.schemas.votes import VoteSchema
from service.schemas.webhooks import SwitchedOffSchema
from service.table.terms import SEAT_KINDS, STATUSES
from service.usage.budgets import MOST_CPU_S
from service.webhooks.messages import CHANGES

NOTICE: Final = "Notice"
"""Names the component of any notice."""


class OwedSchema(Answer):
    """Something that a seat may or must do."""

    frame = string("The id of what the seat has to do; `words.frames` of the ruleset translates it.")
    must = flag("True if the game cannot continue until this seat acts.")
    since = date_time("When this became possible, or when the seat last acted after that, in ISO 8601.")


class NoticedSchema(Answer):
    """Where it happened, and whom it concerns."""

    game = words(64, "The id of the game in which it happened.")
    seat = whole(*SEATS, "The number of the seat that the notice is for.")


class NoticedTurnSchema(NoticedSchema):
    """What a seat may or must do; for the webhook that plays it, also what it needs to choose a command."""

    version = whole(*VERSIONS, "The newest version of the game when the notice was posted.")
    owes = objects(OwedSchema, "What the seat may or must do now.")
    token = string(sometimes("The seat's token, for posting a command later. Present if the webhook plays the seat."))
    view = nested(GameSchema, sometimes("The game as the seat sees it. Present if the webhook plays the seat."))
    legal_actions = nested(
        LegalActionsSchema, sometimes("The seat's legal actions now. Present if the webhook plays the seat.")
    )


class NoticedVoteSchema(NoticedSchema):
    """A vote that waits for the answer of a seat; answer it by `POST /v1/games/{id}/votes/{vote}`."""

    version = whole(*VERSIONS, "The newest version of the game when the notice was posted.")
    vote = nested(VoteSchema, "The vote, with what it decides and when it closes.")
    token = string(sometimes("The seat's token, for posting the answer. Present if the webhook plays the seat."))


class GameTurnedSchema(NoticedSchema):
    """The state of a game that has begun or ended."""

    version = whole(*VERSIONS, "The version with which the game began or ended.")
    status = choice(STATUSES, "The state of the game when the notice was posted.")
    result = nested(NoticedResultSchema, sometimes("How the game ended. Absent until it is over."))


class NoticedEventsSchema(NoticedSchema):
    """The events of a version, as the seat may see them."""

    version = whole(*VERSIONS, "The version that made these events.")
    events = list_of(Reference("Event"), "The events of the version, as the seat may see them.")


class TestedWebhookSchema(Answer):
    """A test of a webhook, which is about no game."""

    webhook = words(64, "The id of the webhook that is tested.")


class SeatChangedSchema(NoticedSchema):
    """How a seat or its holder changed."""

    version = whole(*VERSIONS, "The version in which the seat changed.")
    change = choice(tuple(CHANGES.values()), "What happened to the seat or its holder.")
    kind = choice(SEAT_KINDS, "Who plays the seat after the change.")
    agent = string(sometimes("The id of the agent that plays the seat after the change. Absent without one."))
    level = LEVEL
    agent_version = AGENT_VERSION
    yours = flag("True if the webhook still receives notices for the seat.")


class NoticedOrdersSchema(NoticedSchema):
    """Standing orders of a seat that have become void."""

    version = whole(*VERSIONS, "The newest version of the game when the notice was posted.")
    ended = objects(EndedOrderSchema, "The orders that have become void, each with the reason.")


class NoticedBudgetSchema(Answer):
    """How much of the budget of an API key was used today."""

    key = words(64, "The id of the key to which the webhook belongs.")
    percent = whole(1, 100, "How many hundredths of the processor time of the day are used: 80 or 100.")
    cpu_seconds = whole(0, MOST_CPU_S, "The processor seconds that the key may use a day.")
    renews = date_time("When the budget renews, in ISO 8601.")


class NoticedSeekSchema(Answer):
    """A seek of a player of the webhook's key that ended without a game."""

    seek = words(64, "The id of the seek.")
    player = words(64, "The id of the player who sought others.")
    status = choice(
        (EXPIRED, REFUSED), "`expired` if nobody came in time or the player was not heard of, `refused` without a game."
    )
    ended = date_time("When the seek ended, in ISO 8601.")
    reason = string(sometimes("The type of the problem by which the game was refused. Absent otherwise."))


class NoticedWebhookOffSchema(SwitchedOffSchema):
    """Another webhook of the same owner that was switched off."""

    webhook = words(64, "The id of the webhook that was switched off; `PATCH` with `active` switches it on again.")


def _notice(type_: str, text: str, data: type[Schema]) -> Schema:
    name = component_of(type_, NOTICE) + "Schema"
    members: dict[str, Any] = {
        "type": choice((type_,), "The type of the notice, which determines the form of `data`."),
        "timestamp": date_time("When it happened, in ISO 8601."),
        "data": nested(data, "What happened, and in which game."),
    }
    samples = load_examples("messages").get("notices", {}).get(type_, [])
    meta = type("Meta", (Answer.Meta,), {"register": False})
    cls = type(name, (Answer,), members | {"Meta": meta, "__doc__": text, "samples": samples})
    schema: Schema = cls()
    return schema


_NOTICES: Final = {
    "turn": ("A seat may or must act. A bot may answer with 200 and its command.", NoticedTurnSchema),
    "vote": ("A vote waits for the seat's answer.", NoticedVoteSchema),
    "started": ("The game begins.", GameTurnedSchema),
    "finished": ("The game is over.", GameTurnedSchema),
    "seat_changed": ("A seat or its holder changed.", SeatChangedSchema),
    "orders": ("Standing orders of the seat have become void.", NoticedOrdersSchema),
    "test": ("The owner of the webhook tests it. Any 2xx counts as received.", TestedWebhookSchema),
    "budget": ("Most or all of the budget of a webhook's API key is used.", NoticedBudgetSchema),
    "seek_ended": ("A seek of a player of the key ended without a game.", NoticedSeekSchema),
    "webhook_off": ("Another webhook of the same owner was switched off.", NoticedWebhookOffSchema),
    "events": ("The game has a new version.", NoticedEventsSchema),
}
"""Maps types to what they mean and the schemas of their data."""


@cache
def make_notices() -> dict[str, Schema]:
    """Return the schemas of notices by type; only the contract needs them, so they are made with it."""
    return {type_: _notice(type_, text, data) for type_, (text, data) in _NOTICES.items()}


URL = "{$request.body#/url}"
HEADERS = {
    "webhook-id": "The id of the notice, equal in every attempt, so that repeated ones can be ignored.",
    "webhook-timestamp": "When this attempt was made, in seconds since the Unix epoch.",
    "webhook-signature": "It is `v1,` and the base64 HMAC-SHA256 of `id.timestamp.body` with the webhook's secret.",
}


def describe_notices(spec: APISpec) -> None:
    """Add `Notice`, and all notices, to the contract."""
    for type_, schema in make_notices().items():
        spec.components.schema(component_of(type_, NOTICE), schema=schema)
    places = {type_: reference(component_of(type_, NOTICE)) for type_ in _NOTICES}
    spec.components.schema(NOTICE, one_of("A notice that is posted to a webhook.", "type", places))
    spec.tag({"name": "notices", "description": "Notices that are posted to webhooks."})


def callbacks() -> dict[str, Any]:
    """Return the callback of a webhook; generators read callbacks, but stumble over a section `webhooks`."""
    text = {"type": "string"}
    body = {"application/json": {"schema": reference(NOTICE)}}
    answer = {"application/json": {"schema": reference("CommandBody")}}
    post = {
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
    return {"notice": {URL: {"post": post}}}
