"""Tests that the script `longroad` is in a package of its own, so that removing the server or the client leaves it."""

import json
import os
import re
import subprocess
import sys
import sysconfig
import tomllib
import venv
import zipfile
from importlib.metadata import EntryPoint, EntryPoints
from pathlib import Path
from typing import Any, NamedTuple

import longroad_command
import pytest
from longroad_client.command import main as of_client

from service.cli import main as of_server
from tests.openapi.sdks.package import PYTHON, built_wheel
from tests.service.cli.command import ROOT
from tests.service.cli.packing import COMMAND, build_command, build_sdist, build_wheel


def project(folder: Path) -> Any:
    """Return what a package says of itself."""
    return tomllib.loads((folder / "pyproject.toml").read_text())["project"]


SERVER, CLIENT, SCRIPT = project(ROOT), project(PYTHON), project(COMMAND)


def test_one_package_has_the_script_and_both_need_it() -> None:
    assert "scripts" not in SERVER.keys() | CLIENT.keys()
    assert SCRIPT["scripts"] == {"longroad": "longroad_command:main"}
    needed = f"{SCRIPT['name']}>=1,<2"
    assert needed in SERVER["dependencies"]
    assert needed in CLIENT["optional-dependencies"]["cli"]


def test_each_package_names_its_program() -> None:
    entries = {
        name: entry for each in (SERVER, CLIENT) for name, entry in each["entry-points"]["longroad.programs"].items()
    }
    assert tuple(entries) == tuple(longroad_command.PACKAGES)
    loaded = [EntryPoint(name, value, longroad_command.GROUP).load() for name, value in entries.items()]
    assert loaded == [of_server, of_client]


@pytest.mark.parametrize(
    ("installed", "first"),
    [
        (["client", "server"], "server"),
        (["server"], "server"),
        (["client"], "client"),
        (["old"], "old"),
        (["old", "client"], "client"),
        ([], None),
    ],
)
def test_the_server_goes_first(installed: list[str], first: str | None, monkeypatch: pytest.MonkeyPatch) -> None:
    entries = [EntryPoint("longroad", "longroad_command:main", "console_scripts")]
    for name in installed:
        place = ("longroad", "console_scripts") if name == "old" else (name, longroad_command.GROUP)
        entries.append(EntryPoint(place[0], f"{name}:main", place[1]))
    monkeypatch.setattr(longroad_command, "entry_points", EntryPoints(entries).select)
    assert next((entry.module for entry in longroad_command.programs()), None) == first


def test_without_either_it_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(longroad_command, "entry_points", EntryPoints([]).select)
    assert longroad_command.main() == 2
    said = "longroad: install the package longroad, or longroad-client[cli]: neither is here\n"
    assert capsys.readouterr().err == said


@pytest.mark.parametrize(("program", "package"), [("client", "longroad-client[cli]"), ("server", "longroad")])
def test_where_a_module_is_missing_it_says_what_brings_it(
    program: str, package: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    entry = EntryPoint(program, "module_that_is_not_there:main", longroad_command.GROUP)
    monkeypatch.setattr(longroad_command, "entry_points", EntryPoints([entry]).select)
    assert longroad_command.main() == 2
    assert capsys.readouterr().err == f"longroad: the module module_that_is_not_there is missing: install {package}\n"


def test_the_bench_installs_the_client_with_what_its_command_needs() -> None:
    words = (ROOT / "service" / "console" / "words" / "bench.js").read_text()
    extra = "cli"
    assert extra in CLIENT["optional-dependencies"]
    assert len(re.findall(rf"pip install \([^)]*longroad_client [^)]*\[{extra}\]\)", words)) == 2  # languages


class Wheels(NamedTuple):
    """Holds the wheels of the three packages, and one of a release before 2.0, which had a script itself."""

    server: Path
    client: Path
    command: Path
    old: Path


@pytest.fixture(scope="module")
def wheels(tmp_path_factory: pytest.TempPathFactory) -> Wheels:
    """Build them."""
    place = tmp_path_factory.mktemp("wheels")
    server = build_wheel(build_sdist(place / "server"), place / "server")
    return Wheels(server, built_wheel(place / "client"), build_command(place / "command"), _old(place))


def _old(place: Path) -> Path:
    """Write the wheel of a server that is nothing but its script."""
    wheel, info = place / "longroad-1.0.0-py3-none-any.whl", "longroad-1.0.0.dist-info"
    with zipfile.ZipFile(wheel, "w") as archive:
        archive.writestr("longroad_old.py", "def main():\n    print('longroad 1.0.0')\n    return 0\n")
        archive.writestr(f"{info}/METADATA", "Metadata-Version: 2.1\nName: longroad\nVersion: 1.0.0\n")
        archive.writestr(f"{info}/WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n")
        archive.writestr(f"{info}/entry_points.txt", "[console_scripts]\nlongroad = longroad_old:main\n")
        archive.writestr(f"{info}/RECORD", "")
    return wheel


class Home:
    """Represents an environment that pip installs into; what packages need is taken from this environment."""

    def __init__(self, place: Path) -> None:
        venv.create(place, with_pip=False, symlinks=True)
        self.place = place
        (packages,) = (place / "lib").glob("python*/site-packages")
        (packages / "needed.pth").write_text(sysconfig.get_path("purelib") + "\n")

    def install(self, *wheels: Path, again: bool = False) -> None:
        """Install wheels, those that are there once more if `again` says so."""
        self._pip(
            "install",
            "--no-deps",
            "--no-index",
            "--no-compile",
            *(["--force-reinstall"] if again else []),
            *map(str, wheels),
        )

    def remove(self, name: str) -> None:
        """Remove a package."""
        self._pip("uninstall", "--yes", name)

    def _pip(self, *words: str) -> None:
        python = str(self.place / "bin" / "python")
        quiet = ("--quiet", "--disable-pip-version-check", "--python", python)
        subprocess.run((sys.executable, "-m", "pip", *quiet, *words), check=True)

    def longroad(self, *words: str) -> "subprocess.CompletedProcess[str]":
        """Run the script."""
        environment = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "LONGROAD_URL")}
        command = (str(self.place / "bin" / "longroad"), *words)
        return subprocess.run(command, cwd=self.place, env=environment, capture_output=True, text=True, timeout=300)

    def has(self) -> set[str]:
        """Return which of the two programs work: each by a command of its own."""
        played, served = self.longroad("verify", "-", "--json", "--help"), self.longroad("run", "--check", "--json")
        assert played.stdout.startswith("Usage: longroad verify ")
        if served.returncode == 0:
            assert json.loads(served.stdout)["LONGROAD_PORT"] == "8000"
            return {"server", "client"}
        assert (served.returncode, served.stdout) == (2, "")
        assert json.loads(served.stderr)["detail"].startswith("run belongs to the server")
        return {"client"}


@pytest.mark.slow
def test_in_either_order_the_server_stays_when_the_client_goes(wheels: Wheels, tmp_path: Path) -> None:
    home = Home(tmp_path / "home")
    home.install(wheels.command, wheels.client)
    assert home.has() == {"client"}
    home.install(wheels.server)
    assert home.has() == {"server", "client"}
    home.remove("longroad-client")
    assert home.has() == {"server", "client"}
    home.install(wheels.client)  # now the server was first
    home.remove("longroad-client")
    assert home.has() == {"server", "client"}


@pytest.mark.slow
def test_in_either_order_the_client_stays_when_the_server_goes(wheels: Wheels, tmp_path: Path) -> None:
    home = Home(tmp_path / "home")
    home.install(wheels.command, wheels.server)
    assert home.has() == {"server", "client"}
    home.install(wheels.client)
    assert home.has() == {"server", "client"}
    home.remove("longroad")
    assert home.has() == {"client"}
    home.install(wheels.server)  # now the client was first
    home.remove("longroad")
    assert home.has() == {"client"}
    home.remove("longroad-client")
    assert home.longroad("run").returncode == 2


@pytest.mark.slow
def test_a_release_that_had_the_script_itself_is_left_and_found_again(wheels: Wheels, tmp_path: Path) -> None:
    home = Home(tmp_path / "home")
    home.install(wheels.old)
    for wheel in (wheels.server, wheels.old, wheels.server):  # there, back, and there again, as the pages say
        home.install(wheel, again=True)
        home.install(wheels.command, again=True)
        assert home.longroad("--version").stdout.startswith(f"longroad {wheel.name.split('-')[1]}")
