"""Describes one rule of the catalog."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, NamedTuple

CONFIDENCES: Final = ("printed", "inferred", "one_source", "reconstructed")
"""How sure a rule is: printed (or two independent sources agree), concluded from what is, of one source, or rebuilt."""

Translated = Mapping[str, str]
"""A text by language."""

_FACTS: Final = frozenset({"facts", "facts-plus", "facts-elasund"})
_HOUSE: Final = frozenset({"server"})


class Reference(NamedTuple):
    """Says where a rule is printed: the key of a book and of a place in it (empty for a ruling)."""

    book: str
    place: str


@dataclass(frozen=True, slots=True)
class Rule:
    """Holds a rule's id, its text, its source, and a reason where books are silent.

    `source` names books and places as `books.toml` does: "colonos 2a, 4a; plus 2a". `option` names the option
    that switches the rule on or replaces it. `confidence` is one of CONFIDENCES, for a rule that only facts state.
    """

    id: str
    text: Translated
    source: str
    reason: Translated | None = None
    option: str | None = None
    confidence: str | None = None

    @property
    def sureness(self) -> str | None:
        """Return how sure the rule is, one of CONFIDENCES; None for a house rule of this server."""
        books = {reference.book for reference in self.references}
        if self.confidence or books <= _HOUSE:
            return self.confidence
        return "inferred" if "ruling" in books else "printed"

    @property
    def rests_on_facts(self) -> bool:
        """Return whether no rulebook states the rule, only facts on components and other editions."""
        return {reference.book for reference in self.references} <= _FACTS

    @property
    def references(self) -> tuple[Reference, ...]:
        """Return the places of `source`, one by one."""
        return tuple(
            Reference(book, place)
            for group in self.source.split("; ")
            for book, _space, places in [group.partition(" ")]
            for place in places.split(", ")
        )
