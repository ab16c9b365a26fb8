"""Routes what the administrator does about clients."""

from typing import Any, Final

from flask import Response

from service.clients.audit_log import acts_page, record_act
from service.clients.limits import Limits, set_limits
from service.handlers.administration import request_removal
from service.http.access import administrator, context, hash_credential
from service.http.answers import json_answer
from service.http.arguments import Resources
from service.http.declared import Job
from service.http.idempotency import idempotency_key
from service.http.linking import page_answer, start_of
from service.http.responses import job_answer, private
from service.schemas import admin as schemas
from service.schemas import links
from service.schemas.headers import NEXT, OLD
from service.schemas.jobs import RemovalJobSchema
from service.views.admin import client_document, clients_page, require_client

blueprint: Final = Resources(
    "admin",
    __name__,
    order=12,
    url_prefix="/v1/admin",
    description="What the administrator does. It takes the administrator's key.",
)


@blueprint.route("/clients")
@blueprint.operation("listClients", links=links.CLIENTS)
@blueprint.opened_by("key")
@blueprint.arguments(schemas.ClientsQuery(), location="query")
@blueprint.response(200, schemas.ClientPageSchema(), headers=NEXT | OLD)
@blueprint.problems(403, 422)
def clients(query: dict[str, Any]) -> Response:
    """List the clients that have games which are open or running, or limits of their own, in pages.

    It takes the administrator's key. A game counts for the client that made it. New games are counted within two
    seconds, those in which only agents play at once. To continue, send `next` as `after`.
    """
    administrator()
    start = start_of(query)
    page = clients_page(context(), cursor=start.cursor, name=start.name, **query)
    return private(page_answer(page, start))


@blueprint.route("/clients/<id>")
@blueprint.operation("getClient")
@blueprint.opened_by("key")
@blueprint.response(200, schemas.OneClientSchema())
@blueprint.problems(403, 404)
def client(id: str) -> Response:
    """Show what a client does.

    It takes the administrator's key. A client that does nothing and one that never was look the same.
    """
    administrator()
    return private(json_answer(client_document(context(), id)))


@blueprint.route("/clients/<id>/limits", methods=["PUT"])
@blueprint.operation("updateClientLimits")
@blueprint.opened_by("key")
@blueprint.arguments(schemas.ClientLimitsSchema(), example={"ai_games": 5, "closed": False})
@blueprint.response(200, schemas.OneClientSchema())
@blueprint.problems(403, 404, 413, 415, 422)
def limits(wish: dict[str, Any], id: str) -> Response:
    """Set the limits of a client in place of those that it has, or close or block it; `{}` lifts all of them.

    It takes the administrator's key. Games that run go on. A client that is closed makes no new games (403), and one
    that is blocked takes no seats either. Every process of the server follows within a second.
    """
    who, said = administrator(), Limits(**wish)
    require_client(id)
    set_limits(context(), id, said)
    record_act(context(), who.id, "updateClientLimits", id, **said.document)
    return private(json_answer(client_document(context(), id)))


@blueprint.route("/clients/<id>/games", methods=["DELETE"])
@blueprint.operation("deleteClientGames", job=Job.LONG, links=links.QUEUED)
@blueprint.opened_by("key")
@blueprint.arguments(schemas.RemovalQuery(), location="query")
@blueprint.queues(RemovalJobSchema())
@blueprint.problems(403, 404, 422)
def remove(query: dict[str, Any], id: str) -> Response:
    """Remove the games of a client that are open or running, for good. A job does it, the newest games first.

    It takes the administrator's key. Games in which other people play are kept unless `people=true`. A branch of a game
    that runs without analyses is kept until that game is over. Finished games stay. Close the client before, so that it
    makes no others meanwhile.
    """
    who, people = administrator(), query.get("people", False)
    queued = request_removal(context(), id, hash_credential(), idempotency_key(), people=people)
    record_act(context(), who.id, "deleteClientGames", id, people=people, job=queued.job["id"])
    return job_answer(queued)


@blueprint.route("/acts")
@blueprint.operation("listActs", links=links.ACTS)
@blueprint.opened_by("key")
@blueprint.arguments(schemas.ActsQuery(), location="query")
@blueprint.response(200, schemas.ActPageSchema(), headers=NEXT)
@blueprint.problems(403, 422)
def acts(query: dict[str, Any]) -> Response:
    """List what administrators did, the newest act first, in pages.

    It takes the administrator's key. The newest 1000 acts are kept, those on the command line among them; each is a
    line in the logs, too.
    """
    administrator()
    start = start_of(query)
    return private(page_answer(acts_page(context(), cursor=start.cursor, name=start.name, **query), start))
