"""Builds the wheel of the Python SDK, and installs it into an environment that holds nothing else.

`python -m tests.openapi.sdks.package DIRECTORY` builds it into a directory, and the wheel of the command `longroad`.
"""

import importlib.metadata
import shutil
import subprocess
import sys
import venv
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from packaging.requirements import Requirement

from tests.service.cli.packing import build_command

ROOT = Path(__file__).parents[3]
PYTHON = ROOT / "openapi" / "clients" / "python"
BUILD = "import sys; from setuptools import build_meta; build_meta.build_wheel(sys.argv[1])"


class Installed(NamedTuple):
    """Represents an environment: its interpreter, and where its packages are."""

    python: Path
    packages: Path

    def run(self, *command: object, **settings: str) -> "subprocess.CompletedProcess[str]":
        """Run its interpreter, with nothing of ours on its path, and return what came of it."""
        told = [str(self.python), "-I", *map(str, command)]
        return subprocess.run(told, capture_output=True, text=True, cwd=self.packages, env=settings, timeout=1800)


def built_wheel(directory: Path) -> Path:
    """Build the wheel from a copy, because a build leaves files beside the sources."""
    directory.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory() as work:
        copy = Path(work, "clients", "python")
        shutil.copytree(PYTHON, copy, ignore=shutil.ignore_patterns("__pycache__", "*.egg-info", "build"))
        shutil.copy(ROOT / "openapi" / "openapi.json", work)
        subprocess.run(
            [sys.executable, "-c", BUILD, str(directory.resolve())], cwd=copy, check=True, stdout=subprocess.DEVNULL
        )
    return max(directory.glob("longroad_client-*.whl"), key=lambda path: path.stat().st_mtime)


def installed(wheel: Path, place: Path) -> Installed:
    """Make an empty environment, and install the wheel there, with what it needs as it is in this environment."""
    venv.create(place, with_pip=False)
    packages = next((place / "lib").glob("python*")) / "site-packages"
    pip = (sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--no-index", "--target", str(packages))
    subprocess.run((*pip, str(wheel)), check=True)
    for name in needed("httpx"):
        _copy(name, packages)
    return Installed(place / "bin" / "python", packages)


def needed(name: str) -> set[str]:
    """Return a package of this environment and all that it needs, without extras."""
    found: set[str] = set()
    todo = {name}
    while todo:
        found.add(name := todo.pop())
        lines = map(Requirement, importlib.metadata.requires(name) or ())
        wanted = {each.name for each in lines if each.marker is None or each.marker.evaluate({"extra": ""})}
        todo |= wanted - found
    return found


def _copy(name: str, packages: Path) -> None:
    for file in importlib.metadata.files(name) or ():
        if ".." not in file.parts and "__pycache__" not in file.parts:
            target = packages / file
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(str(file.locate()), target)


if __name__ == "__main__":
    print(built_wheel(Path(sys.argv[1])), build_command(Path(sys.argv[1])), sep="\n")
