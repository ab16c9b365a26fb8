"""Generates the tables of settings and of metrics in `docs/operations.md`."""

from pathlib import Path
from typing import Final

from openapi.metrics_page import with_table
from service.settings import SETTINGS
from service.settings.readers import ROLES

PATH: Final = Path(__file__).parent.parent / "docs" / "operations.md"
BEFORE: Final = "| variable | default | read by | meaning |\n|---|---|---|---|\n"
AFTER: Final = "\n## "


def table() -> str:
    """Return a row for each setting."""
    return "".join(
        f"| `{one.variable}` | {_code(one.row.default)} | {_roles(one.row.roles)} | {one.row.meaning} |\n"
        for one in SETTINGS
    )


def _roles(roles: tuple[str, ...]) -> str:
    return "all" if roles == ROLES else ", ".join(roles)


def _code(text: str | None) -> str:
    return f"`{text}`" if text else ""


def page() -> str:
    """Return the page with both tables up to date."""
    top, _, rest = PATH.read_text(encoding="utf-8").partition(BEFORE)
    return with_table(f"{top}{BEFORE}{table()}{AFTER}{rest.partition(AFTER)[2]}")
