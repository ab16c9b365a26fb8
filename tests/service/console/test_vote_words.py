"""Tests that the console asks for each kind of vote in its own words, in English and in Spanish."""

import json
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
CONTRACT = json.loads((ROOT / "openapi" / "openapi.json").read_text())
KINDS = CONTRACT["components"]["schemas"]["Vote"]["properties"]["kind"]["enum"]
SENTENCES = {
    kind: (english, spanish)
    for kind, english, spanish in re.findall(
        r'^  vote_(\w+): \["([^"]+)", "([^"]+)"\],$',
        (ROOT / "service" / "console" / "words" / "friends.js").read_text(),
        re.MULTILINE,
    )
}
OBJECTS = {"undo": "{version}", "redo": "{version}", "pause": "{time}", "seat": "{seat}"}


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_of_vote_has_a_sentence_in_both_languages(kind: str) -> None:
    for sentence in SENTENCES[kind]:
        assert sentence.startswith("{by} ")
        assert OBJECTS.get(kind, "") in sentence


def test_no_two_kinds_of_votes_say_the_same() -> None:
    for language in (0, 1):
        assert len({both[language] for both in SENTENCES.values()}) == len(SENTENCES) > len(KINDS)
