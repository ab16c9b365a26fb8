"""Suggests known names similar to an unknown one."""

from collections.abc import Iterable
from difflib import get_close_matches
from typing import Any, Final

ALSO_CALLED: Final = {"wood": "lumber", "wheat": "grain", "sheep": "wool", "clay": "brick", "stone": "ore"}
"""Maps what players of Catan say in place of the names of the API."""
LONGEST: Final = 100
"""Limits the length in characters of compared texts: the time grows with its square."""


def nearest(given: Any, names: Iterable[str]) -> list[str]:
    """List at most three names similar to the given one, the best first, or the one that it means; often none."""
    if not isinstance(given, str) or len(given) > LONGEST:
        return []
    known = list(names)
    meant = ALSO_CALLED.get(given.lower())
    return [meant] if meant in known else get_close_matches(given, known, 3, 0.6)


def offer_names(given: Any, names: Iterable[str]) -> dict[str, list[str]]:
    """Return the members of a problem about an unknown name: those allowed, and similar ones."""
    allowed = list(names)
    found = nearest(given, allowed)
    return {"allowed": allowed} | ({"nearest": found} if found else {})
