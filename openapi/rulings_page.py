"""Generates the tables of rulings in `docs/rulings.md` from the rules that have a reason.

A comment says of which part of a ruleset's rules the table below it is: `<!-- rulings: catan favors -->`. A part that
has none yet is given a chapter at the end, which may be moved, and get a better heading.
"""

import re
from pathlib import Path
from typing import Final

from service.texts import rulebook
from service.texts.words import vocabulary

PATH: Final = Path(__file__).parent.parent / "docs" / "rulings.md"
_TABLE: Final = re.compile(r"(<!-- rulings: (\S+) (\S+) -->\n\n)(?:\|.*\n)*")
_END: Final = "## The worked examples"


def page() -> str:
    """Return the page with all tables up to date."""
    return fill(PATH.read_text(encoding="utf-8"))


def fill(text: str) -> str:
    """Return a text of the page with all tables up to date."""
    known = {(ruleset, part) for _, ruleset, part in _TABLE.findall(text)}
    for ruleset in rulebook.RULESETS:
        for part, rules in rulebook.parts(ruleset).items():
            if (ruleset, part) not in known and any(rule.reason for rule in rules):
                text = text.replace(_END, f"{_chapter(ruleset, part)}\n{_END}", 1)
    return _TABLE.sub(lambda found: found[1] + _table(found[2], found[3]), text)


def _chapter(ruleset: str, part: str) -> str:
    name = vocabulary(ruleset)["name"]["en"]
    return f"## {name}, {part}: where the books are silent or unclear\n\n<!-- rulings: {ruleset} {part} -->\n\n"


def _table(ruleset: str, part: str) -> str:
    rows = (
        f"| `{rule.id}` | {rule.text['en']} | {rule.reason['en']} |\n"
        for rule in rulebook.parts(ruleset)[part]
        if rule.reason
    )
    return "| rule | ruling | reason |\n|---|---|---|\n" + "".join(rows)
