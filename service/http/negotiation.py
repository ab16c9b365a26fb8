"""Reads what a client prefers: Accept and Accept-Language (RFC 9110, 12.5), and Prefer: wait=n (RFC 7240)."""

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from flask import Response, after_this_request, request
from werkzeug.datastructures import LanguageAccept
from werkzeug.http import parse_accept_header

from service.http.incoming import incoming
from service.problems import Problem
from service.texts.files import ENGLISH, LANGUAGES

LONGEST_WAIT_S: Final = 30
_WAIT: Final = re.compile(r'\s*wait\s*=\s*"?([0-9]{1,9})"?\s*(;|$)', re.IGNORECASE)


def representation(offered: Sequence[str]) -> str:
    """Return the media type to answer with, by default the first offered; raises Problem (406)."""
    after_this_request(_vary)
    if not request.headers.get("Accept"):
        return offered[0]
    best = request.accept_mimetypes.best_match(offered)
    if best is None:
        raise Problem("not_acceptable", allowed=list(offered))
    return str(best)


def _vary(response: Response) -> Response:
    response.vary.add("Accept")
    return response


@lru_cache(maxsize=256)
def negotiate(accept_language: str | None) -> str:
    """Return the language for an Accept-Language header; English if none fits."""
    for tag, quality in parse_accept_header(accept_language, LanguageAccept):
        primary = tag.partition("-")[0].lower()
        if quality > 0 and primary in LANGUAGES:
            return primary
    return ENGLISH


def language() -> str:
    """Return the best language for this request, and note it for Content-Language."""
    here = incoming()
    if not here.language:
        here.language = negotiate(here.environ.get("HTTP_ACCEPT_LANGUAGE"))
    return here.language


def wait_seconds() -> int | None:
    """Return how many seconds the client will wait for a job to end, at most 30; None without the preference."""
    for preference in ",".join(request.headers.getlist("Prefer")).split(","):
        found = _WAIT.match(preference)
        if found:
            return min(int(found[1]), LONGEST_WAIT_S)
    return None


def wants_job() -> bool:
    """Return whether the client asks to be answered by a job at once (RFC 7240, 4.1)."""
    preferences = ",".join(request.headers.getlist("Prefer")).split(",")
    return any(preference.strip().lower() == "respond-async" for preference in preferences)
