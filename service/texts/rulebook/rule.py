"""Describes one rule of the catalog."""

from dataclasses import dataclass
from typing import NamedTuple


class Reference(NamedTuple):
    """Says where a rule is printed: the key of a book and of a place in it (empty for a ruling)."""

    book: str
    place: str


@dataclass(frozen=True, slots=True)
class Rule:
    """Holds a rule's id, its text (English, marked for translation), its source, and a reason where books are silent.

    `source` names books and places as the tables of `books` do: "colonos 2a, 4a; plus 2a". `option` names the option
    that switches the rule on or replaces it.
    """

    id: str
    text: str
    source: str
    reason: str | None = None
    option: str | None = None

    @property
    def references(self) -> tuple[Reference, ...]:
        """Return the places of `source`, one by one."""
        return tuple(
            Reference(book, place)
            for group in self.source.split("; ")
            for book, _space, places in [group.partition(" ")]
            for place in places.split(", ")
        )
