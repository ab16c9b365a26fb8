"""Identifies the build of the service."""

import tomllib
from functools import cache
from importlib import metadata
from pathlib import Path
from typing import Final

from domain.core import decider

ROOT: Final = Path(__file__).parents[2]
PACKED: Final = Path(__file__).with_name("commit.txt")
"""Names the file in which a wheel tells its commit."""


@cache
def version() -> str:
    """Return the version of the project: of the sources if they are run, otherwise of the installed package."""
    sources = ROOT / "pyproject.toml"
    if sources.is_file():
        return str(tomllib.loads(sources.read_text())["project"]["version"])
    return metadata.version("longroad")


@cache
def base_version() -> str:
    """Return the version that the project has or, between two releases, will have next."""
    return version().partition(".dev")[0]


@cache
def commit() -> str | None:
    """Return the commit of the sources: that of the clone, or what was written into the wheel; None if neither is."""
    return _commit_of_clone() or (PACKED.read_text().strip() if PACKED.is_file() else None)


def _commit_of_clone() -> str | None:
    try:
        git = ROOT / ".git"
        if not git.is_dir():  # a worktree
            git = Path(git.read_text().strip().removeprefix("gitdir: "))
        head = (git / "HEAD").read_text().strip()
        return _resolve(git, head.removeprefix("ref: ")) if head.startswith("ref: ") else head
    except (OSError, StopIteration):
        return None


def rules_form() -> str:
    """Return `compiled` if mypyc's modules run, `plain` if the sources do."""
    return "plain" if decider.__file__.endswith(".py") else "compiled"


def _resolve(git: Path, reference: str) -> str:
    common = git / "commondir"
    base = (git / common.read_text().strip()) if common.is_file() else git
    if (base / reference).is_file():
        return (base / reference).read_text().strip()
    packed = (base / "packed-refs").read_text().splitlines()
    return next(line.split()[0] for line in packed if line.endswith(" " + reference))
