"""Builds `longroad-client` for npm: generates the types of the contract and of the sources, and packs the tarball.

`python -m tests.openapi.sdks.typescript DIRECTORY` packs it into a directory.
"""

import shutil
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.openapi.generators.toolbox import CONTRACT, ROOT, installed, run

SOURCES = ROOT / "openapi" / "clients" / "typescript"
KEPT = (".git", "node_modules")
OPTIONAL_DEFAULTS = "--default-non-nullable=false"
"""Makes the generator declare members with a default as optional, since requests need not name them."""
STRICT = (
    "--noEmit",
    "--strict",
    "--skipLibCheck",
    "--allowJs",
    "--checkJs",
    "--target",
    "es2022",
    "--module",
    "nodenext",
)
FOR_NODE = ("--lib", "es2022,dom,dom.iterable", "--types", "node")


def linked(place: Path, package: Path = SOURCES) -> Path:
    """Let programs in a directory import the package by its name, and return the directory."""
    modules = place / "node_modules"
    modules.mkdir(parents=True, exist_ok=True)
    (modules / "longroad-client").symlink_to(package)
    return place


def built(into: Path) -> Path:
    """Generate all types into a copy of the package, and return its directory."""
    shutil.rmtree(into, ignore_errors=True)
    shutil.copytree(SOURCES, into, ignore=shutil.ignore_patterns(*KEPT))
    shutil.copy(ROOT / "LICENSE", into / "LICENSE")
    _done(["openapi-typescript", str(CONTRACT), OPTIONAL_DEFAULTS, "--output", "src/api.d.ts"], into)
    _done(["tsc", "--project", "tsconfig.json"], into)
    return into


def check(files: list[Path], where: Path) -> None:
    """Check programs that use the package, which is installed there, with every check of `--strict`."""
    own = ("--typeRoots", str(installed() / "node_modules" / "@types"))
    _done(["tsc", *STRICT, *FOR_NODE, *own, *map(str, files)], where)


def packed(package: Path, into: Path) -> Path:
    """Pack a built package as a tarball, and return its path."""
    into.mkdir(parents=True, exist_ok=True)
    ran = run(["npm", "pack", "--offline", "--ignore-scripts", "--pack-destination", into], package)
    assert ran.code == 0, ran.text
    return max(into.glob("longroad-client-*.tgz"), key=lambda path: path.stat().st_mtime)


def _done(command: list[str], where: Path) -> None:
    name, *rest = command
    ran = run([installed() / "node_modules" / ".bin" / name, *rest], where)
    assert ran.code == 0, ran.text


if __name__ == "__main__":
    with TemporaryDirectory() as place:
        print(packed(built(Path(place, "package")), Path(sys.argv[1]).resolve()))
