"""Tests that mypyc compiles the rules unchanged, and that compiled rules make the same bytes as plain ones."""

import subprocess
import sys
from pathlib import Path

import pytest

from service.compiling.building import modules_of
from tests.compiled import played
from tests.compiled.build import ROOT, BuildError, build, compiled_first
from tests.laws.cases import CASES
from tests.laws.replayed import digest

pytestmark = pytest.mark.slow


SHORT = ("domain/core", "domain/goofspiel.py")


@pytest.fixture(scope="module")
def compiled(tmp_path_factory: pytest.TempPathFactory, long_games: int) -> Path:
    """Return the rules compiled without optimization, which is quicker and checks the same sources.

    All of them take minutes: the short form compiles the core and the smallest game, and `make compiled` everything.
    """
    target = tmp_path_factory.mktemp("compiled")
    parts = ("domain",) if long_games else SHORT
    try:
        made = build(target, parts, 0)
    except BuildError as error:
        pytest.fail(str(error))
    sources = [source for part in parts for source in modules_of(ROOT / part)]
    assert len(made) > len(sources)  # one a module, and the one that they share
    return target


def run(compiled: Path, *command: str) -> str:
    """Return what a Python process with the compiled rules prints."""
    environment = compiled_first(compiled)
    done = subprocess.run((sys.executable, *command), env=environment, cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def test_compiled_rules_make_the_same_bytes(compiled: Path) -> None:
    assert run(compiled, "-m", "tests.compiled.played") == played.digest()


@pytest.mark.parametrize("name", [case.name for case in CASES])
def test_every_case_makes_the_same_bytes_compiled(compiled: Path, name: str, long_games: int) -> None:
    if not long_games:
        pytest.skip("compiled in the long form")
    assert run(compiled, "-m", "tests.laws.replayed", name, "7") == digest(name, 7)


def test_the_compiled_rules_are_what_was_run(compiled: Path) -> None:
    place = run(compiled, "-c", "import domain.goofspiel as module; print(module.__file__)")
    assert Path(place).is_relative_to(compiled)
    assert place.endswith(".so")


def test_nothing_compiled_lies_beside_the_sources() -> None:
    assert [*(ROOT / "domain").rglob("*.so")] == []
