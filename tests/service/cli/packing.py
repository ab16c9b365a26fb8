"""`python -m tests.service.cli.packing DIRECTORY` builds the project's sdist there, and the wheel from that sdist.

The wheel of the command `longroad`, which it needs, comes beside it.
"""

import re
import shutil
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from service.process.build import PACKED, commit
from tests.service.cli.command import ROOT

PACKAGES = ("service", "domain", "eventstore", "workers", "openapi")
FILES = ("pyproject.toml", "setup.py", "MANIFEST.in", "README.md", "CHANGELOG.md", "LICENSE")
COMMAND = ROOT / "openapi" / "clients" / "command"
BUILD = "import sys; from setuptools import build_meta; getattr(build_meta, sys.argv[1])(sys.argv[2])"


def build_sdist(directory: Path, version: str | None = None, guide: str | None = None) -> Path:
    """Build the sdist from a copy, because a build leaves files beside the sources.

    A `version` replaces its own, and a first page that of the guide, which is perhaps not built here.
    """
    with TemporaryDirectory() as copy:
        for name in PACKAGES:
            shutil.copytree(ROOT / name, Path(copy) / name, ignore=shutil.ignore_patterns("__pycache__"))
        for name in FILES:
            shutil.copy(ROOT / name, copy)
        known = commit()
        if known is not None:
            (Path(copy) / PACKED.relative_to(ROOT)).write_text(f"{known}\n")
        if version is not None:
            _number(Path(copy, "pyproject.toml"), version)
        if guide is not None:
            Path(copy, "service", "guide").mkdir(exist_ok=True)
            Path(copy, "service", "guide", "index.html").write_text(guide)
        return _built("build_sdist", Path(copy), directory, "*.tar.gz")


def _number(project: Path, version: str) -> None:
    text = re.sub(r'^version = ".*"$', f'version = "{version}"', project.read_text(), count=1, flags=re.MULTILINE)
    project.write_text(text)


def build_wheel(sdist: Path, directory: Path) -> Path:
    """Build the wheel from an sdist, as an installation does."""
    with TemporaryDirectory() as unpacked:
        subprocess.run(("tar", "-xzf", str(sdist), "-C", unpacked), check=True)  # of Python only 3.11.4 unpacks safely
        (sources,) = Path(unpacked).iterdir()
        return _built("build_wheel", sources, directory, "*.whl")


def build_command(directory: Path) -> Path:
    """Build the wheel with the script `longroad`, which runs the server's program or the client's."""
    directory.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory() as work:
        copy = Path(work, "command")
        shutil.copytree(COMMAND, copy, ignore=shutil.ignore_patterns("__pycache__", "*.egg-info", "build"))
        return _built("build_wheel", copy, directory, "longroad_command-*.whl")


def _built(hook: str, sources: Path, directory: Path, pattern: str) -> Path:
    command = (sys.executable, "-c", BUILD, hook, str(directory.resolve()))
    subprocess.run(command, cwd=sources, stdout=subprocess.DEVNULL, check=True)
    return max(directory.glob(pattern), key=lambda path: path.stat().st_mtime)


if __name__ == "__main__":
    place = Path(sys.argv[1])
    place.mkdir(parents=True, exist_ok=True)
    archive = build_sdist(place)
    print(archive, build_wheel(archive, place), build_command(place), sep="\n")
