"""Completes the contract with what applies everywhere: problems by status, path parameters, recorded examples."""

from typing import Any, Final

from service.examples import load_examples
from service.game.idempotency import SHORTEST_ANONYMOUS
from service.problems import STATUS
from service.schemas.headers import header
from service.texts.words import say

PROBLEM_TYPE: Final = "application/problem+json"
COMMON: Final[dict[str, dict[str, Any]]] = {
    "Cache-Control": header("Who may store the answer: it is `no-store` unless the operation says otherwise."),
    "Content-Language": header("The language of the texts in the answer; absent if it has none that are translated."),
    "X-Request-Id": header("The id of the request, which the client may send; the server's log contains it."),
    "RateLimit": header("For each quota, what is left (`r`) and after how many seconds it is renewed (`t`)."),
    "RateLimit-Policy": header("For each quota, how much is allowed (`q`) in how many seconds (`w`)."),
}
"""Describes the headers of every answer."""
COMMON_HEADERS: Final = {name: {"$ref": f"#/components/headers/{name}"} for name in COMMON}
RETRY_AFTER: Final = {"Retry-After": header("How many seconds to wait before the next attempt.")}
HEADERS: Final[dict[str, dict[str, Any]]] = {
    "401": {"WWW-Authenticate": header("How to send a credential, as RFC 9110 defines it.")},
    "409": {
        "Retry-After": header(
            "How many seconds to wait before the next attempt; only of `/problems/idempotency_key_at_work`."
        )
    },
    "415": {
        "Accept": header("The media types of bodies, if that of the request is none of them."),
        "Accept-Encoding": header("The codings of bodies, if that of the request is none of them."),
    },
    "429": RETRY_AFTER,
    "503": RETRY_AFTER,
}
MAKING_SECRETS: Final = ("renewToken",)
"""Lists operations that need a token, and a long idempotency key beside it."""
PLACES: Final = {
    "/v1/rulesets/{id}": {"id": "The id of the ruleset, such as `catan`."},
    "/v1/boards/{id}": {"id": "The text of the board, as it stands in the `map` of a game."},
    "/v1/boards/{id}/board.svg": {"id": "The text of the board, as it stands in the `map` of a game."},
    "/v1/rules/{id}": {"id": "The id of the rule, which a refusal names in `rule`."},
    "/v1/agents/{id}": {"id": "The id of the agent, such as `uniform`."},
    "/v1/games/{game}/votes/{id}": {"game": "The id of the game.", "id": "The number of the vote, its `id`."},
    "/v1/ladder/{id}": {"id": "The id of the ruleset, such as `catan`."},
    "/v1/seeks": {"id": "The id of the seek."},
    "/v1/players": {"id": "The id of the player."},
    "/v1/games/{id}": {
        "id": "The id of the game.",
        "seat": "The number of the seat, counted from 0.",
        "order": "The id of the order.",
    },
    "/v1/jobs/{id}": {"id": "The id of the job."},
    "/v1/keys/{id}": {"id": "The id of the API key, not the key itself."},
    "/v1/admin/clients/{id}": {"id": "The id of the client."},
    "/v1/admin/games/{id}": {"id": "The id of the game.", "seat": "The number of the seat, counted from 0."},
    "/v1/webhooks/{id}": {"id": "The id of the webhook.", "n": "The number of the delivery, its `n`."},
}
"""Explains path parameters by the prefix of the path."""


def complete(contract: dict[str, Any]) -> None:
    """Add to a contract, in place, what its operations have in common."""
    for path, item in contract["paths"].items():
        texts = next((texts for start, texts in PLACES.items() if path.startswith(start)), {})
        for parameter in item.get("parameters", ()):
            if parameter["name"] in texts:
                parameter["description"] = texts[parameter["name"]]
        for operation in item.values():
            if isinstance(operation, dict):
                _complete_parameters(operation)
                _complete_responses(operation["responses"])
                _add_examples(operation)
    statuses = sorted({str(status) for status in STATUS.values()})
    contract["components"]["responses"] = {f"Problem{status}": _problem(status) for status in statuses}
    contract["components"]["headers"] = COMMON


def _complete_parameters(operation: dict[str, Any]) -> None:
    """Say which parameters are deprecated, since generators do not look into schemas, and which keys must be long.

    An idempotency key must be a secret by itself where there may be no token, or where it makes one.
    """
    is_secret = "security" not in operation or operation["operationId"] in MAKING_SECRETS
    for parameter in operation.get("parameters", ()):
        if parameter.get("schema", {}).pop("deprecated", False):
            parameter["deprecated"] = True
        if is_secret and parameter["name"] == "Idempotency-Key":
            parameter["schema"] = parameter["schema"] | {"minLength": SHORTEST_ANONYMOUS}


def _complete_responses(responses: dict[str, Any]) -> None:
    """Replace problems by references to one shared response per status; those with links stay as they are.

    All other answers get the headers that every answer has.
    """
    statuses = {status for status, response in responses.items() if PROBLEM_TYPE in response.get("content", {})}
    for status in statuses:
        links = responses[status].get("links")
        responses[status] = (
            _problem(status) | {"links": links} if links else {"$ref": f"#/components/responses/Problem{status}"}
        )
    for response in responses.values():
        if "$ref" not in response:
            response["headers"] = COMMON_HEADERS | response.get("headers", {})


def _problem(status: str) -> dict[str, Any]:
    slugs = [slug for slug, of in STATUS.items() if str(of) == status]
    description = "; ".join(f"`/problems/{slug}`: {say(f'problem.{slug}.title')}" for slug in slugs)
    body: dict[str, Any] = {"schema": {"$ref": "#/components/schemas/Problem"}}
    known = load_examples("operations").get("problems", {})
    examples = {slug: {"value": known[slug]} for slug in slugs if slug in known}
    content = {PROBLEM_TYPE: body | ({"examples": examples} if examples else {})}
    return {"description": description, "headers": HEADERS.get(status, {}) | COMMON_HEADERS, "content": content}


def _add_examples(operation: dict[str, Any]) -> None:
    """Add examples that a server answered when they were recorded."""
    known = load_examples("operations").get("answers", {}).get(operation["operationId"], {})
    for place, example in known.items():
        status, _, media_type = place.partition(" ")
        content = operation["responses"].get(status, {}).get("content", {})
        if media_type in content:
            content[media_type]["example"] = example
