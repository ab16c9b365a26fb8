"""Translates the service: the marker of translatable texts, and the catalogs that Babel maintains.

English is the source language: an English text is its own key. `python -m service.texts.translations` brings the
catalogs up to date with the sources.
"""

from typing import Final

LANGUAGES: Final = ("en", "es")
SOURCE_LANGUAGE: Final = "en"


def _(text: str) -> str:
    """Mark a text for translation in the source; it is translated when it is shown."""
    return text
