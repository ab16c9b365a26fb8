"""Tests that what the pages for one machine and for two let one type is right, as far as that needs no systemd."""

import re
import shutil
import subprocess
from pathlib import Path
from typing import Final

import pytest

from service.process.build import base_version
from service.settings import read_settings
from service.settings.fields import ROLES

DOCS: Final = Path(__file__).parents[2] / "docs"
ONE, TWO = (DOCS / name for name in ("systemd.md", "two-machines.md"))
SHELL: Final = re.compile(r"^```sh\n(.*?)^```$", re.MULTILINE | re.DOTALL)
GIVEN: Final = re.compile(r"^(LONGROAD_\w+)=(.*)$", re.MULTILINE)
KEY: Final = "0123456789012345678901"


def commands(page: Path) -> list[str]:
    """Return the blocks of a page that a shell runs."""
    return SHELL.findall(page.read_text())


def given(page: Path) -> dict[str, str]:
    """Return the settings of a page, with a key for the administrator."""
    return {**dict(GIVEN.findall(page.read_text())), "LONGROAD_ADMIN_KEY": KEY}


def started(page: Path) -> list[tuple[str, ...]]:
    """Return which roles each machine of a page starts."""
    lines = re.findall(r"^systemctl enable --now (.*)$", page.read_text(), re.MULTILINE)
    return [tuple(re.findall(r"longroad@(\w+)", line)) for line in lines]


@pytest.mark.parametrize("page", [ONE, TWO], ids=lambda page: page.stem)
def test_a_shell_can_read_every_block(page: Path) -> None:
    for block in commands(page):
        read = subprocess.run(["sh", "-n"], input=block, capture_output=True, text=True)
        assert (read.returncode, read.stderr) == (0, ""), block


def test_the_page_installs_this_version() -> None:
    assert set(re.findall(r"longroad-([\d.]+)-py3", ONE.read_text())) == {base_version()}


@pytest.mark.parametrize("page", [ONE, TWO], ids=lambda page: page.stem)
def test_the_settings_are_taken_in_every_role_that_is_started(page: Path) -> None:
    assert started(page)
    for role in {role for roles in started(page) for role in roles}:
        assert read_settings({**given(page), "LONGROAD_ROLE": role, "LONGROAD_DATA_DIR": f"/var/lib/longroad/{role}"})


def test_each_role_runs_and_what_games_wait_for_runs_twice() -> None:
    assert started(ONE) == [("all",)]
    first, second = map(set, started(TWO))
    assert (first | second, first & second) == (set(ROLES), set(ROLES) - {"long"})


@pytest.mark.skipif(shutil.which("nginx") is None, reason="nginx is not installed")
@pytest.mark.parametrize("page", sorted(DOCS.rglob("*.md")), ids=lambda page: page.stem)
def test_nginx_takes_what_a_page_gives_it(tmp_path: Path, page: Path) -> None:
    upstreams = "".join(re.findall(r"```\w*\n(upstream[^`]*)```", page.read_text()))
    for block in re.findall(r"```\w*\n([^`]*proxy_pass[^`]*)```", page.read_text()):
        place = block if "location" in block else f"location / {{\n{block}}}\n"
        server = f"server {{\nlisten unix:{tmp_path}/socket;\n{place}}}\n"
        (tmp_path / "nginx.conf").write_text(
            f"pid {tmp_path}/pid;\nevents {{}}\nhttp {{\naccess_log off;\n{upstreams}{server}}}\n"
        )
        done = subprocess.run(
            ["nginx", "-q", "-t", "-p", tmp_path, "-c", "nginx.conf", "-e", "stderr"], capture_output=True, text=True
        )
        assert (done.returncode, done.stderr) == (0, ""), block
