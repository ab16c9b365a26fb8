"""Negotiates the language of an answer from Accept-Language (RFC 9110, 12.5.4)."""

from functools import lru_cache
from typing import Final

from service.http.incoming import incoming
from service.texts.words import negotiate

_negotiated: Final = lru_cache(maxsize=256)(negotiate)


def language() -> str:
    """Return the best language for this request, and note it for Content-Language."""
    here = incoming()
    if not here.language:
        here.language = _negotiated(here.environ.get("HTTP_ACCEPT_LANGUAGE"))
    return here.language
