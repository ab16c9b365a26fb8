"""Reads the catalogs: finds the translation of an English text."""

from functools import cache
from pathlib import Path
from typing import Final

from babel.messages.pofile import read_po

from service.texts.translations import SOURCE_LANGUAGE

HERE: Final = Path(__file__).parent
DOMAINS: Final = ("messages", "rulebook")


def catalog_path(language: str, domain: str) -> Path:
    """Return the path of a language's catalog; `domain` is one of DOMAINS."""
    return HERE / language / "LC_MESSAGES" / f"{domain}.po"


def translate(text: str, language: str) -> str:
    """Translate a text into a language; without a translation it stays English."""
    if language == SOURCE_LANGUAGE:
        return text
    return _texts(language).get(text) or text


@cache
def _texts(language: str) -> dict[str, str]:
    """Read the .po files directly, so that a fresh clone needs no compiling and no .mo can be stale."""
    texts: dict[str, str] = {}
    for domain in DOMAINS:
        with catalog_path(language, domain).open("rb") as file:
            texts |= {str(message.id): str(message.string) for message in read_po(file, language) if message.id}
    return texts
