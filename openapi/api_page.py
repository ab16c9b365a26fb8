"""Generates the tables of operations and of types of problems in `docs/api.md`."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from service.problems import STATUS
from service.texts.words import WORDS

PATH: Final = Path(__file__).parent.parent / "docs" / "api.md"
OPERATIONS: Final = "| path | method | |\n|---|---|---|\n"
PROBLEMS: Final = "| `type` | status | what to do |\n|---|---|---|\n"
METHODS: Final = ("get", "post", "put", "patch", "delete")
AFTER: Final = "\n## "


def page(contract: dict[str, Any]) -> str:
    """Return the page with both tables up to date."""
    text = PATH.read_text(encoding="utf-8")
    return _filled(_filled(text, OPERATIONS, list_operations(contract)), PROBLEMS, list_problems())


def list_operations(contract: dict[str, Any]) -> Iterator[str]:
    """Yield a row for each operation: its path, its method and its summary."""
    for path, item in contract["paths"].items():
        for method in METHODS:
            if method in item:
                yield f"| `{path}` | {method.upper()} | {item[method]['summary']} |\n"


def list_problems() -> Iterator[str]:
    """Yield a row for each type of problem: its status, and what to do about it."""
    for slug, status in STATUS.items():
        yield f"| `/problems/{slug}` | {status} | {WORDS[f'problem.{slug}.remedy']} |\n"


def _filled(text: str, head: str, rows: Iterator[str]) -> str:
    top, _, rest = text.partition(head)
    return f"{top}{head}{''.join(rows)}{AFTER}{rest.partition(AFTER)[2]}"
