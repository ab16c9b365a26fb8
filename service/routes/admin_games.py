"""Routes what the administrator does about games of other people."""

from typing import Any, Final

from flask import Response

from service.clients.audit_log import record_act
from service.handlers.administration import close_game, rename_seat
from service.handlers.finished_games import request_expiry
from service.handlers.retention import ChosenTerms
from service.http.access import administrator, context, hash_credential
from service.http.arguments import Resources
from service.http.declared import Job
from service.http.idempotency import idempotency_key
from service.http.linking import page_answer, start_of
from service.http.responses import job_answer, private
from service.schemas import admin as schemas
from service.schemas import links
from service.schemas.headers import NEXT
from service.schemas.jobs import RemovalJobSchema
from service.views.admin import MOST, Wanted, all_games_page

blueprint: Final = Resources(
    "admin_games",
    __name__,
    order=13,
    url_prefix="/v1/admin/games",
    description="Games of other people. It takes the administrator's key.",
)


@blueprint.route("")
@blueprint.operation("listAllGames", links=links.ALL_GAMES)
@blueprint.opened_by("key")
@blueprint.arguments(schemas.AllGamesQuery(), location="query")
@blueprint.response(200, schemas.AllGamesPageSchema(), headers=NEXT)
@blueprint.problems(403, 422)
def games(query: dict[str, Any]) -> Response:
    """List the games of all clients that are open or running, private ones too, in pages.

    It takes the administrator's key, and shows nothing that is hidden in a game. Games of one `client` come the newest
    first, otherwise by client. A page may be short or empty: to continue, send `next` as `after`.
    """
    administrator()
    start = start_of(query)
    limit = query.pop("limit", MOST)
    page = all_games_page(context(), Wanted(**query), limit, start.cursor, start.name)
    return private(page_answer(page, start))


@blueprint.route("", methods=["DELETE"])
@blueprint.operation("deleteFinishedGames", job=Job.LONG, links=links.QUEUED)
@blueprint.opened_by("key")
@blueprint.arguments(schemas.FinishedQuery(), location="query")
@blueprint.queues(RemovalJobSchema())
@blueprint.problems(403, 404, 422)
def remove_finished(query: dict[str, Any]) -> Response:
    """Delete games for good that ended some days ago, of one ruleset or made by one API key if the query names it.

    It takes the administrator's key. A job deletes them, in the archive too; with `dry_run=true` it only counts them.
    Games that are open, running or paused are never deleted, and a branch of a game that runs without analyses is kept
    until that game is over. If a job is cut short, request another one for the rest.
    """
    who, dry_run = administrator(), query.pop("dry_run", False)
    terms = ChosenTerms(query["finished_days"], query.get("ruleset"), query.get("key"))
    queued = request_expiry(context(), terms, hash_credential(), idempotency_key(), dry_run=dry_run)
    if not dry_run:
        record_act(context(), who.id, "deleteFinishedGames", "games", **query, job=queued.job["id"])
    return job_answer(queued)


@blueprint.route("/<id>", methods=["DELETE"])
@blueprint.operation("deleteAnyGame")
@blueprint.opened_by("key")
@blueprint.arguments(schemas.CloseGameQuery(), location="query")
@blueprint.response(204)
@blueprint.problems(403, 404, 409, 422)
def close(query: dict[str, Any], id: str) -> Response:
    """Close a game of other people, whatever its state: it is deleted for good.

    It takes the administrator's key. An end that its players did not decide could not be proven from a record. A branch
    of a game that runs without analyses is refused until that is over.
    """
    who = administrator()
    close_game(context(), id)
    record_act(context(), who.id, "deleteAnyGame", id, **query)
    return Response(status=204)


@blueprint.route("/<id>/seats/<int:seat>/name", methods=["PUT"])
@blueprint.operation("updateSeatName")
@blueprint.opened_by("key")
@blueprint.arguments(schemas.SeatNameSchema(), example={"name": "Player 1"})
@blueprint.response(204)
@blueprint.problems(403, 404, 409, 413, 415, 422)
def rename(wish: dict[str, Any], id: str, seat: int) -> Response:
    """Replace the name of a player that offends, in any game; `{}` removes it.

    It takes the administrator's key. The player can choose another name while the game goes on.
    """
    who, name = administrator(), wish.get("name", "")
    rename_seat(context(), id, seat, name)
    record_act(context(), who.id, "updateSeatName", id, seat=seat, removed=not name)
    return Response(status=204)
