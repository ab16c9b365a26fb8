"""Reads the books of rules, and the headings of their places, from `books.toml`."""

import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, Final, NamedTuple

from service.texts.rulebook.rule import Translated
from service.texts.translations import LANGUAGES

_PATH: Final = Path(__file__).parent / "books.toml"


class Book(NamedTuple):
    """Holds a book's title, and the headings of its place keys; a ruling has no places."""

    title: Translated
    places: Mapping[str, Translated]


@cache
def books() -> Mapping[str, Book]:
    """Return all books by the keys that rules name."""
    found = tomllib.loads(_PATH.read_text(encoding="utf-8"))
    return {key: _book(**members) for key, members in found.items()}


def _book(title: Any, places: Mapping[str, Any] | None = None) -> Book:
    return Book(_translate(title), {key: _translate(heading) for key, heading in (places or {}).items()})


def _translate(text: str | dict[str, str]) -> Translated:
    """Return a text in each language; what is printed is the same in all of them."""
    return dict.fromkeys(LANGUAGES, text) if isinstance(text, str) else text
