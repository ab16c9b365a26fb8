"""Builds the wheel of the last release, and installs wheels as the pages say."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final, NamedTuple

from tests.deploy.page import OPERATIONS, THREE_HOSTS, under
from tests.service.cli.command import ROOT
from tests.service.cli.packing import build_command

UNTAGGED: Final = "198c0074"
"""Names the commit of the last release before there were tags."""
WHEEL: Final = re.compile(r"longroad-[\d.]+-py3-none-any\.whl")


class Release(NamedTuple):
    """Holds what is handed out: the wheel, and the lock of what it needs."""

    wheel: Path
    lock: Path


class Home:
    """Represents the directory in which an operator installs one release after the other."""

    def __init__(self, directory: Path) -> None:
        self.directory = directory
        directory.mkdir()
        build_command(directory)
        self._install = under("4. Install Longroad", THREE_HOSTS)[0].commands

    def install(self, release: Release) -> str:
        """Run the commands of the page, those of an upgrade from the second time on; return the version it says."""
        shutil.copy(release.wheel, self.directory)
        shutil.copy(release.lock, self.directory / "requirements.lock")
        commands = WHEEL.sub(release.wheel.name, self._install)
        self._install = under("Upgrade it", OPERATIONS)[0].commands
        return _run(["sh", "-e", "-c", commands], self.directory).splitlines()[-1]


def last_release(repository: Path = ROOT) -> str:
    """Return the tag of the last release before this commit, or its commit where nothing is tagged."""
    command = ["git", "describe", "--tags", "--abbrev=0", "--match", "v*", "HEAD^"]
    done = subprocess.run(command, cwd=repository, capture_output=True, text=True)
    return done.stdout.strip() or UNTAGGED


def built(commit: str, directory: Path) -> Release:
    """Build the wheel of a commit as it was built then, in a clone."""
    with TemporaryDirectory() as clone:
        sources = Path(clone)
        subprocess.run(["git", "clone", "--quiet", "--shared", "--no-checkout", str(ROOT), clone], check=True)
        subprocess.run(["git", "checkout", "--quiet", "--detach", commit], cwd=sources, check=True)
        _run([sys.executable, "-m", "tests.service.cli.packing", str(directory)], sources)
        shutil.copy(sources / "requirements.lock", directory)
    (wheel,) = directory.glob("longroad-*.whl")
    return Release(wheel, directory / "requirements.lock")


def _run(command: list[str], directory: Path) -> str:
    """Run a command that finds nothing of this checkout, and return what it prints."""
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    done = subprocess.run(command, cwd=directory, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, f"{command}: {done.stdout}{done.stderr}"
    return done.stdout
