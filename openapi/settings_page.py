"""The table of settings in `docs/operations.md`, from the table that the service reads."""

from pathlib import Path
from typing import Final

from service.settings import SETTINGS

PATH: Final = Path(__file__).parent.parent / "docs" / "operations.md"
BEFORE: Final = "| variable | default | meaning |\n|---|---|---|\n"
AFTER: Final = "\n## "


def table() -> str:
    """A row for each setting."""
    return "".join(
        f"| `{setting.variable}` | {_code(setting.row.default)} | {setting.row.meaning} |\n" for setting in SETTINGS
    )


def _code(text: str | None) -> str:
    return f"`{text}`" if text else ""


def page() -> str:
    """The page as it stands, with the table as it should be."""
    top, _, rest = PATH.read_text(encoding="utf-8").partition(BEFORE)
    return f"{top}{BEFORE}{table()}{AFTER}{rest.partition(AFTER)[2]}"
