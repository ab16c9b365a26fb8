"""Reads the catalogs: finds the translation of an English text."""

import re
from ast import literal_eval
from functools import cache
from pathlib import Path
from typing import Final

from service.texts.translations import SOURCE_LANGUAGE

HERE: Final = Path(__file__).parent
MESSAGE: Final = re.compile(r'^msgid (".*"(?:\n".*")*)\nmsgstr (".*"(?:\n".*")*)$', re.MULTILINE)
"""Finds a text and its translation, each a row of quoted strings, one a line."""


def catalog_path(language: str) -> Path:
    """Return the path of a language's catalog."""
    return HERE / language / "LC_MESSAGES" / "messages.po"


def translate(text: str, language: str) -> str:
    """Translate a text into a language; without a translation it stays English."""
    if language == SOURCE_LANGUAGE:
        return text
    return _texts(language).get(text) or text


@cache
def _texts(language: str) -> dict[str, str]:
    return texts_of(catalog_path(language))


def texts_of(path: Path) -> dict[str, str]:
    """Read a .po file as it is, so that a fresh clone needs no compiling and no .mo can be stale.

    Babel writes these files; to read what it writes, a server does without its 37 MB.
    """
    found = {_joined(text): _joined(known) for text, known in MESSAGE.findall(path.read_text(encoding="utf-8"))}
    found.pop("", None)  # the head of the file
    return found


def _joined(strings: str) -> str:
    """Join strings of a .po file, whose escapes are those of Python."""
    joined: str = literal_eval(f"({strings})")
    return joined
