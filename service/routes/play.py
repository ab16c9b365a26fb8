"""Routes legal actions, commands, events and the proof of chance."""

from collections.abc import Mapping
from contextlib import suppress
from typing import Any, Final

from flask import Response, request, url_for
from marshmallow import ValidationError

from eventstore.records import NONE, OtherFacts
from service.clients.authentication import TICKET_S, Caller, issue_ticket, redeem, require_part, require_seat
from service.game.cursors import Cursor
from service.game.games import Game
from service.game.idempotency import answer_once
from service.handlers.accept import at_version
from service.handlers.commands import Sender, submit
from service.handlers.dry_runs import dry_run
from service.http.access import application, caller_of, context, game_and_caller, look, recall_caller, token
from service.http.answers import Answer, json_answer
from service.http.arguments import Resources
from service.http.bodies import json_body
from service.http.caching import read_if_match
from service.http.declared import Counts
from service.http.idempotency import REPEATED, idempotency_key
from service.http.incoming import incoming
from service.http.linking import DRY_RUNS_MOVED, lead_on, say_old, under
from service.http.negotiation import language, representation
from service.http.problem_documents import problem_document
from service.http.responses import answer_made, describe_accepted, private
from service.http.stream_answers import stream_answer
from service.http.stream_pages import NDJSON, SSE, STREAM_DOCS
from service.http.streaming import Extras
from service.http.strict_json import BadJson
from service.problems import Problem
from service.schemas import links
from service.schemas.headers import NEXT, REPLAYED
from service.schemas.play import (
    LATEST,
    AcceptedSchema,
    CommandQuery,
    DryRunSchema,
    EventPageSchema,
    EventsQuery,
    FairnessSchema,
    LegalActionsSchema,
    StreamTicketSchema,
    read_commands,
)
from service.schemas.shapes import NothingSchema, reference
from service.views.events_pages import BEGINNING, events_page
from service.views.fairness import fairness_document
from service.views.newest_views import Body
from service.views.spectator_delay import visible

blueprint: Final = Resources("play", __name__, order=3, url_prefix="/v1/games", description="Commands and events.")
PAGE: Final = 100
EVENTS: Final = "A page of the log."
ROAD: Final = {"type": "BuildRoad", "edge": 7}
BODY: Final = {
    "schema": reference("CommandBody"),
    "examples": {"one": {"value": ROAD}, "several": {"value": {"commands": [ROAD, {"type": "EndTurn"}]}}},
}


@blueprint.direct_route("/<id>/legal-actions")
@blueprint.operation("getLegalActions", links=links.LEGAL_ACTIONS)
@blueprint.response(200, LegalActionsSchema())
@blueprint.problems(401, 403, 404, 409)
def legal_actions(id: str) -> Answer:
    """List everything that the caller's seat may do now.

    `actions` are complete commands; `templates` are families of commands with bounds for their open members. Every
    `command` and `example` can be posted as it is. Spectators, and everyone after the end, get empty lists.
    """
    return Answer(application().newest.legal_actions(look(id), language()), 200, {})


@blueprint.direct_route("/<id>/commands", "POST", CommandQuery())
@blueprint.operation("postCommands", counts=Counts.MOVE, links=links.COMMANDS)
@blueprint.opened_by("token")
@blueprint.doc(requestBody={"required": True, "content": {"application/json": BODY}})
@blueprint.response(201, AcceptedSchema(), headers=REPLAYED)
@blueprint.problems(400, 401, 403, 404, 409, 412, 413, 415, 422)
@blueprint.reads("If-Match", "Idempotency-Key")
def command(query: dict[str, Any], id: str) -> Answer:
    """Act for a seat with one command, or with several that are accepted all or none. 201 means that they are durable.

    `POST /v1/games/{id}/dry-runs` shows beforehand what they would do.
    """
    if query.get("dry_run"):
        idempotency_key()  # raises Problem for a bad one, as this form always did
        answer = Answer(Body(_try_commands(id)), 200, {})
        say_old(answer.headers, DRY_RUNS_MOVED)
        return answer
    recalled = recall_caller(id)
    if recalled is not None:
        with suppress(Problem, OtherFacts, ValidationError, BadJson):  # to be judged on what the store holds now
            return _accept(*recalled)
    return _accept(*game_and_caller(id))


def _accept(game: Game, caller: Caller, given: Mapping[str, bytes] = NONE) -> Answer:
    seat = require_seat(caller)
    commands, key = read_commands(game.ruleset, json_body()), idempotency_key()
    expected = read_if_match(game, caller)
    done = submit(context(), game.id, seat, commands, expected, key, Sender(caller.holder, game.tip, given))
    return Answer(Body(describe_accepted(done)), 201, REPEATED if done.replayed else {})


@blueprint.route("/<id>/dry-runs", methods=["POST"])
@blueprint.operation("tryCommands", counts=Counts.MOVE, links=links.DRY_RUN)
@blueprint.opened_by("token")
@blueprint.doc(requestBody={"required": True, "content": {"application/json": BODY}})
@blueprint.response(200, DryRunSchema())
@blueprint.problems(400, 401, 403, 404, 409, 412, 413, 415, 422)
@blueprint.reads("If-Match")
def dry_runs(id: str) -> Response:
    """Show what one command would do, or several that are accepted all or none, and change nothing.

    The answer says what is certain and how likely each outcome is, using only what the seat knows.
    """
    return json_answer(_try_commands(id))


def _try_commands(game_id: str) -> dict[str, Any]:
    """Return what a dry run found; if it refused a command, the problem has its text."""
    game, caller = game_and_caller(game_id)
    seat, commands = require_seat(caller), read_commands(game.ruleset, json_body())
    known = at_version(context(), game_id, read_if_match(game, caller), game.tip)
    document = dry_run(known, seat, commands)
    if "problem" in document:
        problem = problem_document(document["problem"], language(), under(""))
        document["problem"] = problem | {"instance": under(incoming().path)}
    return document


@blueprint.route("/<id>/fairness")
@blueprint.operation("getFairness")
@blueprint.response(200, FairnessSchema())
@blueprint.problems(401, 403, 404, 409)
def fairness(id: str) -> Response:
    """Show the commitment to the seed of all chance; after the end also the seed and every draw.

    The n-th draw of a stream follows from the seed, the stream and n. An undo therefore repeats a draw and never makes
    another one.
    """
    return json_answer(fairness_document(context(), visible(context(), caller_of(id)), language()))


@blueprint.route("/<id>/events")
@blueprint.operation("listEvents", links=links.EVENTS)
@blueprint.arguments(EventsQuery(), location="query")
@blueprint.response(200, EventPageSchema(), headers=NEXT, description=EVENTS)
@blueprint.doc(**STREAM_DOCS)
@blueprint.alt_response(204, description="The game is over and the client has received the whole stream.")
@blueprint.problems(401, 403, 404, 406, 409, 410, 422)
@blueprint.reads("Last-Event-ID")
def events(query: dict[str, Any], id: str) -> Response:
    """Read the log as the caller may see it: one page, or with `Accept: text/event-stream` everything as it happens.

    A page never splits a version; to continue, send its `cursor` as `after`; `next` is the same while there is more. If
    a failover lost versions that a cursor covers, a page is 410 `reset`, and a stream sends `event: reset` and ends. A
    stream begins after `Last-Event-ID` or `after` and ends with `event: end` when the game does. Hidden members are
    absent. With `summaries=true` each event has a `summary` in the requested language. Streams are described in
    `/asyncapi.yaml`.

    A stream that was opened with a seat's token also sends `event: turn`, with a `Turn` as its data and no `id`: once
    after it was opened, and after the events of a version that changed what the seat must or may do. As a line of
    JSON it is `{"turn": {...}}`, the only line without a `type`. With `legal=true` it holds the legal actions, and a
    page that reaches the newest event has a `turn` too. With `phrases=true` a stream also sends `event: phrase`
    whenever a seat says something (`GET phrases`), which is no event of the log and has no `id`. With `presence=true`
    the stream of a seat or the owner sends `event: presence` at first and whenever somebody comes or goes.
    """
    media_type = representation(("application/json", SSE, NDJSON))
    ticket = query.get("ticket") if request.method == "GET" else None
    game, caller = game_and_caller(id) if ticket is None else _with_ticket(id, ticket)
    given = query.get("after", BEGINNING)
    after = Cursor(game.version) if given == LATEST else given
    summaries_in, legal_in = (language() if query.get(name) else None for name in ("summaries", "legal"))
    shows_presence = query.get("presence", False)
    if shows_presence:
        require_part(caller)
    if media_type != "application/json" and request.method == "GET":
        extras = Extras(summaries_in, legal_in, language() if query.get("phrases") else None, shows_presence)
        return stream_answer(game, caller, after, media_type, extras)
    part = (after, query.get("limit", PAGE), query.get("line"))
    page = events_page(context(), caller, *part, summaries_in, legal_in)
    return private(lead_on(json_answer(page), page.get("next")))


def _with_ticket(game_id: str, ticket: str) -> tuple[Game, Caller]:
    game = context().games.load(game_id)
    if token() is not None:
        caller_of(game_id)  # raises Problem for a token that opens nothing
    return game, redeem(context(), game, ticket)


@blueprint.route("/<id>/stream-tickets", methods=["POST"])
@blueprint.operation("createStreamTicket", links=links.STREAM_TICKET)
@blueprint.arguments(NothingSchema(), required=False)
@blueprint.repeatable(201, StreamTicketSchema())
@blueprint.problems(400, 403, 404, 409, 413, 415, 422)
def stream_ticket(wish: dict[str, Any], id: str) -> Response:
    """Create a ticket for `events?ticket=`, valid once within a minute, since EventSource cannot send headers.

    After a connection is lost, another ticket is needed.
    """
    return answer_made(*answer_once(context(), idempotency_key(), _issue, caller_of(id)))


def _issue(caller: Caller) -> dict[str, Any]:
    ticket = issue_ticket(context(), caller)
    return {"ticket": ticket, "expires_in": TICKET_S, "stream": url_for("play.events", id=caller.game, ticket=ticket)}
