"""Proves that a notice comes from the server that has the webhook's secret.

Standard Webhooks (https://www.standardwebhooks.com): HMAC-SHA256 over id, time and body.
"""

from __future__ import annotations

import base64
import hmac
import json
import time
from collections.abc import Mapping
from typing import TYPE_CHECKING, Final, cast

from longroad_client.errors import LongroadError

if TYPE_CHECKING:
    from longroad_client import types

PREFIX: Final = "whsec_"
TOLERANCE_S: Final = 300


class Forged(LongroadError):
    """Reports a notice that the server did not sign, or that is too old to be the first of its kind."""


def signature(secret: str, id_: str, stamp: str, body: bytes) -> str:
    """Return how a notice is signed that has this id, and a time in seconds since 1970."""
    key = base64.b64decode(secret.removeprefix(PREFIX))
    return f"v1,{base64.b64encode(hmac.digest(key, f'{id_}.{stamp}.'.encode() + body, 'sha256')).decode()}"


def verified(
    secret: str, headers: Mapping[str, str], body: bytes, *, tolerance_s: float = TOLERANCE_S, now: float | None = None
) -> types.Notice:
    """Return the notice in the body of a request; raises Forged unless the secret signed it a moment ago.

    Ignore a notice whose `webhook-id` you have seen already: it is delivered again until it is answered with 2xx.
    """
    sent = {name.lower(): value for name, value in headers.items()}
    told, stamp, signatures = (sent.get(f"webhook-{name}", "") for name in ("id", "timestamp", "signature"))
    if not stamp.isdigit() or abs(int(stamp) - (time.time() if now is None else now)) > tolerance_s:
        raise Forged("it has no time, or one that is not now")
    due = signature(secret, told, stamp, body)
    if not any(hmac.compare_digest(each.encode(), due.encode()) for each in signatures.split(" ")):
        raise Forged("it is not signed with this secret")
    try:
        return cast("types.Notice", json.loads(body))
    except ValueError:
        raise Forged("it is not JSON") from None
