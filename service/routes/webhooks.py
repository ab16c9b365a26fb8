"""Routes webhooks and their deliveries: creating, viewing, changing, deleting, testing."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final

from flask import Response

from service.clients.ownership import Party
from service.game.idempotency import answer_once, find_queued, job_key
from service.game.results import Queued
from service.http.access import context, hash_credential, party
from service.http.answers import json_answer
from service.http.arguments import Resources
from service.http.declared import Job
from service.http.idempotency import idempotency_key
from service.http.responses import answer_made, job_answer, private
from service.problems import not_found
from service.schemas import links
from service.schemas import webhooks as schemas
from service.schemas.jobs import DeliveryJobSchema
from service.schemas.shapes import NothingSchema
from service.webhooks.deliveries import deliveries_of, find_delivery, new_test
from service.webhooks.registry import (
    BY_OWNER,
    Hook,
    NewHook,
    check_url,
    end_hook,
    find_hook,
    hooks_of,
    keep_health,
    keep_hook,
    make_hook,
    own_hook,
)
from service.webhooks.signing import new_secret

blueprint: Final = Resources(
    "subscriptions",
    __name__,
    order=11,
    url_prefix="/v1/webhooks",
    description="Webhooks, to which the server posts what happens.",
)


@blueprint.route("", methods=["POST"])
@blueprint.operation("createWebhook", links=links.WEBHOOK_CREATED)
@blueprint.opened_by("token", "key")
@blueprint.arguments(schemas.WebhookDraftSchema(), example=schemas.EXAMPLE)
@blueprint.repeatable(201, schemas.WebhookSchema())
@blueprint.problems(400, 403, 409, 413, 415, 422)
def create(wish: dict[str, Any]) -> Response:
    """Create a webhook for all seats of an API key, or for one seat; its signing secret is shown only here.

    The target must be public and use https; for development a server that runs with `LONGROAD_WEBHOOKS=loopback` takes
    addresses of its own machine too. The notices it receives are described under `callbacks` of this operation.
    """
    return answer_made(*answer_once(context(), idempotency_key(), _make, party("webhooks"), NewHook(**wish)))


def _make(who: Party, wish: NewHook) -> dict[str, Any]:
    hook = make_hook(context(), who, wish)
    return {**hook.document, "secret": hook.secret}


@blueprint.route("")
@blueprint.operation("listWebhooks", links=links.WEBHOOKS)
@blueprint.opened_by("token", "key")
@blueprint.response(200, schemas.WebhookListSchema())
@blueprint.problems(403, 409)
def list_own() -> Response:
    """List the caller's webhooks.

    These are the webhooks of the API key, or those of the one seat.
    """
    return private(json_answer({"webhooks": [hook.document for hook in hooks_of(context(), party("webhooks"))]}))


@blueprint.route("/<id>")
@blueprint.operation("getWebhook", links=links.OF_WEBHOOK)
@blueprint.opened_by("token", "key")
@blueprint.response(200, schemas.WebhookDetailSchema())
@blueprint.problems(403, 404, 409)
def show(id: str) -> Response:
    """Show a webhook and its newest deliveries.

    The 100 newest are shown, each with its number of attempts and the status of the newest answer.
    """
    hook = own_hook(context(), party("webhooks"), id)
    deliveries = [delivery.document for delivery in deliveries_of(context(), hook)]
    return private(json_answer({**hook.document, "deliveries": deliveries}))


@blueprint.route("/<id>", methods=["PATCH"])
@blueprint.operation("updateWebhook")
@blueprint.opened_by("token", "key")
@blueprint.arguments(schemas.WebhookChangeSchema(), example={"active": True})
@blueprint.response(200, schemas.WebhookSchema())
@blueprint.problems(400, 403, 404, 409, 413, 415, 422)
def change(wish: dict[str, Any], id: str) -> Response:
    """Change a webhook, switch it off or on again, or replace its secret.

    At least one member is needed. `"active": true` also resets the failures that switched it off.
    """
    hook = own_hook(context(), party("webhooks"), id)
    if "url" in wish:
        check_url(context(), wish["url"])
    fresh = {"secret": new_secret()} if wish.pop("new_secret", False) else {}
    active = wish.pop("active", None)
    changes: dict[str, Any] = wish | fresh
    changed: Hook = replace(hook, **changes)
    keep_hook(context(), changed)
    if active is not None:
        keep_health(context(), id, 0 if active else hook.failures, off_because="" if active else BY_OWNER)
    after = find_hook(context(), id) or changed
    return private(json_answer(after.document | fresh))


@blueprint.route("/<id>", methods=["DELETE"])
@blueprint.operation("deleteWebhook")
@blueprint.opened_by("token", "key")
@blueprint.response(204)
@blueprint.problems(403, 404, 409)
def end(id: str) -> Response:
    """Delete a webhook; agents take over the bots that it played, if their seats name one.

    Pending deliveries are dropped.
    """
    end_hook(context(), party("webhooks"), id)
    return Response(status=204)


@blueprint.route("/<id>/test", methods=["POST"])
@blueprint.operation("testWebhook", job=Job.SHORT, links=links.QUEUED)
@blueprint.opened_by("token", "key")
@blueprint.arguments(NothingSchema(), required=False)
@blueprint.queues(DeliveryJobSchema())
@blueprint.problems(403, 404, 409, 413, 415, 422)
def try_out(wish: dict[str, Any], id: str) -> Response:
    """Post a signed notice of the type `test` to a webhook, also to one that is switched off.

    A job posts it once and never again; its result is the delivery, with the status of the answer. The test is
    listed among the webhook's deliveries; its result switches the webhook neither off nor on.
    """
    hook = own_hook(context(), party("webhooks"), id)
    return job_answer(_deliver(hook, lambda: new_test(context(), hook).n))


def _deliver(hook: Hook, number: Callable[[], int]) -> Queued:
    """Queue a delivery, or return the job that was queued under the same key before."""
    key, credential = idempotency_key(), hash_credential()
    earlier = find_queued(context(), "delivery", key, credential)
    if earlier:
        return earlier
    arguments = [hook.id, number()]
    return Queued(context().jobs.enqueue("delivery", "workers.jobs.deliver", arguments, credential, job_key(key)))


@blueprint.route("/<id>/deliveries/<int:n>/retry", methods=["POST"])
@blueprint.operation("retryDelivery", job=Job.SHORT, links=links.QUEUED)
@blueprint.opened_by("token", "key")
@blueprint.arguments(NothingSchema(), required=False)
@blueprint.queues(DeliveryJobSchema())
@blueprint.problems(403, 404, 409, 413, 415, 422)
def retry(wish: dict[str, Any], id: str, n: int) -> Response:
    """Attempt a delivery once more, even if it has succeeded or failed for good.

    A job does it. The notice shows what the seat may see by then, and is skipped if it is out of date.
    """
    hook = own_hook(context(), party("webhooks"), id)
    if find_delivery(context(), hook.id, n) is None:
        raise not_found("delivery")
    return job_answer(_deliver(hook, lambda: n))
