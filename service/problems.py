"""How a request is refused: a slug of a closed list, a status, and where the rules refuse their id with parameters."""

from collections.abc import Mapping
from typing import Any, Final

from domain.core.errors import InvalidConfiguration

STATUS: Final = {
    "bad_request": 400,
    "bad_json": 400,
    "unauthorized": 401,
    "forbidden": 403,
    "not_found": 404,
    "method_not_allowed": 405,
    "not_acceptable": 406,
    "refused": 409,
    "idempotency_key_at_work": 409,
    "written_by_newer_version": 409,
    "log_damaged": 409,
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
    "too_many_connections": 429,
    "too_many_streams": 429,
    "headers_too_large": 431,
    "internal_error": 500,
    "job_failed": 500,
    "busy": 503,
    "store_unavailable": 503,
    "outcome_unknown": 503,
    "storage_full": 503,
}
"""The closed list of slugs with their statuses."""


class Problem(Exception):
    """A refusal; `members` are further members of the problem document, such as version, index or errors.

    `lexicon` holds, by language, the words of the game's board that stand in its texts for the usual ones.
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


def refused(rule: str, **params: Any) -> Problem:
    """409: the rules of the game or of the table say no."""
    return Problem("refused", rule=rule, params=params)


def forbidden(rule: str | None = None) -> Problem:
    """403: the credential is known, but not for this."""
    return Problem("forbidden", rule=rule)


def unauthorized() -> Problem:
    """401: a credential is needed, or this one is unknown."""
    return Problem("unauthorized")


def not_found() -> Problem:
    """404: there is no such thing, or none that the caller may know of."""
    return Problem("not_found")


def stale(version: int) -> Problem:
    """412: the game stands at `version`, not where the caller thought."""
    return Problem("stale_version", version=version)


def busy() -> Problem:
    """503: others were quicker again and again; worth another try after a second."""
    return Problem("busy", retry_after=1)


def invalid(field: str, key: str, **params: Any) -> Problem:
    """422: a member of the body does not fit (`seats.1.agent`); `key` says why, `params` explain it."""
    return Problem("invalid_body", params=params, errors={field: [key]})


def misconfigured(error: InvalidConfiguration) -> Problem:
    """422: the rules know no such game."""
    return Problem("invalid_configuration", rule=error.rule, params=error.params, errors={error.field: [error.key]})
