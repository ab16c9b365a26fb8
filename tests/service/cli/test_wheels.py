"""Tests that `make wheel` leaves wheels only if they were proven."""

import tomllib
from pathlib import Path

import pytest

from tests.service.cli import wheels
from tests.service.cli.command import ROOT

VERSION = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["version"]
PURE = f"longroad-{VERSION}-py3-none-any.whl"
COMPILED = f"longroad-{VERSION}-cp311-cp311-linux_x86_64.whl"
SDIST = f"longroad-{VERSION}.tar.gz"
COMMAND = "longroad_command-1.0.0-py3-none-any.whl"
OTHER = "longroad-1.0.0-py3-none-any.whl"
STEPS = ("build_sdist", "build_wheel", "compiled_wheel", "prove")


def made(path: Path) -> Path:
    path.write_text("new")
    return path


@pytest.fixture
def dist(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a folder with the wheels of an earlier run and of another release, for steps that take no time."""
    for name in (PURE, COMPILED, OTHER):
        (tmp_path / name).write_text("old")
    monkeypatch.setattr(wheels, "build_sdist", lambda place: made(place / SDIST))
    monkeypatch.setattr(wheels, "build_wheel", lambda sdist, place: made(place / PURE))
    monkeypatch.setattr(wheels, "build_command", lambda place: made(place / COMMAND))
    monkeypatch.setattr(wheels, "compiled_wheel", lambda pure: made(pure.with_name(COMPILED)))
    monkeypatch.setattr(wheels, "prove", lambda wheel, laws: "form")
    return tmp_path


def test_wheels_that_were_proven_are_left(dist: Path) -> None:
    wheels.main(dist, ())
    assert {path.name: path.read_text() for path in dist.iterdir()} == {
        PURE: "new",
        COMPILED: "new",
        SDIST: "new",
        COMMAND: "new",
        OTHER: "old",
    }


@pytest.mark.parametrize("step", STEPS)
def test_whatever_fails_leaves_no_wheel_of_this_version(dist: Path, step: str, monkeypatch: pytest.MonkeyPatch) -> None:
    real = getattr(wheels, step)

    def fail(*given: Path) -> None:
        real(*given)
        if step != "prove" or given[0].name == COMPILED:
            raise KeyboardInterrupt

    monkeypatch.setattr(wheels, step, fail)
    with pytest.raises(KeyboardInterrupt):
        wheels.main(dist, ())
    assert [path.name for path in dist.iterdir()] == [OTHER]
