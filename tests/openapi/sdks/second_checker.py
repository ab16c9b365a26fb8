"""Runs the checker of records in TypeScript, as a program of Node beside the package that it belongs to."""

import json
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from tests.openapi.sdks.typescript import linked

HERE = Path(__file__).parent
HAS_NODE = shutil.which("node") is not None


def ran(program: str, where: Path, told: str = "") -> str:
    """Run a program beside the package, which it imports by name, and return what it printed."""
    path = shutil.copy(HERE / program, linked(where))
    return subprocess.run(["node", path], input=told, capture_output=True, text=True, check=True, timeout=600).stdout


def checked(where: Path, records: Sequence[Any]) -> list[int | list[str | int]]:
    """Return for each record how many draws hold, or the check that refuses it and the version."""
    found: list[int | list[str | int]] = json.loads(ran("checked.mjs", where, json.dumps(records)))
    return found
