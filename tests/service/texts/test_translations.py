"""Tests that the catalogs are complete, have nothing left over, keep the placeholders and are up to date."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import read_po, write_po

from service.texts.translations import LANGUAGES, SOURCE_LANGUAGE, catalog
from service.texts.translations.__main__ import extracted, fresh_catalogs, untranslated

PLACEHOLDER = re.compile(r"%\(\w+\)s|%.")
TRANSLATED = [language for language in LANGUAGES if language != SOURCE_LANGUAGE]


def messages(language: str) -> Iterator[Message]:
    """Yield the translated texts of a catalog, without its header."""
    with catalog.catalog_path(language).open("rb") as file:
        yield from (message for message in read_po(file, language, abort_invalid=True) if message.id)


@pytest.mark.parametrize("language", TRANSLATED)
def test_every_message_is_translated(language: str) -> None:
    assert [message.id for message in messages(language) if not message.string or message.fuzzy] == []


@pytest.mark.parametrize("language", TRANSLATED)
def test_the_messages_are_those_of_the_sources(language: str) -> None:
    marked = {message.id for message in extracted() if message.id}
    known = {message.id for message in messages(language)}
    assert marked - known == set(), "not in the catalogue"
    assert known - marked == set(), "not used any more"


@pytest.mark.parametrize("language", TRANSLATED)
def test_the_placeholders_agree(language: str) -> None:
    for message in messages(language):
        assert set(PLACEHOLDER.findall(str(message.string))) == set(PLACEHOLDER.findall(str(message.id))), message.id


@pytest.mark.parametrize("language", TRANSLATED)
def test_a_server_reads_what_babel_wrote(language: str) -> None:
    wanted = {message.id: message.string for message in messages(language)}
    assert catalog.texts_of(catalog.catalog_path(language)) == wanted


def test_a_server_reads_signs_and_long_texts_as_babel_writes_them(tmp_path: Path) -> None:
    wanted = {'"a" \\ b': "tab\tand\nline\n", "long " * 60: "ñ → 🐑 \\n", "empty": "", "\\": '"'}
    written = Catalog(locale="es")
    for text, translation in wanted.items():
        written.add(text, translation, locations=[("a.py", 1)], auto_comments=["Note: a comment"])
    with (tmp_path / "one.po").open("wb") as file:
        write_po(file, written, width=110)
    assert catalog.texts_of(tmp_path / "one.po") == wanted


def test_a_text_without_translation_is_named(tmp_path: Path) -> None:
    written = Catalog(locale="es")
    written.add("The robber", "El ladrón", locations=[("a.py", 1)])
    written.add("The deck", "", locations=[("a.py", 2)])
    with (tmp_path / "one.po").open("wb") as file:
        write_po(file, written)
    [sentence] = untranslated(tmp_path / "one.po")
    assert sentence.endswith("one.po: 'The deck' has no translation; write it there")


def test_no_catalogue_is_stale() -> None:
    stale = [path.name for path, fresh in fresh_catalogs() if path.read_bytes() != fresh]
    assert stale == [], "run: python -m service.texts.translations"


def test_a_text_without_translation_stays_english() -> None:
    assert catalog.translate("no such text", "es") == "no such text"
    assert catalog.translate("The game begins.", "en") == "The game begins."
    assert catalog.translate("The game begins.", "es") == "Empieza la partida."
