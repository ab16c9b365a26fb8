"""The results of a run, one JSON line a mutant, so that a run that was stopped goes on where it was."""

import json
from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any

from tests.mutants.scope import ROOT

FOLDER = ROOT / "build" / "mutants"
EQUIVALENT = "equivalent"
SURVIVED = "survived"
EQUIVALENTS = Path(__file__).with_name("equivalents.json")


def digest(root: Path = ROOT) -> str:
    """Name the state of the rules and their tests: results hold for this state alone."""
    found = sha256()
    for folder in ("domain", "tests/domain", "tests/mutants"):
        for path in sorted((root / folder).rglob("*")):
            if path.suffix in (".py", ".json") and path.name != EQUIVALENTS.name:
                found.update(path.relative_to(root).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    return found.hexdigest()[:10]


def read(path: Path) -> list[dict[str, Any]]:
    """Read the results so far; a last line that was cut off is passed over."""
    if not path.exists():
        return []
    rows = []
    for line in path.read_text().splitlines():
        try:
            rows.append(json.loads(line))
        except ValueError:
            continue
    return rows


def add(path: Path, row: dict[str, Any]) -> None:
    """Add one result."""
    with path.open("a") as file:
        file.write(json.dumps(row) + "\n")


def key(row: dict[str, Any]) -> tuple[str, str, str]:
    """Name a mutant by its file and what it changes there, wherever the file and the line have moved to."""
    return Path(row["file"]).name, row["before"], row["after"]


def equivalents(path: Path = EQUIVALENTS) -> dict[tuple[str, str, str], str]:
    """Read the mutants known to change nothing that a player could notice, each with the reason."""
    return {key(row): row["why"] for row in json.loads(path.read_text())}


def judged(paths: Sequence[Path], known: dict[tuple[str, str, str], str]) -> list[dict[str, Any]]:
    """Put runs together: a later result of a mutant takes the place of an earlier one.

    What nobody noticed and has a known reason is equivalent; what somebody noticed never is.
    """
    rows = {row["drawn"]: row for path in paths for row in read(path)}
    return [_explained(row, known.get(key(row))) for row in rows.values()]


def _explained(row: dict[str, Any], why: str | None) -> dict[str, Any]:
    return row if why is None or row["outcome"] != SURVIVED else {**row, "outcome": EQUIVALENT, "how": "", "by": why}
