"""Catalogs the rules: what each one says and where it is printed. Refusals and test marks use its ids.

Each family of games has a folder here, and the table, which is common to all games, another. A file in it is a chapter
or a module: its `order` says where it comes among the others, its `part` to which part of the rules it belongs, and
then come the rules by id. Files are found by looking, so a new one is listed nowhere. `books.toml` holds the books, and
the headings of their places.
"""

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final, NamedTuple

from domain.families import FAMILIES
from service.texts.files import LANGUAGES, TABLE

RULESETS: Final = tuple(FAMILIES)
CONFIDENCES: Final = ("printed", "inferred", "one_source", "reconstructed")
"""How sure a rule is: printed (or two independent sources agree), concluded from what is, of one source, or rebuilt."""

Translated = Mapping[str, str]
"""A text by language."""

_HERE: Final = Path(__file__).parent
_HEADING: Final = re.compile(r'^\["(.+)"\]$', re.MULTILINE)


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
        named = {reference.book for reference in self.references}
        if self.confidence or named == {"server"}:
            return self.confidence
        return "inferred" if "ruling" in named else "printed"

    @property
    def references(self) -> tuple[Reference, ...]:
        """Return the places of `source`, one by one."""
        return tuple(
            Reference(book, place)
            for group in self.source.split("; ")
            for book, _space, places in [group.partition(" ")]
            for place in places.split(", ")
        )


class Book(NamedTuple):
    """Holds a book's title, and the headings of its place keys; a ruling has no places."""

    title: Translated
    places: Mapping[str, Translated]


@cache
def books() -> Mapping[str, Book]:
    """Return all books by the keys that rules name."""
    found = tomllib.loads((_HERE / "books.toml").read_text(encoding="utf-8"))
    return {key: _book(**members) for key, members in found.items()}


def _book(title: Any, places: Mapping[str, Any] | None = None) -> Book:
    return Book(_translate(title), {key: _translate(heading) for key, heading in (places or {}).items()})


def _translate(text: str | dict[str, str]) -> Translated:
    """Return a text in each language; what is printed is the same in all of them."""
    return dict.fromkeys(LANGUAGES, text) if isinstance(text, str) else text


class Chapter(NamedTuple):
    """Holds the rules of a file, by id."""

    order: int
    part: str
    rules: Mapping[str, Rule]


def parts(ruleset: str) -> dict[str, tuple[Rule, ...]]:
    """Return the rules of a ruleset by part, all in their order; raises KeyError for an unknown ruleset."""
    folder = _HERE / {**FAMILIES, TABLE: TABLE}[ruleset]
    found: dict[str, tuple[Rule, ...]] = {}
    for chapter in sorted(map(_read, sorted(folder.glob("*.toml"))), key=lambda chapter: chapter.order):
        found[chapter.part] = (*found.get(chapter.part, ()), *chapter.rules.values())
    return found


def rules(ruleset: str) -> tuple[Rule, ...]:
    """List all rules of a ruleset in the order of its parts; raises KeyError for an unknown ruleset."""
    return tuple(rule for part in parts(ruleset).values() for rule in part)


def find(rule_id: str) -> Rule | None:
    """Return the rule with an id, of any ruleset or of the table; None if there is none."""
    path = _files().get(rule_id)
    return None if path is None else _read(path).rules[rule_id]


@cache
def _files() -> Mapping[str, Path]:
    """Map each rule to its file, by the headings alone: to parse all files takes longer than an answer may."""
    paths = _HERE.glob("*/*.toml")
    return {rule: path for path in paths for rule in _HEADING.findall(path.read_text(encoding="utf-8"))}


@cache
def _read(path: Path) -> Chapter:
    """Read a file; it is read when one of its rules is first needed."""
    table = tomllib.loads(path.read_text(encoding="utf-8"))
    order, part = table.pop("order"), table.pop("part")
    return Chapter(order, part, {rule: Rule(rule, **members) for rule, members in table.items()})
