"""Catalogs the rules: what each one says and where it is printed. Refusals and test marks use its ids.

Each family of games has a folder here, and the table, which is common to all games, another. A file in it is a chapter
or a module: its `order` says where it comes among the others, its `part` to which part of the rules it belongs, and
then come the rules by id. Files are found by looking, so a new one is listed nowhere.
"""

import re
import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

from domain.families import FAMILIES
from service.texts.rulebook.rule import Reference, Rule

__all__ = ["RULESETS", "TABLE", "Reference", "Rule", "find", "parts", "rules"]

RULESETS: Final = tuple(FAMILIES)
TABLE: Final = "table"
"""Names the rules of the table, where a ruleset may be named."""

_HERE: Final = Path(__file__).parent
_HEADING: Final = re.compile(r'^\["(.+)"\]$', re.MULTILINE)


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
