"""One rule of the catalogue."""

from dataclasses import dataclass
from typing import NamedTuple


class Reference(NamedTuple):
    """Where a rule stands: the key of a book and the key of a place in it (empty for a ruling)."""

    book: str
    place: str


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule's id, what it says (English, marked for translation), where it stands, and why where books are silent.

    `source` names books and places as the tables of `books` do: "colonos 2a, 4a; plus 2a". `option` names the
    option that switches the rule on or replaces it.
    """

    id: str
    text: str
    source: str
    reason: str | None = None
    option: str | None = None

    @property
    def references(self) -> tuple[Reference, ...]:
        """The places of `source`, one by one."""
        return tuple(
            Reference(book, place)
            for group in self.source.split("; ")
            for book, _space, places in [group.partition(" ")]
            for place in places.split(", ")
        )
