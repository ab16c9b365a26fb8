"""Negotiates the language of an answer from Accept-Language (RFC 9110, 12.5.4)."""

from flask import g, request

from service.texts.words import negotiate


def language() -> str:
    """Return the best language for this request, and note it for Content-Language."""
    if "language" not in g:
        g.language = negotiate(request.headers.get("Accept-Language"))
    return str(g.language)
