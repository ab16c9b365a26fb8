"""Tries a mutant on the marked tests that execute it, then on the rest of the domain's, then on the laws."""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from tests.mutants.draw import Mutant
from tests.mutants.reach import Reach
from tests.mutants.results import SURVIVED
from tests.mutants.scope import ROOT

MARKED: Final = "marked"
DOMAIN: Final = "domain"
LAWS: Final = "laws"
LEAST_SECONDS: Final = 10
TIMES_EXPECTED: Final = 3
TIMES_BUSY: Final = 60  # how much slower a busy machine may be, by the clock on the wall
LAWS_SECONDS: Final = 900
ENVIRONMENT: Final = {
    "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1",
    "PYTHONHASHSEED": "0",
    "PYTHONDONTWRITEBYTECODE": "",
}


def examine(mutant: Mutant, reach: Reach, with_laws: bool = False) -> dict[str, Any]:
    """Return which tests notice a mutant and how: by failing, by failing to import, or by not ending."""
    near = reach.marked_tests(mutant.file, mutant.first, mutant.last)
    row = {**mutant.row(), "marked_tests": len(near)}
    if near:
        how = run(mutant, near, ["-m", "rule"], reach.expected(near))
        if how:
            return {**row, "outcome": MARKED, **how}
    others = reach.other_tests(mutant.file, mutant.first, mutant.last)
    how = run(mutant, others, [], reach.expected(others)) if others else None
    if how:
        return {**row, "outcome": DOMAIN, **how}
    how = run(mutant, None, ["tests/laws"], LAWS_SECONDS / TIMES_EXPECTED) if with_laws else None
    return {**row, "outcome": LAWS if how else SURVIVED, **(how or {"how": "", "by": ""})}


def run(
    mutant: Mutant | None, tests: list[str] | None, arguments: list[str], seconds: float, least: float = LEAST_SECONDS
) -> dict[str, str] | None:
    """Run tests until one notices the mutant, and return how it did, or None if none does."""
    cpu = round(least + TIMES_EXPECTED * seconds)
    job = {
        "file": mutant.file if mutant else "",
        "text": mutant.source if mutant else "",
        "tests": tests,
        "arguments": [*arguments, *_files(tests)],
        "cpu_seconds": cpu,
    }
    with TemporaryDirectory(prefix="mutant-") as folder:
        asked, result = Path(folder, "job.json"), Path(folder, "result.json")
        asked.write_text(json.dumps(job))
        code = _wait(_start(asked, result, folder), cpu * TIMES_BUSY)
        if code is None or code == -signal.SIGXCPU:
            return {"how": "timeout", "by": ""}
        if not result.exists():
            return {"how": "crash", "by": f"exit code {code}"}
        return _read(json.loads(result.read_text()))


def _files(tests: list[str] | None) -> list[str]:
    """Return the files in which chosen tests are."""
    return sorted({test.split("::")[0] for test in tests or ()})


def _start(asked: Path, result: Path, folder: str) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", "tests.mutants.child", str(asked), str(result)]
    environment = {**os.environ, **ENVIRONMENT, "TMPDIR": folder}
    if not environment.get("PYTHONPYCACHEPREFIX"):
        environment["PYTHONPYCACHEPREFIX"] = str(ROOT / "build" / "mutants" / "pycache")
    quiet = subprocess.DEVNULL
    return subprocess.Popen(
        command, cwd=ROOT, env=environment, stdin=quiet, stdout=quiet, stderr=quiet, start_new_session=True
    )


def _wait(child: subprocess.Popen[bytes], seconds: float) -> int | None:
    """Return the exit code of a child, or None when it had to be killed with all that it started."""
    try:
        return child.wait(seconds)
    except subprocess.TimeoutExpired:
        return None
    finally:
        if child.poll() is None:
            os.killpg(child.pid, signal.SIGKILL)
            child.wait()


def _read(result: dict[str, Any]) -> dict[str, str] | None:
    if result["code"] == 0:
        return None
    if not result["failed"]:
        raise RuntimeError(f"the tests did not run: {result}")
    how = "import" if result["failed"].startswith("collecting") else "failed"
    return {"how": how, "by": result["failed"]}
