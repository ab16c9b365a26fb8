"""Headers as the specification has them."""

from typing import Any, Final

LONGEST_KEY: Final = 200
REQUEST_HEADERS: Final[dict[str, dict[str, Any]]] = {
    "Idempotency-Key": {
        "description": "Makes the request safe to repeat for 24 h: the first answer is given again. "
        "Only accepted requests claim a key. Without a token at least 22 characters.",
        "schema": {"type": "string", "minLength": 1, "maxLength": LONGEST_KEY},
    },
    "If-Match": {
        "description": 'The version that the caller acts on, as `"41"` or the ETag of a view; a stale one is 412. '
        "Without it the command is judged against the game as it is, and so is a copy that the network delivers late.",
        "schema": {"type": "string"},
        "example": '"41"',
    },
    "If-None-Match": {
        "description": "The ETag that the caller holds; 304 when it is still good.",
        "schema": {"type": "string"},
    },
    "Last-Event-ID": {
        "description": "`version-index` of the last event of a stream that the caller has; beats `after`.",
        "schema": {"type": "string"},
        "example": "41-0",
    },
    "Prefer": {
        "description": "`wait=n` asks to be answered when the job has ended, for up to n (30) seconds.",
        "schema": {"type": "string"},
        "example": "wait=10",
    },
}

LOCATION: Final = {"Location": {"description": "Where it is found", "schema": {"type": "string"}}}
REPLAYED: Final = {
    "Idempotency-Replayed": {"description": "`true` when the answer was given before", "schema": {"type": "string"}}
}
ETAG: Final = {
    "ETag": {
        "description": "For `If-None-Match` and `If-Match`; it begins with the version",
        "schema": {"type": "string"},
    }
}
PREFERENCE: Final = {
    "Preference-Applied": {"description": "The preference that was heeded", "schema": {"type": "string"}}
}
JOB: Final = LOCATION | REPLAYED | PREFERENCE
CONDITIONAL: Final = ETAG | {
    "Cache-Control": {
        "description": "`private, no-cache`: ask again with `If-None-Match`",
        "schema": {"type": "string"},
    }
}
