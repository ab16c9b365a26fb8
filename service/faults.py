"""Describes a validation error by a key with parameters, so that it can be said in any language.

Where a name is unknown, it suggests those that are similar.
"""

from collections.abc import Iterable
from difflib import get_close_matches
from typing import Any, Final

EXPLAINING: Final[tuple[str, ...]] = ("expected", "given", "allowed", "nearest", "minimum", "maximum")
"""Lists the parameters that an error also shows as members of its own, beside its sentence."""
MOST_FAULTS: Final = 20
"""Limits how many faults a refusal lists; it tells how many more there are."""
MOST_HINTS: Final = 3
"""Limits for how many faults of a refusal similar names are looked for: the first ones."""
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


class Fault(str):
    """Describes a validation error: its text is its code, and names its phrase (`fault.CODE`) unless `phrase` does.

    A fault `among` a given name and those allowed instead looks for similar names only when it is explained. Where one
    is found, `phrase_near` names its phrase.
    """

    params: dict[str, Any]
    among: tuple[Any, Iterable[str]] | None

    def __new__(cls, key: str, among: tuple[Any, Iterable[str]] | None = None, **params: Any) -> "Fault":
        """Create a fault with the parameters of its sentence."""
        fault = super().__new__(cls, key)
        fault.params, fault.among = params, among
        return fault

    def explain(self, *, is_hinted: bool = True) -> dict[str, Any]:
        """Return the parameters, with the names that are allowed and, as a hint, the most similar ones."""
        if self.among is None:
            return self.params
        given, names = self.among
        hints = offer_names(given, names) if is_hinted else {"allowed": list(names)}
        near = {"phrase": self.params["phrase_near"]} if "nearest" in hints and "phrase_near" in self.params else {}
        return self.params | hints | near


def json_type(value: Any) -> str:
    """Return the JSON type of a value."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "boolean"
    names = {int: "number", float: "number", str: "string", dict: "object"}
    return names.get(type(value), "array")
