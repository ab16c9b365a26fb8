"""mypyc compiles the rules unchanged, and the compiled rules make the same bytes as the plain ones."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.compiled.build import ROOT, BuildError, build, compiled_first
from tests.laws.cases import CASES
from tests.laws.replayed import digest

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def compiled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The rules compiled without optimization, which is quicker and judges the same sources."""
    target = tmp_path_factory.mktemp("compiled")
    try:
        made = build(target, optimization=0)
    except BuildError as error:
        pytest.fail(str(error))
    assert len(made) > len([*(ROOT / "domain").rglob("*.py")])  # one a module, and the one that they share
    return target


def run(compiled: Path, *command: str) -> str:
    """What a Python process with the compiled rules prints."""
    environment = compiled_first(compiled)
    done = subprocess.run((sys.executable, *command), env=environment, cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


@pytest.mark.parametrize("name", [case.name for case in CASES])
def test_compiled_rules_make_the_same_bytes(compiled: Path, name: str) -> None:
    assert run(compiled, "-m", "tests.laws.replayed", name, "7") == digest(name, 7)


def test_the_compiled_rules_are_what_was_run(compiled: Path) -> None:
    place = run(compiled, "-c", "import domain.catan.evolve as module; print(module.__file__)")
    assert Path(place).is_relative_to(compiled)
    assert place.endswith(".so")


def test_nothing_compiled_lies_beside_the_sources() -> None:
    assert [*(ROOT / "domain").rglob("*.so")] == []
