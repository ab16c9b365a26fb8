"""Tests that the ledger reports what is proven, and stops at a mark that names no rule."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]

SOME_TESTS = """
import pytest

@pytest.mark.rule("catan.road.cost")
def test_alone(): pass

@pytest.mark.rule("catan.city.cost")
@pytest.mark.rule("catan.city.points")
def test_shared(): pass

@pytest.mark.rule("catan.city.limit")
def test_fails(): assert False

@pytest.mark.rule("catan.settlement.cost")
def test_skipped(): pytest.skip()

@pytest.mark.parametrize("x", [pytest.param(1, marks=pytest.mark.rule("catan.road.limit"))])
def test_each(x): pass

def test_unmarked(): assert False
"""


def ledger(tmp_path: Path, text: str) -> subprocess.CompletedProcess[str]:
    """Run the ledger over one file of tests."""
    path = tmp_path / "test_some_rules.py"
    path.write_text(text)
    plugin = "-p", "tests.ledger.marks"
    arguments = [sys.executable, "-m", "tests.ledger", *plugin, f"--rootdir={tmp_path}", str(path)]
    return subprocess.run(arguments, cwd=ROOT, capture_output=True, text=True, timeout=300, check=False)


def test_a_row_is_proven_by_a_passing_test_of_its_own(tmp_path: Path) -> None:
    run = ledger(tmp_path, SOME_TESTS)
    lines = run.stdout.splitlines()
    assert run.returncode == 0
    assert "catan base: 2 / 277 proven" in lines
    assert "catan five-six: 0 / 45 proven" in lines
    assert lines[lines.index("catan five-six: 0 / 45 proven") + 1] == "  no row has a test"
    assert "  catan.city.cost: only by a test that it shares" in lines
    assert "  catan.city.limit: a test of it fails or is skipped" in lines
    assert "  catan.settlement.cost: a test of it fails or is skipped" in lines
    assert "  catan.road.connection: no test" in lines
    assert not any(line.startswith(("  catan.road.cost:", "  catan.road.limit:")) for line in lines)


def test_an_unknown_id_stops_the_run(tmp_path: Path) -> None:
    run = ledger(tmp_path, SOME_TESTS.replace("catan.road.cost", "catan.road.price"))
    assert run.returncode != 0
    assert "no rule has the id 'catan.road.price'" in run.stderr
    assert "proven" not in run.stdout
