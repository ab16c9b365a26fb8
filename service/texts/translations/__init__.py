"""The languages of the service: the marker of translatable texts and the catalogues that Babel keeps.

English is the source language: an English text is its own key. `python -m service.texts.translations` brings the
catalogues up to date with the sources.
"""

from typing import Final

LANGUAGES: Final = ("en", "es")
SOURCE_LANGUAGE: Final = "en"


def _(text: str) -> str:
    """Mark a text for translation where it stands; it is translated where it is shown."""
    return text
