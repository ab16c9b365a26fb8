"""Generates the tables of rulings in `docs/rulings.md` from the rules that have a reason.

A comment says of which part of a ruleset's rules the table below it is: `<!-- rulings: catan favors -->`.
"""

import re
from pathlib import Path
from typing import Final

from service.texts import rulebook

PATH: Final = Path(__file__).parent.parent / "docs" / "rulings.md"
_TABLE: Final = re.compile(r"(<!-- rulings: (\S+) (\S+) -->\n\n)(?:\|.*\n)*")


def page() -> str:
    """Return the page with all tables up to date."""
    return _TABLE.sub(lambda found: found[1] + _table(found[2], found[3]), PATH.read_text(encoding="utf-8"))


def _table(ruleset: str, part: str) -> str:
    rows = (
        f"| `{rule.id}` | {rule.text['en']} | {rule.reason['en']} |\n"
        for rule in rulebook.parts(ruleset)[part]
        if rule.reason
    )
    return "| rule | ruling | reason |\n|---|---|---|\n" + "".join(rows)
