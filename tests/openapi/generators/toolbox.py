"""Provides the generators at pinned versions: those of npm in `build/generators`, those of PyPI in this environment."""

import fcntl
import importlib.util
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

HERE = Path(__file__).parent
ROOT = HERE.parents[2]
KEPT = ROOT / "build" / "generators"
CONTRACT = ROOT / "openapi" / "openapi.json"
PATIENCE_S = 900


class Ran(NamedTuple):
    """Holds the exit code of a program, and all that it wrote."""

    code: int
    text: str


def run(command: Sequence[str | Path], where: Path) -> Ran:
    """Run a program to its end in a directory, and return its exit code and output."""
    ended = subprocess.run(
        [str(part) for part in command],
        cwd=where,
        env={
            **os.environ,
            "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}",
            "NO_COLOR": "1",
            "COLUMNS": "200",
        },
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=PATIENCE_S,
    )
    return Ran(ended.returncode, ended.stdout)


def has_npm() -> bool:
    """Return whether the generators in JavaScript can be installed here."""
    return shutil.which("npm") is not None


def installed(folder: Path = HERE) -> Path:
    """Return the directory whose `node_modules` holds what a folder's lock file names; each lock is installed once."""
    lock = folder / "package-lock.json"
    place = KEPT / f"npm-{sha256(lock.read_bytes()).hexdigest()[:12]}"
    place.mkdir(parents=True, exist_ok=True)
    with alone(place / "installing"):
        if not (place / "whole").exists():
            for name in ("package.json", "package-lock.json", ".npmrc"):
                shutil.copy(folder / name, place / name)
            ended = run(["npm", "ci", "--ignore-scripts", "--no-progress", "--prefer-offline"], place)
            if ended.code:
                raise RuntimeError(ended.text)
            (place / "whole").touch()
    return place


def jar() -> Path | None:
    """Return the path of openapi-generator, or None if the `clients` extra is not installed."""
    found = importlib.util.find_spec("openapi_generator_cli")
    return Path(found.origin).parent / "openapi-generator.jar" if found and found.origin else None


@contextmanager
def alone(path: Path) -> Iterator[None]:
    """Hold a lock file, so that processes of pytest that run at once do this one after the other."""
    with path.open("w") as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        yield
