"""Holds the texts of titles and details of problems, by slug: the closed list of `/problems/{slug}`."""

from typing import Final

from service.texts.translations import _

PROBLEMS: Final = {
    "problem.bad_request.title": _("Malformed HTTP request"),
    "problem.bad_request.detail": _("The request cannot be read as HTTP."),
    "problem.misdirected.title": _("Misdirected request"),
    "problem.misdirected.detail": _("The Host of the request is not one of the names of this server."),
    "problem.uri_too_long.title": _("URI too long"),
    "problem.uri_too_long.detail": _(
        "The first line of the request, with method, path and query, is longer than the 8190 bytes that this server "
        "accepts."
    ),
    "problem.headers_too_large.title": _("Headers too large"),
    "problem.headers_too_large.detail": _(
        "The request has more than 100 headers, or one of more than 8190 bytes, which this server does not accept."
    ),
    "problem.bad_json.title": _("Malformed JSON"),
    "problem.bad_json.detail": _("The body of the request cannot be read as JSON."),
    "problem.bad_json.detail.syntax": _(
        "The body of the request is not JSON from line %(line)s, column %(column)s on."
    ),
    "problem.bad_json.detail.encoding": _("The body of the request is not UTF-8 at line %(line)s, column %(column)s."),
    "problem.bad_json.detail.surrogate": _(
        "The body of the request has half of a pair of \\u escapes (a lone surrogate) at line %(line)s, column "
        "%(column)s."
    ),
    "problem.bad_json.detail.empty": _("The request has no body, where JSON is needed."),
    "problem.bad_json.detail.mark": _(
        "The body of the request begins with a byte order mark (BOM), which is invisible; send it without one."
    ),
    "problem.bad_json.detail.deep": _("The body of the request is nested deeper than %(limit)s levels."),
    "problem.bad_json.detail.wide": _("An object of the body has more than %(limit)s members."),
    "problem.bad_json.detail.twice": _("A member appears twice in one object of the body."),
    "problem.bad_json.detail.named": _("The member `%(member)s` appears twice in one object of the body."),
    "problem.api_version.title": _("Unknown version of the API"),
    "problem.api_version.detail": _(
        "X-Longroad-Version accepts: %(allowed)s. Without the header the newest version is used."
    ),
    "problem.unauthorized.title": _("Credential required"),
    "problem.unauthorized.detail": _(
        "This requires a valid token in the Authorization header, or a valid key in X-Api-Key."
    ),
    "problem.unauthorized.detail.missing": _(
        "The request has no credential; it requires %(kinds_expected)s. Send a token as Authorization: Bearer TOKEN."
    ),
    "problem.unauthorized.detail.key": _("This requires %(kinds_expected)s, with or without a token."),
    "problem.unauthorized.detail.seat_of_key": _(
        "The API key does not act for seat %(seat)s of this game, only for seats that were made or taken with it; this "
        "requires %(kinds_expected)s."
    ),
    "problem.unauthorized.detail.api_key": _(
        "The API key alone is not enough; this requires %(kinds_expected)s. Send a token as Authorization: Bearer "
        "TOKEN, or with a key of the scope `seats` the number of one of its seats in X-Seat."
    ),
    "problem.unauthorized.detail.malformed": _("The Authorization header must have the form: Bearer TOKEN."),
    "problem.unauthorized.detail.unknown_token": _(
        "This token is not valid here: it is misspelled or was replaced, or its seat or game no longer exists."
    ),
    "problem.unauthorized.detail.unknown_key": _("This API key is not valid: it is misspelled or was deleted."),
    "problem.unauthorized.detail.misplaced_key": _(
        "The Authorization header holds an API key; send a key as X-Api-Key. Authorization is for tokens of seats and "
        "owners."
    ),
    "problem.unauthorized.detail.misplaced_token": _(
        "The header X-Api-Key holds no API key, which begins with `key-`, but what looks like a token; send a token as "
        "Authorization: Bearer TOKEN."
    ),
    "problem.unauthorized.detail.unknown_ticket": _(
        "This ticket is not valid: a ticket can be used once, within a minute, for one game."
    ),
    "problem.forbidden.title": _("Not allowed for this caller"),
    "problem.forbidden.detail": _("The token is valid, but does not allow this."),
    "problem.forbidden.detail.credential": _(
        "The request was sent with %(kind_given)s; this requires %(kinds_expected)s."
    ),
    "problem.forbidden.detail.scope": _("The API key does not have the scope %(scope)s."),
    "problem.forbidden.detail.most": _("There are %(most)s already, which is the maximum."),
    "problem.forbidden.detail.closed": _(
        "The administrator of this server has closed this client: it makes no new games. Its games go on."
    ),
    "problem.forbidden.detail.blocked": _(
        "The administrator of this server has blocked this client: it makes no new games and takes no seats."
    ),
    "problem.forbidden.detail.unlimited": _("The administrator's key has no limits."),
    "problem.forbidden.detail.administrator": _(
        "The administrator's key can only be removed in the server's configuration."
    ),
    "problem.not_found.title": _("Not found"),
    "problem.not_found.detail": _("This does not exist, or this caller may not see it."),
    "problem.not_found.detail.game": _("There is no game with this id, or this caller may not see it."),
    "problem.not_found.detail.client": _("This is not the id of a client; `GET /v1/admin/clients` lists clients."),
    "problem.not_found.detail.version": _("The game has not reached that version: it is at version %(version)s."),
    "problem.not_found.detail.seat": _("The game has no seat with this number."),
    "problem.not_found.detail.name": _("The player of this seat has no name."),
    "problem.not_found.detail.vote": _("The game has no vote with this id."),
    "problem.not_found.detail.job": _(
        "There is no job with this id, it ended more than a day ago, or another token or key created it."
    ),
    "problem.not_found.detail.ruleset": _("There is no ruleset with this id; the rulesets are: %(allowed)s."),
    "problem.not_found.detail.agent": _("There is no agent with this id; the agents are: %(allowed)s."),
    "problem.not_found.detail.rule": _("There is no rule with this id; refusals name the ids in `rule`."),
    "problem.not_found.detail.key": _("There is no API key with this id among those that the key in X-Api-Key made."),
    "problem.not_found.detail.webhook": _("The caller has no webhook with this id."),
    "problem.not_found.detail.delivery": _("The webhook has no delivery with this number; only the newest are kept."),
    "problem.unknown_path.title": _("Unknown path"),
    "problem.unknown_path.detail": _("No resource has the path %(path)s; the most similar paths are: %(nearest)s."),
    "problem.unknown_path.detail.without": _("No resource has the path %(path)s; /openapi.json lists all paths."),
    "problem.unknown_path.detail.number": _(
        "No resource has the path %(path)s: in %(form)s, {%(name)s} must be a whole number."
    ),
    "problem.method_not_allowed.title": _("Method not allowed"),
    "problem.method_not_allowed.detail": _(
        "%(form)s does not support the method %(method)s; it supports: %(allowed)s."
    ),
    "problem.not_acceptable.title": _("Not acceptable"),
    "problem.not_acceptable.detail": _(
        "This resource has no representation of a type that the request accepts; it offers: %(allowed)s."
    ),
    "problem.refused.title": _("Refused by the rules"),
    "problem.refused.detail": _("The rules do not allow this now."),
    "problem.stale_version.title": _("Stale version"),
    "problem.stale_version.detail": _("The game is at version %(version)s."),
    "problem.stale_version.detail.tag": _(
        "If-Match is not the game's version, which is %(version)s: send that number, or the ETag of your own newest "
        "view."
    ),
    "problem.stale_version.detail.without": _("If-Match accepts the current version, or the ETag of your newest view."),
    "problem.too_large.title": _("Body too large"),
    "problem.too_large.detail": _("The body of the request is larger than the %(limit)s bytes that are accepted here."),
    "problem.unsupported_media_type.title": _("Unsupported media type"),
    "problem.unsupported_media_type.detail": _("The body of the request must be application/json."),
    "problem.unsupported_media_type.detail.no_body": _(
        "The request has no body; this requires one in JSON, with Content-Type: application/json."
    ),
    "problem.unsupported_media_type.detail.coding": _(
        "The body of the request must be sent as it is, without compression or another Content-Encoding."
    ),
    "problem.invalid_body.title": _("Invalid request"),
    "problem.invalid_body.detail": _("Part of the request is not valid; see errors."),
    "problem.invalid_configuration.title": _("Invalid configuration"),
    "problem.invalid_configuration.detail": _("A game cannot be set up in this way; see errors."),
    "problem.idempotency_key_too_short.title": _("Idempotency-Key too short"),
    "problem.idempotency_key_too_short.detail": _(
        "An Idempotency-Key must have 22 to 200 characters without a token, and 1 to 200 with one."
    ),
    "problem.idempotency_key_reused.title": _("Idempotency-Key used for another request"),
    "problem.idempotency_key_reused.detail": _("This Idempotency-Key was used before with another body."),
    "problem.idempotency_key_at_work.title": _("The first request is still running"),
    "problem.idempotency_key_at_work.detail": _(
        "Repeat the request after the time in Retry-After to get the first answer."
    ),
    "problem.reset.title": _("Cursor of another history"),
    "problem.reset.detail": _(
        "This cursor does not fit the game's history. It is of another game, or versions that it covers were lost in a "
        "failover. Fetch the game again, and its events from the first or the latest."
    ),
    "problem.reset.detail.feed": _(
        "Versions that this cursor covers were lost in a failover, and others may have their numbers. Take a new "
        "cursor with after=latest, then fetch all games again."
    ),
    "problem.cursor_ahead.title": _("Cursor ahead of the log"),
    "problem.cursor_ahead.detail": _("The game has not reached that version yet: it is at version %(version)s."),
    "problem.too_many_requests.title": _("Too many requests"),
    "problem.too_many_requests.detail": _("The quota is used up; try again after the time in Retry-After."),
    "problem.too_many_connections.title": _("Too many connections"),
    "problem.too_many_connections.detail": _(
        "This address has the maximum number of open connections; close some, or try again after the time in "
        "Retry-After."
    ),
    "problem.too_many_streams.title": _("Too many streams"),
    "problem.too_many_streams.detail": _(
        "This caller has the maximum number of open event streams; close some, or try again after the time in "
        "Retry-After."
    ),
    "problem.busy.title": _("Busy"),
    "problem.busy.detail": _(
        "The game changed too often while the request was handled; try again after the time in Retry-After."
    ),
    "problem.too_long.title": _("Took too long"),
    "problem.too_long.detail": _(
        "The request used more CPU time than one may, and nothing was written. Request less at once, such as a shorter "
        "page, or try again after the time in Retry-After."
    ),
    "problem.store_unavailable.title": _("Store unavailable"),
    "problem.store_unavailable.detail": _(
        "The server cannot reach its store, and nothing was written; try again after the time in Retry-After."
    ),
    "problem.store_replaced.title": _("Store replaced"),
    "problem.store_replaced.detail": _(
        "The server's store is not the one that it knows: nothing is written, and what is missing may still exist; "
        "try again later."
    ),
    "problem.archive_unavailable.title": _("Archive unavailable"),
    "problem.archive_unavailable.detail": _(
        "The game is archived, and this server cannot reach its archive; try again after the time in Retry-After."
    ),
    "problem.outcome_unknown.title": _("Outcome unknown"),
    "problem.outcome_unknown.detail": _(
        "The store did not confirm in time whether this was written. Repeat the request with the same Idempotency-Key; "
        "without a key, read the events after the version you knew."
    ),
    "problem.storage_full.title": _("Storage full"),
    "problem.storage_full.detail": _(
        "The server has no space left to write, and nothing was written; reading still works. Try again after the time "
        "in Retry-After."
    ),
    "problem.internal_error.title": _("Internal error"),
    "problem.internal_error.detail": _("An error in the server ended the request; nothing was changed."),
    "problem.job_failed.title": _("The job failed"),
    "problem.job_failed.detail": _("The job ended without a result; nothing was changed."),
    "problem.log_damaged.title": _("The log is damaged"),
    "problem.log_damaged.detail": _("From version %(version)s on, the log does not match its hashes."),
    "problem.written_by_newer_version.title": _("Written by a newer version"),
    "problem.written_by_newer_version.detail": _(
        "From version %(version)s on, the game has events that this version of the server cannot read; a newer one can."
    ),
}
