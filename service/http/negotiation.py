"""Negotiates the representation of a resource (Accept, RFC 9110, 12.5.1)."""

from collections.abc import Sequence

from flask import Response, after_this_request, request

from service.problems import Problem


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
