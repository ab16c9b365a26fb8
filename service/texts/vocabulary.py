"""Lists the words of a ruleset in every language, by the ids in its documents, for clients that show them."""

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
"""Maps groups of words to the prefix of their keys."""


def vocabulary(ruleset: str) -> dict[str, Any]:
    """Return the ruleset's name and its words by group; a ruleset without words of its own uses the common ones."""
    words = WORDS_OF.get(ruleset, WORDS)
    return {
        "name": in_every_language(words.get(f"ruleset.{ruleset}", ruleset)),
        **{group: _group(words, prefix) for group, prefix in KINDS.items()},
    }


def _group(words: Mapping[str, str], prefix: str) -> dict[str, dict[str, str]]:
    """Return the words of a group, without texts that have placeholders."""
    return {
        key.removeprefix(prefix): in_every_language(text)
        for key, text in words.items()
        if key.startswith(prefix) and "%(" not in text
    }
