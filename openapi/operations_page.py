"""Generates the tables of settings and of metrics in `docs/operations.md`."""

import re
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Final

from service.measuring.catalog import METRICS
from service.settings import SETTINGS
from service.settings.readers import ROLES

PATH: Final = Path(__file__).parent.parent / "docs" / "operations.md"
SETTING_HEAD: Final = "| variable | default | read by | meaning |\n|---|---|---|---|\n"
METRIC_HEAD: Final = "| metric | kind | labels | what it says |\n|---|---|---|---|\n"


def page() -> str:
    """Return the page with both tables up to date."""
    settings = (
        (f"`{one.variable}`", _code(one.row.default), _roles(one.row.roles), one.row.meaning) for one in SETTINGS
    )
    metrics = ((f"`{one.name}`", one.kind, ", ".join(one.labels), one.meaning) for one in METRICS)
    return _with_table(_with_table(PATH.read_text(encoding="utf-8"), SETTING_HEAD, settings), METRIC_HEAD, metrics)


def _roles(roles: Sequence[str]) -> str:
    return "all" if roles == ROLES else ", ".join(roles)


def _code(text: str | None) -> str:
    return f"`{text}`" if text else ""


def _with_table(page: str, head: str, rows: Iterable[Iterable[str]]) -> str:
    """Return a page with other rows below the head of a table."""
    table = head + "".join(f"| {' | '.join(cells)} |\n" for cells in rows)
    return re.sub(re.escape(head) + r"(?:\|.*\n)*", lambda _: table, page, count=1)
