"""The language of an answer, from Accept-Language (RFC 9110, 12.5.4)."""

from flask import g, request

from service.texts.words import negotiate


def language() -> str:
    """The language that this request reads best; noted, so that the answer names it in Content-Language."""
    if "language" not in g:
        g.language = negotiate(request.headers.get("Accept-Language"))
    return str(g.language)
