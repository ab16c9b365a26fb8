"""Keeps the results of a run, one JSON line a mutant, so that a run that was stopped can resume."""

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
    """Return a name for the state of the rules and their tests; results hold for this state alone."""
    found = sha256()
    for folder in ("domain", "tests/domain", "tests/mutants"):
        for path in sorted((root / folder).rglob("*")):
            if path.suffix in (".py", ".json") and path.name != EQUIVALENTS.name:
                found.update(path.relative_to(root).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    return found.hexdigest()[:10]


def read(path: Path) -> list[dict[str, Any]]:
    """Return the results so far, without a last line that was cut off."""
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
    """Return the file and the change of a mutant, which stay the same wherever the file and the line move."""
    return Path(row["file"]).name, row["before"], row["after"]


def equivalents(path: Path = EQUIVALENTS) -> dict[tuple[str, str, str], str]:
    """Return the mutants known to change nothing that a player could notice, each with the reason."""
    return {key(row): row["why"] for row in json.loads(path.read_text())}


def judged(paths: Sequence[Path], known: dict[tuple[str, str, str], str]) -> list[dict[str, Any]]:
    """Return the results of several runs, in which a later result of a mutant replaces an earlier one.

    A mutant that no test noticed is equivalent if a reason for that is known; one that was noticed never is.
    """
    rows = {row["drawn"]: row for path in paths for row in read(path)}
    return [_explained(row, known.get(key(row))) for row in rows.values()]


def _explained(row: dict[str, Any], why: str | None) -> dict[str, Any]:
    return row if why is None or row["outcome"] != SURVIVED else {**row, "outcome": EQUIVALENT, "how": "", "by": why}
