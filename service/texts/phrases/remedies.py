"""Says what to do about each type of problem, by its slug; the table of the guide says the same."""

from typing import Final

from service.texts.translations import _

REMEDIES: Final = {
    "problems.title": _("Types of problems"),
    "problem.bad_request.remedy": _("this is not valid HTTP; HTTP/1.1 needs exactly one `Host`"),
    "problem.bad_json.remedy": _("send strict UTF-8 JSON: no NaN, no duplicate member, at most 32 levels deep"),
    "problem.api_version.remedy": _("send one of the versions in `allowed` as `X-Longroad-Version`, or none"),
    "problem.unauthorized.remedy": _("send what `expected` names: a token of this game, or an API key"),
    "problem.forbidden.remedy": _("`given` was sent, but one of those in `expected` is needed"),
    "problem.not_found.remedy": _("the path is right, but what it names does not exist, or this caller may not see it"),
    "problem.unknown_path.remedy": _("no resource has this path; see `nearest`"),
    "problem.method_not_allowed.remedy": _("use one of the methods in `allowed`"),
    "problem.not_acceptable.remedy": _("accept one of the media types in `allowed`"),
    "problem.refused.remedy": _("the rules do not allow it; see `rule`"),
    "problem.idempotency_key_at_work.remedy": _(
        "the first request with this key has not finished: send it again later"
    ),
    "problem.written_by_newer_version.remedy": _(
        "this server cannot read the game from `version` on: try again once it has been upgraded"
    ),
    "problem.log_damaged.remedy": _(
        "the log of the game is damaged from `version` on: the operator can restore a backup"
    ),
    "problem.reset.remedy": _(
        "a failover lost versions that the cursor covers: fetch the game again, and its events from the first "
        "or the latest"
    ),
    "problem.stale_version.remedy": _("the game is now at `version`: fetch it again"),
    "problem.too_large.remedy": _(
        "a body has at most `limit` bytes: 64 kB, or 4 MB with a record; the connection is closed"
    ),
    "problem.uri_too_long.remedy": _("method, path and query have at most 8190 bytes"),
    "problem.unsupported_media_type.remedy": _(
        "send `Content-Type: application/json`, uncompressed; the header `Accept` or `Accept-Encoding` of the "
        "answer says which of both was wrong"
    ),
    "problem.misdirected.remedy": _(
        "the `Host` is not a name of this server: its operator lists them in `LONGROAD_HOSTS`"
    ),
    "problem.invalid_body.remedy": _(
        "a member of the body, a parameter of the query or a header is wrong; see `errors`"
    ),
    "problem.invalid_configuration.remedy": _("the rules do not provide for such a game; see `errors`"),
    "problem.idempotency_key_reused.remedy": _("use a new key for a new request"),
    "problem.idempotency_key_too_short.remedy": _("without a token a key has at least 22 characters"),
    "problem.cursor_ahead.remedy": _("start again from `version`"),
    "problem.too_many_requests.remedy": _("wait for `Retry-After` seconds"),
    "problem.too_many_connections.remedy": _(
        "this address has the maximum number open: close some, or wait for `Retry-After` seconds"
    ),
    "problem.too_many_streams.remedy": _("the same for streams, of a token or of an address"),
    "problem.headers_too_large.remedy": _("send at most 100 headers of at most 8190 bytes"),
    "problem.internal_error.remedy": _("report it with the `X-Request-Id`"),
    "problem.job_failed.remedy": _("for jobs: the job ended without a result"),
    "problem.busy.remedy": _("the game changed too often in the meantime: try again"),
    "problem.too_long.remedy": _(
        "the request used more than two seconds of CPU, and nothing was written: request less at once, or try "
        "again after `Retry-After` seconds"
    ),
    "problem.store_unavailable.remedy": _("a store does not answer, and nothing was written: try again"),
    "problem.store_replaced.remedy": _(
        "the server's store is not the one that it knows: nothing is written, and a game, key or token that "
        "is missing may still exist: try again later"
    ),
    "problem.archive_unavailable.remedy": _(
        "the game is archived, and this server cannot reach the archive: try again after `Retry-After` seconds"
    ),
    "problem.outcome_unknown.remedy": _(
        "a store did not answer in time, and may still carry out the request: send it again with the same "
        "`Idempotency-Key`; without a key, read the events after the version you knew"
    ),
    "problem.storage_full.remedy": _("there is no space to write: reading still works, try again later"),
}
