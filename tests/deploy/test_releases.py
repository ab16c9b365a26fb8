"""Tests which release an upgrade begins at, and that the pages say how to install one over another."""

import re
import subprocess
import tomllib
from pathlib import Path

import pytest

from tests.deploy.page import OPERATIONS, THREE_HOSTS, under
from tests.deploy.releases import UNTAGGED, WHEEL, last_release
from tests.service.cli.command import ROOT

RELEASE = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["version"].removesuffix(".dev0")
CONFIG = [
    part
    for one in ("user.name=a", "user.email=a@example.org", "commit.gpgsign=false", "tag.gpgsign=false")
    for part in ("-c", one)
]


def git(repository: Path, *arguments: str) -> None:
    subprocess.run(["git", *CONFIG, *arguments], cwd=repository, check=True)


def test_an_upgrade_begins_at_the_last_tag_before_this_commit(tmp_path: Path) -> None:
    git(tmp_path, "init", "--quiet")
    for tag in ("", "v1.9.0", "v1.10.0", "begun", "v2.0.0"):
        git(tmp_path, "commit", "--quiet", "--allow-empty", "--message", tag or "first")
        assert last_release(tmp_path) == {"": UNTAGGED, "v1.9.0": UNTAGGED, "v1.10.0": "v1.9.0"}.get(tag, "v1.10.0")
        if tag:
            git(tmp_path, "tag", "-a", tag, "-m", tag)


@pytest.mark.parametrize(("heading", "page"), [("4. Install Longroad", THREE_HOSTS), ("Upgrade it", OPERATIONS)])
def test_a_page_installs_one_wheel_and_says_its_version(heading: str, page: Path) -> None:
    (block,) = under(heading, page)
    assert len(WHEEL.findall(block.commands)) == 1
    assert block.commands.endswith("longroad --version\n")


@pytest.mark.parametrize("page", sorted((ROOT / "docs").rglob("*.md")), ids=lambda page: page.stem)
def test_the_script_is_installed_after_a_server_that_may_replace_an_older_one(page: Path) -> None:
    """1.0 had the script itself, and pip removes it with 1.0."""
    for block in re.findall(r"```sh\n(.*?)```", page.read_text(), re.DOTALL):
        installed = re.findall(rf"pip install .*?(longroad-{re.escape(RELEASE)}|longroad_command)-", block)
        assert installed in ([], [f"longroad-{RELEASE}", "longroad_command"])
