"""Tests that all that names the version agrees: the project, the changelog, the contract and the pages."""

import re
import tomllib
from pathlib import Path
from typing import Final

from tests.json_documents import read_yaml

ROOT: Final = Path(__file__).parents[1]
VERSION: Final = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["version"]
BASE: Final = VERSION.partition(".dev")[0]
HEADINGS: Final = re.findall(r"^## (.*)$", (ROOT / "CHANGELOG.md").read_text(), re.MULTILINE)
LONGEST: Final = 160


def number(version: str) -> tuple[int, ...]:
    """Return the parts of a version."""
    return tuple(map(int, version.split(".")))


def test_the_changelog_names_the_version_or_what_is_to_come() -> None:
    assert re.fullmatch(r"\d+\.\d+\.\d+(\.dev0)?", VERSION)
    if VERSION == BASE:
        assert re.fullmatch(rf"{re.escape(BASE)} - \d{{4}}-\d\d-\d\d", HEADINGS[0])
    else:
        assert HEADINGS[0] == "Unreleased"
        assert number(BASE) > number(HEADINGS[1].split(" ")[0])


def test_each_change_is_one_short_line() -> None:
    """What is longer belongs to the page that leads, to `docs/upgrading.md` or to `docs/results`."""
    lines = (ROOT / "CHANGELOG.md").read_text().partition("\n## ")[2].splitlines()
    assert [line for line in lines if line.startswith(" ") or len(line) > LONGEST] == []


def test_the_contract_names_the_version() -> None:
    assert read_yaml((ROOT / "openapi" / "asyncapi.yaml").read_text())["info"]["x-release"] == BASE


def test_upgrading_says_how_to_come_to_this_version() -> None:
    major, minor, _ = BASE.split(".")
    headings = re.findall(r"^## From [\d.]+ to ([\d.]+)$", (ROOT / "docs" / "upgrading.md").read_text(), re.MULTILINE)
    assert f"{major}.{minor}" in headings


def test_pages_install_this_version() -> None:
    for page in ("three-hosts.md", "operations.md"):
        named = re.findall(r"longroad-([\d.]+)-py3", (ROOT / "docs" / page).read_text())
        assert named[0] == BASE, page
