"""Tests that the demo plays a real game on a real server, and reports in one line what breaks the contract."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from service.demo.__main__ import Course
from tests.ports import free_port
from tests.service.demo.playing import SHORT, demo, is_told
from tests.service.processes import RunningSupervisor, left_over, supervisor

ROOT = Path(__file__).parents[3]


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningSupervisor]:
    """Run a server to play on."""
    with supervisor(tmp_path_factory.mktemp("demo") / "var") as started:
        yield started


def test_it_plays_a_whole_game_on_the_server_that_answers(running: RunningSupervisor) -> None:
    done = demo(SHORT, URL=f"http://127.0.0.1:{running.port}")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith(f"playing on http://127.0.0.1:{running.port}\n")
    assert is_told(done.stdout), done.stdout


def test_it_starts_a_server_when_none_answers(tmp_path: Path) -> None:
    done = demo(SHORT, LONGROAD_PORT=str(free_port()), TMPDIR=str(tmp_path))
    assert (done.returncode, done.stderr) == (0, "")
    assert "a server of our own" in done.stdout
    assert is_told(done.stdout), done.stdout
    assert list(tmp_path.iterdir()) == []
    assert left_over(tmp_path) == []


def test_it_says_in_one_line_what_is_not_as_promised(running: RunningSupervisor) -> None:
    done = demo('{"victory_points": 99}', LONGROAD_PORT=str(running.port))
    assert done.returncode == 1
    assert len(done.stderr.splitlines()) == 1
    assert done.stderr.startswith("demo: POST /v1/games answered 422, not 201: ")


def test_the_client_of_the_readme_plays_a_whole_game(running: RunningSupervisor) -> None:
    code = (ROOT / "README.md").read_text().split("## A client\n")[1].split("```python\n")[1].split("```")[0]
    assert len(code.splitlines()) <= 35
    url = f"http://127.0.0.1:{running.port}"
    done = subprocess.run(
        (sys.executable, "-c", code), env=os.environ | {"URL": url}, capture_output=True, text=True, timeout=300
    )
    assert done.returncode == 0, done.stderr
    assert "'winners': [" in done.stdout.splitlines()[-1]
    assert "None" not in done.stdout


def test_an_award_that_goes_back_to_nobody_is_told_too(capsys: pytest.CaptureFixture[str]) -> None:
    moved = {"version": 255, "index": 2, "type": "LongestRoadMoved", "seat": None, "time": "2026-11-21T05:10:00Z"}
    Course(["Ana", "Bruno"]).tell([moved, {**moved, "version": 256, "seat": 1}])
    assert capsys.readouterr().out.splitlines() == [
        "  255  turn   0  table    longest road moved",
        "  256  turn   0  Bruno    longest road moved",
    ]
