"""Generates the tables in `docs/api.md` and in `docs/operations.md`, of what the code says itself."""

import re
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, Final

from service.measuring.catalog import METRICS
from service.problems import STATUS
from service.settings import SETTINGS
from service.settings.readers import ROLES
from service.texts.words import WORDS

DOCS: Final = Path(__file__).parent.parent / "docs"
API: Final = DOCS / "api.md"
OPERATIONS: Final = DOCS / "operations.md"
METHODS: Final = ("get", "post", "put", "patch", "delete")


def fill_api(contract: dict[str, Any]) -> str:
    """Return `docs/api.md` with its tables of operations and of types of problems up to date."""
    problems = (
        (f"`/problems/{slug}`", str(status), WORDS[f"problem.{slug}.remedy"]) for slug, status in STATUS.items()
    )
    page = _with_table(API.read_text(encoding="utf-8"), "| path | method | |", _operations(contract))
    return _with_table(page, "| `type` | status | what to do |", problems)


def fill_operations() -> str:
    """Return `docs/operations.md` with its tables of settings and of metrics up to date."""
    settings = ((f"`{one.variable}`", _code(one.default), _roles(one.roles), one.meaning) for one in SETTINGS)
    metrics = ((f"`{one.name}`", one.kind, ", ".join(one.labels), one.meaning) for one in METRICS)
    page = _with_table(OPERATIONS.read_text(encoding="utf-8"), "| variable | default | read by | meaning |", settings)
    return _with_table(page, "| metric | kind | labels | what it says |", metrics)


def _operations(contract: dict[str, Any]) -> Iterator[Sequence[str]]:
    for path, item in contract["paths"].items():
        for method in METHODS:
            if method in item:
                yield f"`{path}`", method.upper(), item[method]["summary"]


def _roles(roles: Sequence[str]) -> str:
    return "all" if roles == ROLES else ", ".join(roles)


def _code(text: str | None) -> str:
    return f"`{text}`" if text else ""


def _with_table(page: str, head: str, rows: Iterable[Sequence[str]]) -> str:
    """Return a page with other rows in the table that begins with this line; raises ValueError if there is none."""
    begin = f"{head}\n|{'---|' * (head.count('|') - 1)}\n"
    if begin not in page:
        raise ValueError(f"no table begins with {head}")
    table = begin + "".join(f"| {' | '.join(cells)} |\n" for cells in rows)
    return re.sub(re.escape(begin) + r"(?:\|.*\n)*", lambda _: table, page, count=1)
