"""Generates the table of types of problems in `docs/api.md` from their statuses and remedies."""

from pathlib import Path
from typing import Final

from service.problems import STATUS
from service.texts.phrases.remedies import REMEDIES

PATH: Final = Path(__file__).parent.parent / "docs" / "api.md"
BEFORE: Final = "| `type` | status | what to do |\n|---|---|---|\n"
AFTER: Final = "\n## "


def table() -> str:
    """Return a row for each type of problem."""
    return "".join(
        f"| `/problems/{slug}` | {status} | {REMEDIES[f'problem.{slug}.remedy']} |\n" for slug, status in STATUS.items()
    )


def page() -> str:
    """Return the page with the table up to date."""
    top, _, rest = PATH.read_text(encoding="utf-8").partition(BEFORE)
    return f"{top}{BEFORE}{table()}{AFTER}{rest.partition(AFTER)[2]}"
