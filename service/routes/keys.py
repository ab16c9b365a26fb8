"""Routes API keys: creating, listing, revoking; what they used, and their budgets."""

from typing import Any, Final

from flask import Response

from service.clients.api_keys import ApiKey, NewKey, keys_of, make_key
from service.clients.usage import change_budget, usage_document
from service.forgetting.people import begin_forgetting
from service.game.idempotency import answer_once
from service.http.access import api_key, context, require_key
from service.http.answers import json_answer
from service.http.arguments import Resources
from service.http.declared import Counts
from service.http.idempotency import idempotency_key
from service.http.responses import answer_made, private
from service.problems import forbidden, missing_credential
from service.schemas import keys as schemas
from service.schemas import links
from service.schemas.usage import BudgetSchema, UsageQuery, UsageSchema
from service.webhooks.registry import end_key

blueprint: Final = Resources(
    "keys", __name__, order=10, url_prefix="/v1/keys", description="API keys, which identify clients across games."
)


@blueprint.route("", methods=["POST"])
@blueprint.operation("createKey", counts=Counts.KEY, links=links.KEY_CREATED)
@blueprint.arguments(schemas.KeyDraftSchema(), required=False, example={"name": "my bot"})
@blueprint.repeatable(201, schemas.MadeKeySchema())
@blueprint.problems(400, 403, 409, 413, 415, 422)
def create(wish: dict[str, Any]) -> Response:
    """Create an API key, which is shown only here; with a key of the scope `keys`, a child of that key.

    A key identifies a client across its games, webhooks and quotas. The scopes are `games`, `me`, `webhooks` and
    `keys`.
    """

    return answer_made(*answer_once(context(), idempotency_key(), _make, NewKey(**wish)))


def _make(wish: NewKey) -> dict[str, Any]:
    key, text = make_key(context(), api_key(), wish)
    return {**key.document, "key": text}


@blueprint.route("")
@blueprint.operation("listKeys", links=links.KEYS)
@blueprint.opened_by("key")
@blueprint.response(200, schemas.KeyListSchema())
@blueprint.problems(403)
def list_own() -> Response:
    """List the caller's key and the keys that it created.

    The secret keys themselves cannot be shown again.
    """
    key = _required()
    return private(json_answer({"keys": [one.document for one in keys_of(context(), key)]}))


@blueprint.route("/<id>/usage")
@blueprint.operation("getUsage", links=links.USAGE)
@blueprint.opened_by("key")
@blueprint.arguments(UsageQuery(), location="query")
@blueprint.response(200, UsageSchema())
@blueprint.problems(403, 404, 422)
def usage(query: dict[str, Any], id: str) -> Response:
    """Show what a key used, by day, operation and agent, and what is left of its budget.

    A key may read its own usage and, with the scope `keys`, that of the keys that it made; the administrator's key
    reads all. What was used outlives the key.
    """
    key = _required()
    return private(json_answer(usage_document(context(), key, id, query.get("since"), query.get("until"))))


@blueprint.route("/<id>/budget", methods=["PUT"])
@blueprint.operation("updateKeyBudget")
@blueprint.opened_by("key")
@blueprint.arguments(BudgetSchema(), example={"cpu_seconds": 600, "games": 20, "agents": ["planner", "graded"]})
@blueprint.response(200, BudgetSchema())
@blueprint.problems(400, 403, 404, 413, 415, 422)
def budget(wish: dict[str, Any], id: str) -> Response:
    """Set the budget of a key in place of the one that it has; `{}` lifts it.

    It takes the key that made this one, with the scope `keys`, or the administrator's. Once the processor time of a day
    is used up, new games, analyses and arenas are refused (429) until the next day; games that run go on, with quick
    agents. The header `RateLimit` says what is left (`cpu-seconds`), and webhooks of the key hear at 80 and 100 %
    (`budget`). Every process follows within two seconds.
    """
    changed = change_budget(context(), require_key("keys"), id, wish)
    return private(json_answer({} if changed.budget is None else changed.budget.document))


def _required() -> ApiKey:
    key = api_key()
    if key is None:
        raise missing_credential("api_key")
    if key.is_player:
        raise forbidden("player_token", "api_key")
    return key


@blueprint.route("/<id>", methods=["DELETE"])
@blueprint.operation("deleteKey")
@blueprint.opened_by("key")
@blueprint.arguments(schemas.KeyEndQuery(), location="query")
@blueprint.response(204)
@blueprint.problems(403, 404, 422)
def end(query: dict[str, Any], id: str) -> Response:
    """Delete the caller's key or one of its children, with all their children. Their seats keep their tokens.

    The keys stop working at once and for good. With `forget=true` what is known about the person is erased, too: within
    two seconds no name of their seats is shown, and within a minute or so their tokens end and their seats resign.
    """
    key = _required()
    if id != key.id:
        require_key("keys")
    (begin_forgetting if query.get("forget") else end_key)(context(), key, id)
    return Response(status=204)
