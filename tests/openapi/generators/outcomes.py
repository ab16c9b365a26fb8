"""Runs one generator on one document: what it said, what it wrote, and what the compiler says of that."""

import re
import shutil
import sys
import time
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from tests.openapi.generators.compilers import type_checked
from tests.openapi.generators.counting import lines, untyped
from tests.openapi.generators.makers import OF_ITSELF, Maker
from tests.openapi.generators.toolbox import Ran, run


class Outcome(NamedTuple):
    """Represents a row of the table, in which None means that there is nothing to count."""

    name: str
    errors: list[str]
    warnings: list[str]
    seconds: float
    type_errors: int | None = None
    untyped: int | None = None
    lines: int | None = None
    import_seconds: float | None = None

    @property
    def is_clean(self) -> bool:
        """Return whether there are no errors or warnings; untyped members are only counted."""
        return not (self.errors or self.warnings or self.type_errors)


def outcome(maker: Maker, document: Path, made: Path, compiled: bool = True) -> Outcome:
    """Generate into an empty directory, judge the result and return the row.

    Unless it is to be `compiled`, its types are not checked and nobody looks how long it takes to import.
    """
    shutil.rmtree(made, ignore_errors=True)
    made.mkdir(parents=True)
    started = time.perf_counter()
    ran = run(maker.command(document, made), made)
    row = Outcome(maker.name, _errors(maker, ran), _warnings(maker, ran), time.perf_counter() - started)
    if row.errors or not maker.language:
        return row
    return row._replace(
        type_errors=type_checked(maker.language, made) if compiled else None,
        untyped=untyped(maker.language, made.glob(maker.types)),
        lines=lines(maker.language, made),
        import_seconds=_import_seconds(maker, made) if compiled else None,
    )


def table(rows: Iterable[Outcome]) -> str:
    """Return the rows as a table in Markdown; the seconds are those of this machine."""
    head = ("generator", "errors", "warnings", "type errors", "untyped", "lines", "seconds", "import, seconds")
    texts = [[row.name, *map(_shown, (len(row.errors), len(row.warnings), *_rest(row)))] for row in rows]
    return "\n".join("| " + " | ".join(cells) + " |" for cells in (head, ["---"] * len(head), *texts))


def _rest(row: Outcome) -> tuple[float | None, ...]:
    return (row.type_errors, row.untyped, row.lines, row.seconds, row.import_seconds)


def _shown(figure: float | None) -> str:
    if figure is None:
        return "-"
    return f"{figure:,}" if isinstance(figure, int) else f"{figure:.1f}"


def _errors(maker: Maker, ran: Ran) -> list[str]:
    found = _said(maker.is_error, ran)
    return found or ([ran.text[-2000:]] if ran.code else [])


def _warnings(maker: Maker, ran: Ran) -> list[str]:
    return [line for line in _said(maker.is_warning, ran) if not any(text in line for text in OF_ITSELF)]


def _said(sign: str, ran: Ran) -> list[str]:
    return sorted({line for line in ran.text.splitlines() if re.search(sign, line)})


def _import_seconds(maker: Maker, made: Path) -> float | None:
    """Return how long Python needs to import all models, once they are compiled to bytecode."""
    if maker.language != "python":
        return None
    models = Path(maker.types).parent.as_posix().replace("/", ".")
    for _ in "compile", "measure":
        started = time.perf_counter()
        ran = run([sys.executable, "-c", f"import {models}"], made)
        if ran.code:
            raise RuntimeError(ran.text)
    return time.perf_counter() - started
