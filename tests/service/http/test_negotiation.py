"""Tests the language in which a request is answered."""

import pytest

from service.http.negotiation import negotiate

LANGUAGES = [
    (None, "en"),
    ("", "en"),
    ("es", "es"),
    ("es-AR", "es"),
    ("es-AR, en;q=0.5", "es"),
    ("es;q=0", "en"),
    ("en-US,en;q=0.9,es;q=0.8", "en"),
    ("de;q=1, es;q=0.5", "es"),
    ("fr", "en"),
    ("*", "en"),
    ("nonsense;;q=", "en"),
]


@pytest.mark.parametrize(("header", "language"), LANGUAGES)
def test_the_language_is_negotiated(header: str | None, language: str) -> None:
    assert negotiate(header) == language
