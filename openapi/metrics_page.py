"""Generates the table of metrics in `docs/operations.md` from the service's catalog."""

from typing import Final

from service.measuring.catalog import METRICS

BEFORE: Final = "| metric | kind | labels | what it says |\n|---|---|---|---|\n"
AFTER: Final = "\n"


def table() -> str:
    """Return a row for each metric."""
    rows = ((metric.name, metric.kind, ", ".join(metric.labels), metric.meaning) for metric in METRICS)
    return "".join(f"| `{name}` | {kind} | {labels} | {meaning} |\n" for name, kind, labels, meaning in rows)


def with_table(page: str) -> str:
    """Return a page with the current table, which ends with an empty line."""
    top, _, rest = page.partition(BEFORE)
    below = rest.split("\n\n", 1)[1] if not rest.startswith("\n") else rest[1:]
    return f"{top}{BEFORE}{table()}{AFTER}{below}"
