"""Titles and details of problems, by the slug of their type; the closed list of `/problems/{slug}`."""

from typing import Final

from service.translations import _

PROBLEMS: Final = {
    "problem.bad_request.title": _("Not HTTP"),
    "problem.bad_request.detail": _("The request cannot be read as HTTP."),
    "problem.misdirected.title": _("Not this server"),
    "problem.misdirected.detail": _("The Host of the request is none of the names that this server answers to."),
    "problem.uri_too_long.title": _("Address too long"),
    "problem.uri_too_long.detail": _("The address of the request is longer than this server reads."),
    "problem.headers_too_large.title": _("Headers too large"),
    "problem.headers_too_large.detail": _("The request has more headers, or longer ones, than this server reads."),
    "problem.bad_json.title": _("Not JSON"),
    "problem.bad_json.detail": _("The body of the request cannot be read as JSON."),
    "problem.unauthorized.title": _("Who is calling?"),
    "problem.unauthorized.detail": _(
        "This needs a valid token in the Authorization header, or a valid key in X-Api-Key."
    ),
    "problem.forbidden.title": _("Not allowed for this caller"),
    "problem.forbidden.detail": _("The token is good, but not for this."),
    "problem.not_found.title": _("Not found"),
    "problem.not_found.detail": _("There is nothing here, or nothing that this caller may see."),
    "problem.method_not_allowed.title": _("Method not allowed"),
    "problem.method_not_allowed.detail": _("This resource does not answer to that method."),
    "problem.not_acceptable.title": _("No such representation"),
    "problem.not_acceptable.detail": _("This resource has no representation of a type that the request accepts."),
    "problem.refused.title": _("Refused by the rules"),
    "problem.refused.detail": _("The rules do not allow this now."),
    "problem.stale_version.title": _("Stale version"),
    "problem.stale_version.detail": _("The game stands at version %(version)s."),
    "problem.stale_version.detail.without": _("If-Match takes the current version, or the ETag of your newest view."),
    "problem.too_large.title": _("Body too large"),
    "problem.too_large.detail": _("The body of the request is larger than this server takes."),
    "problem.unsupported_media_type.title": _("Unsupported media type"),
    "problem.unsupported_media_type.detail": _("The body of the request must be application/json."),
    "problem.invalid_body.title": _("Invalid request"),
    "problem.invalid_body.detail": _("Some of the request does not have the shape that is asked for; see errors."),
    "problem.invalid_configuration.title": _("No such game"),
    "problem.invalid_configuration.detail": _("A game cannot be set up like this; see errors."),
    "problem.idempotency_key_too_short.title": _("Idempotency-Key too short"),
    "problem.idempotency_key_too_short.detail": _(
        "Without a token an Idempotency-Key has 22 to 200 characters, with one 1 to 200."
    ),
    "problem.idempotency_key_reused.title": _("Idempotency-Key used for another request"),
    "problem.idempotency_key_reused.detail": _("This Idempotency-Key was used before with another body."),
    "problem.idempotency_key_at_work.title": _("The first request is still at work"),
    "problem.idempotency_key_at_work.detail": _("Ask again in a moment; it will be the first answer."),
    "problem.cursor_ahead.title": _("Cursor ahead of the log"),
    "problem.cursor_ahead.detail": _("The game has not come to that version yet."),
    "problem.too_many_requests.title": _("Too many requests"),
    "problem.too_many_requests.detail": _("The quota is used up; try again after the time in Retry-After."),
    "problem.too_many_connections.title": _("Too many connections"),
    "problem.too_many_connections.detail": _(
        "This address holds as many connections as it may; close some, or try again after the time in Retry-After."
    ),
    "problem.too_many_streams.title": _("Too many streams"),
    "problem.too_many_streams.detail": _(
        "This caller holds as many event streams as it may; close some, or try again after the time in Retry-After."
    ),
    "problem.busy.title": _("Busy"),
    "problem.busy.detail": _("The game changed too often meanwhile; try again after the time in Retry-After."),
    "problem.store_unavailable.title": _("Store not available now"),
    "problem.store_unavailable.detail": _(
        "The server cannot reach its store, and nothing was written; try again after the time in Retry-After."
    ),
    "problem.outcome_unknown.title": _("Outcome unknown"),
    "problem.outcome_unknown.detail": _(
        "The store did not say in time whether it has written this. Ask again with the same Idempotency-Key; without a "
        "key, read the events above the version you knew."
    ),
    "problem.storage_full.title": _("Storage full"),
    "problem.storage_full.detail": _(
        "The server has no room to write, and nothing was written; reading goes on. Try again after the time in "
        "Retry-After."
    ),
    "problem.internal_error.title": _("Internal error"),
    "problem.internal_error.detail": _("The server made a mistake; nothing was changed."),
    "problem.job_failed.title": _("The job failed"),
    "problem.job_failed.detail": _("The job ended without a result; nothing was changed."),
    "problem.log_damaged.title": _("The record does not prove true"),
    "problem.log_damaged.detail": _("From version %(version)s on, the log does not give the digests it claims."),
    "problem.written_by_newer_version.title": _("Of a newer version"),
    "problem.written_by_newer_version.detail": _(
        "From version %(version)s on, the game holds what this version of the server cannot read; a newer one can."
    ),
}
