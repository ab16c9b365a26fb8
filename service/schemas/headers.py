"""Describes headers for the contract."""

from typing import Any, Final

LONGEST_KEY: Final = 200


def header(description: str, **members: Any) -> dict[str, Any]:
    """Describe a header that is a text."""
    return {"description": description, "schema": {"type": "string"}, **members}


REQUEST_HEADERS: Final[dict[str, dict[str, Any]]] = {
    "Idempotency-Key": {
        "description": "Makes the request idempotent for 24 h: a repeated request gets the first answer again. "
        "Refused requests do not use up a key. Without a token it needs at least 22 characters.",
        "schema": {"type": "string", "minLength": 1, "maxLength": LONGEST_KEY},
    },
    "If-Match": header(
        'The version that the caller knows, as `"41"` or the ETag of a view; 412 if it is out of date. '
        "`*` requires nothing. Without it the command is judged by the current position, even if the network delivers "
        "it late.",
        example='"41"',
    ),
    "If-None-Match": header("The ETag of the answer that the caller has; if it is still current, the answer is 304."),
    "Last-Event-ID": header(
        "The id or the `cursor` of the last event that was received; it overrides `after`.", example="41-0.0123456789"
    ),
    "Prefer": header(
        "With `wait=n` the answer comes when the job has ended, or after n (at most 30) seconds.", example="wait=10"
    ),
}

LOCATION: Final = {"Location": header("The path of the new resource or of the job.")}
REPLAYED: Final = {
    "Idempotency-Replayed": header("It is `true` if this answer was already given to an earlier request.")
}
ETAG: Final = {"ETag": header("The tag for `If-None-Match` and `If-Match`, which begins with the version.")}
PREFERENCE: Final = {"Preference-Applied": header("The preference that the server has followed.")}
JOB: Final = LOCATION | REPLAYED | PREFERENCE
ORDERS_TAG: Final = {
    "ETag": header("The tag of the list of orders, for `If-Match`. It has nothing to do with the game's version.")
}
CONDITIONAL: Final = ETAG | {
    "Cache-Control": header("It is `private, no-cache`: a stored answer must be checked with `If-None-Match`.")
}
CONTENT_TAG: Final = {"ETag": header("The tag for `If-None-Match`; it stands for the content, and is weak.")}
LASTING: Final = CONTENT_TAG | {
    "Cache-Control": header(
        "It is `private, max-age=300`: the client may keep the answer, which changes only with the "
        "server, for so many seconds, and then check it with `If-None-Match`."
    )
}
NEXT: Final = {
    "Link": header(
        'The next page with `rel="next"`, if there is one.',
        example='</v1/games?limit=50&after=1795305600000.3f2a>; rel="next"',
    )
}
LEADING: Final = {
    "Link": header(
        "Where the API is described: `service-desc`, `service-doc`, `help`, `status`, `api-catalog`.",
        example='</openapi.json>; rel="service-desc"; type="application/json"',
    )
}
OLD: Final = {
    "Deprecation": header(
        "Since when the form of the request is an old one, in seconds since 1970. Absent otherwise.",
        example="@1795737600",
    ),
    "Sunset": header(
        "Until when an old form of the request is answered. Absent otherwise.", example="Sat, 27 Nov 2027 00:00:00 GMT"
    ),
}
PICTURE: Final = CONTENT_TAG | {
    "Cache-Control": header("It is `private, no-cache`: a stored picture must be checked with `If-None-Match`."),
    "Content-Security-Policy": header(
        "It is `default-src 'none'`: opened by itself the picture may load and run nothing."
    ),
}
