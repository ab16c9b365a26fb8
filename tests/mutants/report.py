"""Prints the results of a run as a table, a row for each ruleset, and the mutants that no marked test noticed."""

from collections import Counter
from collections.abc import Iterable
from typing import Any, Final

from tests.mutants.results import EQUIVALENT, SURVIVED
from tests.mutants.scope import CORE, RULESETS, ruleset_of
from tests.mutants.trial import DOMAIN, LAWS, MARKED

COLUMNS: Final = ("drawn", EQUIVALENT, MARKED, DOMAIN, LAWS, SURVIVED, "timeout", "share")
_LINE: Final = "{:<9}" + "{:>12}" * len(COLUMNS)


def table(rows: Iterable[dict[str, Any]]) -> list[str]:
    """Return a line for each ruleset and one for all; `share` is the noticed part of all that change anything."""
    rows = list(rows)
    lines = [_LINE.format("", *COLUMNS)]
    for name in (*RULESETS, CORE):
        lines.append(_line(name, [row for row in rows if ruleset_of(row["file"]) == name]))
    return [*lines, _line("all", rows)]


def _line(name: str, rows: list[dict[str, Any]]) -> str:
    outcomes = Counter(row["outcome"] for row in rows)
    timeouts = sum(row["how"] == "timeout" for row in rows)
    counts = [outcomes[outcome] for outcome in (EQUIVALENT, MARKED, DOMAIN, LAWS, SURVIVED)]
    changing = len(rows) - outcomes[EQUIVALENT]
    share = f"{100 * outcomes[MARKED] / changing:.1f}%" if changing else "-"
    return _LINE.format(name, len(rows), *counts, timeouts, share)


def standing(rows: Iterable[dict[str, Any]], tried: set[str]) -> list[dict[str, Any]]:
    """Return the rows without the unnoticed mutants that were not tried again, because their code no longer exists."""
    return [row for row in rows if row["outcome"] in (MARKED, EQUIVALENT) or row["drawn"] in tried]


def unnoticed(rows: Iterable[dict[str, Any]]) -> list[str]:
    """Return the mutants that no marked test noticed, with what noticed them instead."""
    found = sorted((row for row in rows if row["outcome"] in (DOMAIN, LAWS, SURVIVED)), key=_where)
    lines = []
    for row in found:
        noticed = f"{row['outcome']} {row['how']} {row['by']}".strip()
        lines += [f"{row['file']}:{row['line']} [{row['operator']}] {noticed}"]
        lines += [f"  - {row['before']}", f"  + {row['after']}"]
    return lines


def _where(row: dict[str, Any]) -> tuple[str, str, int]:
    return row["outcome"], row["file"], row["line"]
