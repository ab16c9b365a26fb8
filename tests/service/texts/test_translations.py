"""Tests that every phrase is in every language, with the same placeholders, and that equal texts stay equal."""

import re

from service.texts.files import ENGLISH, HERE, LANGUAGES, read_phrases, translate

PLACEHOLDER = re.compile(r"%\(\w+\)s|%.")


def test_every_phrase_is_in_every_language() -> None:
    phrases = [(path.name, key, text) for path, key, text in read_phrases()]
    assert len(phrases) > 500
    assert [one for one in phrases if one[2].keys() != set(LANGUAGES) or not all(one[2].values())] == []


def test_the_placeholders_agree() -> None:
    for _, key, text in read_phrases():
        assert len({frozenset(PLACEHOLDER.findall(said)) for said in text.values()}) == 1, key


def test_equal_texts_have_equal_translations() -> None:
    found = [(text[ENGLISH], text) for _, _, text in read_phrases()]
    assert [text for english, text in found if dict(found)[english] != text] == []


def test_phrases_of_all_files_are_read() -> None:
    files = {path for path in HERE.rglob("*.toml") if "rulebook" not in path.parts and path.stem != "shared"}
    assert {path for path, _, _ in read_phrases()} == files


def test_a_text_without_translation_stays_english() -> None:
    assert translate("no such text", "es") == "no such text"
    assert translate("The game begins.", "en") == "The game begins."
    assert translate("The game begins.", "es") == "Empieza la partida."
