"""Translates phrases: the files of texts hold each of them in every language."""

from collections.abc import Mapping
from functools import cache
from typing import Final

from service.texts.files import ENGLISH, read_phrases

LANGUAGES: Final = (ENGLISH, "es")


def translate(text: str, language: str) -> str:
    """Translate a phrase from English into a language; without a translation it stays English."""
    return text if language == ENGLISH else _translations().get(text, {}).get(language) or text


@cache
def _translations() -> Mapping[str, Mapping[str, str]]:
    return {text[ENGLISH]: text for _, _, text in read_phrases()}
