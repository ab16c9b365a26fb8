"""Describes how a request is refused: a slug from a closed list, a status, and the id of the refusing rule."""

from collections.abc import Iterable, Mapping
from typing import Any, Final, Literal

from domain.core.errors import InvalidConfiguration
from service.faults import json_type, offer_names

STATUS: Final = {
    "bad_request": 400,
    "bad_json": 400,
    "api_version": 400,
    "unauthorized": 401,
    "forbidden": 403,
    "not_found": 404,
    "unknown_path": 404,
    "method_not_allowed": 405,
    "not_acceptable": 406,
    "refused": 409,
    "idempotency_key_at_work": 409,
    "written_by_newer_version": 409,
    "log_damaged": 409,
    "reset": 410,
    "stale_version": 412,
    "too_large": 413,
    "uri_too_long": 414,
    "unsupported_media_type": 415,
    "misdirected": 421,
    "invalid_body": 422,
    "invalid_configuration": 422,
    "idempotency_key_reused": 422,
    "idempotency_key_too_short": 422,
    "cursor_ahead": 422,
    "too_many_requests": 429,
    "budget_used_up": 429,
    "too_many_connections": 429,
    "too_many_streams": 429,
    "headers_too_large": 431,
    "internal_error": 500,
    "job_failed": 500,
    "busy": 503,
    "agents_busy": 503,
    "too_long": 503,
    "store_unavailable": 503,
    "store_replaced": 503,
    "archive_unavailable": 503,
    "outcome_unknown": 503,
    "storage_full": 503,
}
"""Maps the closed list of slugs to their statuses."""


OPTION_TYPES: Final = {"not_in_range": "integer", "not_a_boolean": "boolean"}
"""Says which JSON type an option must have that is refused so."""
Source = Literal["body", "parameter", "header"]
"""Names a part of a request: the body, a parameter of the query, a header."""
Thing = Literal[
    "game",
    "client",
    "seat",
    "name",
    "vote",
    "job",
    "rule",
    "key",
    "player",
    "seek",
    "webhook",
    "delivery",
    "board",
    "order",
]
"""Names what a 404 may be about whose sentence needs no parameters."""
Named = Literal["ruleset", "agent"]
"""Names what a 404 may be about whose sentence lists all there are."""
BadCredential = Literal[
    "malformed", "misplaced_key", "misplaced_token", "unknown_key", "unknown_ticket", "unknown_token"
]


class Problem(Exception):
    """Refuses a request; `members` are further members of the problem document, such as version, index or errors.

    `why` in its `params` names the sentence that explains it. `lexicon` holds, by language, the words that the game's
    board uses in place of the usual ones; `ruleset` is the one whose frames `awaiting` names. `source` names the
    part of the request that its `errors` are in.
    """

    def __init__(
        self,
        slug: str,
        status: int | None = None,
        rule: str | None = None,
        params: dict[str, Any] | None = None,
        **members: Any,
    ) -> None:
        super().__init__(slug if rule is None else f"{slug}: {rule}")
        self.slug = slug
        self.status = STATUS[slug] if status is None else status
        self.rule = rule
        self.params = params or {}
        self.members = members
        self.lexicon: Mapping[str, Mapping[str, str]] = {}
        self.ruleset: str | None = None
        self.source: Source = "body"


def refusal(rule: str, **params: Any) -> Problem:
    """Return a 409: the rules of the game or of the table refuse it."""
    return Problem("refused", rule=rule, params=params)


def forbidden(given: str, expected: str, *others: str) -> Problem:
    """Return a 403: the credential `given` is known, but the one `expected` or one of the others is needed."""
    return Problem("forbidden", params={"why": "credential"}, given=given, expected=[expected, *others])


def out_of_scope(scope: str) -> Problem:
    """Return a 403: the API key lacks the scope."""
    return Problem("forbidden", params={"why": "scope"}, given="api_key", scope=scope)


def too_many(most: int) -> Problem:
    """Return a 403: the caller has reached the limit."""
    return Problem("forbidden", params={"why": "most", "most": most})


def missing_credential(expected: str, *others: str) -> Problem:
    """Return a 401: no credential was given; the one `expected` or one of the others is needed."""
    return Problem("unauthorized", params={"why": "missing"}, given="nothing", expected=[expected, *others])


def unknown(given: BadCredential) -> Problem:
    """Return a 401: the credential `given` is malformed, unknown, or misplaced (a key for a token or the reverse)."""
    return Problem("unauthorized", params={"why": given}, given=given)


def not_found(what: Thing = "game") -> Problem:
    """Return a 404: there is no such thing, or none that the caller may know of."""
    return Problem("not_found", params={"why": what})


def unknown_name(what: Named, given: str, names: Iterable[str]) -> Problem:
    """Return a 404: nothing is called as `given`; it lists the names there are, and similar ones."""
    offered: dict[str, Any] = offer_names(given, names)
    return Problem("not_found", params={"why": what}, **offered)


def beyond_head(version: int) -> Problem:
    """Return a 404: as far as the caller may know, the game is at `version`, before the requested one."""
    return Problem("not_found", params={"why": "version"}, version=version)


def stale(version: int, *, is_readable: bool = True) -> Problem:
    """Return a 412: the game is at `version`, not at the expected one, or the tag is none of the caller's."""
    return Problem("stale_version", params={} if is_readable else {"why": "tag"}, version=version)


def unsupported(what: Literal["media_type", "no_body", "coding"], *allowed: str) -> Problem:
    """Return a 415: the `media_type` or the `coding` of the body is not one of those allowed."""
    return Problem("unsupported_media_type", params={"why": what}, allowed=list(allowed))


def busy() -> Problem:
    """Return a 503: others won every race; the client may retry after a second."""
    return Problem("busy", retry_after=1)


def invalid(field: str, key: str, **params: Any) -> Problem:
    """Return a 422: a member of the body is invalid (`seats.1.agent`); `key` says why, `params` explain it."""
    return Problem("invalid_body", params=params, errors={field: [key]})


def invalid_parameter(name: str, key: str, **params: Any) -> Problem:
    """Return a 422: a parameter of the query is invalid."""
    problem = invalid(name, key, **params)
    problem.source = "parameter"
    return problem


def invalid_header(name: str, key: str, **params: Any) -> Problem:
    """Return a 422: a header is invalid."""
    problem = invalid(name, key, **params)
    problem.source = "header"
    return problem


def misconfiguration(error: InvalidConfiguration) -> Problem:
    """Return a 422: the rules allow no such configuration."""
    given = next((error.params[name] for name in ("map", "module", "option") if name in error.params), None)
    names = offer_names(given, error.params["allowed"]) if "allowed" in error.params else {}
    params = error.params | names | _describe_type(error)
    return Problem("invalid_configuration", rule=error.rule, params=params, errors={error.field: [error.key]})


def _describe_type(error: InvalidConfiguration) -> dict[str, Any]:
    """Return what is told besides of an option whose value is not even of the right type."""
    expected, given = OPTION_TYPES.get(error.key), json_type(error.params.get("value"))
    if expected is None or given == ("number" if expected == "integer" else expected):
        return {}
    return {"phrase": f"{error.key}.typed", "expected": [expected], "given": given}
