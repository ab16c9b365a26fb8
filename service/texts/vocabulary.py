"""The words of a ruleset in every language, by the ids that its documents hold: for clients that show them."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final

from service.texts.words import WORDS, WORDS_OF, in_every_language

KINDS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "maps": "map.",
        "modules": "module.",
        "options": "option.",
        "choices": "choice.",
        "frames": "frame.",
        "members": "member.",
        "terms": "term.",
    }
)
"""The groups of words, and how the keys of each begin."""


def vocabulary(ruleset: str) -> dict[str, Any]:
    """The ruleset's name and its words by group; a ruleset without words of its own has those of all."""
    words = WORDS_OF.get(ruleset, WORDS)
    return {
        "name": in_every_language(words.get(f"ruleset.{ruleset}", ruleset)),
        **{group: _group(words, prefix) for group, prefix in KINDS.items()},
    }


def _group(words: Mapping[str, str], prefix: str) -> dict[str, dict[str, str]]:
    """The words of a group; texts with a place to fill in are no words."""
    return {
        key.removeprefix(prefix): in_every_language(text)
        for key, text in words.items()
        if key.startswith(prefix) and "%(" not in text
    }
