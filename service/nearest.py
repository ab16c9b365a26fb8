"""Suggests known names similar to an unknown one."""

from collections.abc import Iterable
from difflib import get_close_matches
from typing import Any, Final

LONGEST: Final = 100
"""Limits the length in characters of compared texts: the time grows with its square."""


def nearest(given: Any, names: Iterable[str]) -> list[str]:
    """List at most three names similar to the given one, the best first; often none."""
    if not isinstance(given, str) or len(given) > LONGEST:
        return []
    return get_close_matches(given, list(names), 3, 0.6)


def offered(given: Any, names: Iterable[str]) -> dict[str, list[str]]:
    """Return the members of a problem about an unknown name: those allowed, and similar ones."""
    allowed = list(names)
    found = nearest(given, allowed)
    return {"allowed": allowed} | ({"nearest": found} if found else {})
