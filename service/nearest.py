"""Which known names somebody may have meant."""

from collections.abc import Iterable
from difflib import get_close_matches
from typing import Any, Final

LONGEST: Final = 100
"""Longer texts, in characters, are not compared: the time grows with their square."""


def nearest(given: Any, names: Iterable[str]) -> list[str]:
    """The names most like what was given, the best first; at most three, often none."""
    if not isinstance(given, str) or len(given) > LONGEST:
        return []
    return get_close_matches(given, list(names), 3, 0.6)


def offered(given: Any, names: Iterable[str]) -> dict[str, list[str]]:
    """What a refusal says of a name that is none of those allowed."""
    allowed = list(names)
    found = nearest(given, allowed)
    return {"allowed": allowed} | ({"nearest": found} if found else {})
