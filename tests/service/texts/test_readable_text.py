"""Tests that a text from outside is visible: no character hides, turns the line around or looks like a blank."""

import sys
import unicodedata

import pytest

from service.texts.readable_text import filter_readable, is_blank, is_readable

READABLE = {
    "plain": "Ana",
    "accents": "José Ñandú",
    "accents of their own": "e\u0301",
    "Greek": "Ελένη",
    "Arabic": "محمد",
    "Persian, with a joiner between its letters": "علی\u200cرضا",
    "Hindi, with a joiner after a virama": "क्\u200dष",
    "Sinhala": "ශ්\u200dරී",
    "Chinese": "王小明",
    "a variant of a Chinese character": "葛\U000e0100",
    "Thai": "สมชาย",
    "Hangul": "김철수",
    "an ideographic space": "王\u3000明",
    "emoji": "🎲",
    "a heart, as a picture": "❤\ufe0f",
    "an astronaut": "👩\u200d🚀",
    "a darker one": "👩🏽\u200d🚀",
    "a family": "👨\u200d👩\u200d👧",
    "a flag of two": "🏳\ufe0f\u200d🌈",
    "a flag of letters": "🇪🇸",
    "a keycap": "7\ufe0f\u20e3",
    "a doctor": "🧑\u200d⚕\ufe0f",
    "a picture younger than this Python": "\U0001fadf",
}
UNREADABLE = {
    "NUL": "A\0na",
    "a line feed": "A\nna",
    "a tab": "A\tna",
    "DEL": "A\x7fna",
    "C1": "A\x85na",
    "a soft hyphen": "A\u00adna",
    "a space without width": "A\u200bna",
    "a word joiner": "A\u2060na",
    "a byte order mark": "\ufeffAna",
    "a right-to-left override": "\u202eanA",
    "a left-to-right mark": "Ana\u200e",
    "an isolate": "\u2067Ana\u2069",
    "a line separator": "A\u2028na",
    "a paragraph separator": "A\u2029na",
    "no character": "A\ufffena",
    "no character either": "A\U0001ffffna",
    "unassigned": "A\u0378na",
    "half a pair": "A\ud800na",
    "tags": "A\U000e0041na",
    "a joiner between Latin letters": "A\u200dna",
    "a non-joiner between Latin letters": "A\u200cna",
    "a joiner at the end of a picture": "🎲\u200d",
    "a joiner before a picture": "A\u200d🎲",
    "two joiners": "👩\u200d\u200d🚀",
    "a joiner alone": "\u200d",
}
BLANK = [
    "",
    " ",
    "   ",
    "\u00a0",
    "\u3000 ",
    "\u2800",
    "\u3164\u3164",
    "\u115f",
    "\u1160",
    "\uffa0",
    "\u0301",
    "\ufe0f",
]


@pytest.mark.parametrize("text", READABLE.values(), ids=READABLE.keys())
def test_what_people_are_called_is_readable_and_shown_as_it_is(text: str) -> None:
    assert is_readable(text)
    assert not is_blank(text)
    assert filter_readable(text) == text


@pytest.mark.parametrize("text", UNREADABLE.values(), ids=UNREADABLE.keys())
def test_what_hides_or_turns_is_not(text: str) -> None:
    assert not is_readable(text)
    assert is_readable(filter_readable(text))
    assert filter_readable(text) in ("Ana", "anA", "🎲", "A🎲", "👩🚀", "")


@pytest.mark.parametrize("text", BLANK)
def test_what_nobody_sees_is_blank(text: str) -> None:
    assert is_blank(text)
    assert filter_readable(text) == ""


def test_no_character_alone_breaks_a_line_or_is_invisible_format() -> None:
    refused = {"Cc", "Cf", "Cs", "Zl", "Zp"}
    for number in range(sys.maxunicode + 1):
        character = chr(number)
        if unicodedata.category(character) in refused:
            assert not is_readable(character)
            assert filter_readable(f"A{character}B") == "AB"
