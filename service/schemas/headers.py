"""Describes headers for the contract."""

from typing import Any, Final

LONGEST_KEY: Final = 200
REQUEST_HEADERS: Final[dict[str, dict[str, Any]]] = {
    "Idempotency-Key": {
        "description": "Makes the request idempotent for 24 h: a repeated request gets the first answer again. "
        "Refused requests do not use up a key. Without a token it needs at least 22 characters.",
        "schema": {"type": "string", "minLength": 1, "maxLength": LONGEST_KEY},
    },
    "If-Match": {
        "description": 'The version that the caller knows, as `"41"` or the ETag of a view; 412 if it is out of date. '
        "`*` requires nothing. Without it the command is judged by the current position, even if the network delivers "
        "it late.",
        "schema": {"type": "string"},
        "example": '"41"',
    },
    "If-None-Match": {
        "description": "The ETag of the answer that the caller has; if it is still current, the answer is 304.",
        "schema": {"type": "string"},
    },
    "Last-Event-ID": {
        "description": "The id or the `cursor` of the last event that was received; it overrides `after`.",
        "schema": {"type": "string"},
        "example": "41-0.0123456789",
    },
    "Prefer": {
        "description": "With `wait=n` the answer comes when the job has ended, or after n (at most 30) seconds.",
        "schema": {"type": "string"},
        "example": "wait=10",
    },
}

LOCATION: Final = {
    "Location": {"description": "The path of the new resource or of the job.", "schema": {"type": "string"}}
}
REPLAYED: Final = {
    "Idempotency-Replayed": {
        "description": "It is `true` if this answer was already given to an earlier request.",
        "schema": {"type": "string"},
    }
}
ETAG: Final = {
    "ETag": {
        "description": "The tag for `If-None-Match` and `If-Match`, which begins with the version.",
        "schema": {"type": "string"},
    }
}
PREFERENCE: Final = {
    "Preference-Applied": {"description": "The preference that the server has followed.", "schema": {"type": "string"}}
}
JOB: Final = LOCATION | REPLAYED | PREFERENCE
CONDITIONAL: Final = ETAG | {
    "Cache-Control": {
        "description": "It is `private, no-cache`: a stored answer must be checked with `If-None-Match`.",
        "schema": {"type": "string"},
    }
}
CONTENT_TAG: Final = {
    "ETag": {
        "description": "The tag for `If-None-Match`; it stands for the content, and is weak.",
        "schema": {"type": "string"},
    }
}
LASTING: Final = CONTENT_TAG | {
    "Cache-Control": {
        "description": "It is `private, max-age=300`: the client may keep the answer, which changes only with the "
        "server, for so many seconds, and then check it with `If-None-Match`.",
        "schema": {"type": "string"},
    }
}
NEXT: Final = {
    "Link": {
        "description": 'The next page with `rel="next"`, if there is one.',
        "schema": {"type": "string"},
        "example": '</v1/games?limit=50&after=1795305600000.3f2a>; rel="next"',
    }
}
LEADING: Final = {
    "Link": {
        "description": "Where the API is described: `service-desc`, `service-doc`, `help`, `status`, `api-catalog`.",
        "schema": {"type": "string"},
        "example": '</openapi.json>; rel="service-desc"; type="application/json"',
    }
}
OLD: Final = {
    "Deprecation": {
        "description": "Since when the form of the request is an old one, in seconds since 1970. Absent otherwise.",
        "schema": {"type": "string"},
        "example": "@1795737600",
    },
    "Sunset": {
        "description": "Until when an old form of the request is answered. Absent otherwise.",
        "schema": {"type": "string"},
        "example": "Sat, 27 Nov 2027 00:00:00 GMT",
    },
}
PICTURE: Final = CONTENT_TAG | {
    "Cache-Control": {
        "description": "It is `private, no-cache`: a stored picture must be checked with `If-None-Match`.",
        "schema": {"type": "string"},
    },
    "Content-Security-Policy": {
        "description": "It is `default-src 'none'`: opened by itself the picture may load and run nothing.",
        "schema": {"type": "string"},
    },
}
