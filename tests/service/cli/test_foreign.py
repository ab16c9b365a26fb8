"""Tests `longroad import`: what it writes, and the one line that refuses a file."""

import json
from contextlib import redirect_stderr, redirect_stdout
from io import StringIO
from pathlib import Path

import pytest

from service.cli import main
from service.cli.foreign import PROGRAMS
from service.records.imports import SOURCES

DATA = Path(__file__).parents[2] / "data"


def run(*arguments: str) -> tuple[int, str, str]:
    """Run a command, and return its exit code and what it wrote."""
    out, err = StringIO(), StringIO()
    with redirect_stdout(out), redirect_stderr(err):
        code = main(list(arguments))
    return code, out.getvalue(), err.getvalue()


def test_the_command_knows_all_readers() -> None:
    assert PROGRAMS == SOURCES


def test_a_game_is_written_as_json() -> None:
    code, out, _ = run("import", "--from", "catanatron", str(DATA / "catanatron" / "37.json"))
    assert code == 0
    answer = json.loads(out)
    assert answer["game"]["whole"]
    assert answer["position"]["ruleset"] == "catan"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("{", "is no JSON"),
        ("[]", "document: is not a file of JSettlers 2.4"),
        (
            '{"modelVersion": 7, "gameState": 1, "elements": 1, "boardInfo": 1, "playerSeats": 1}',
            "is another version",
        ),
        ("7" * 600_000, "is larger than 524,288 bytes"),
    ],
)
def test_what_is_no_file_is_refused_in_one_line(tmp_path: Path, text: str, reason: str) -> None:
    path = tmp_path / "saved.game.json"
    path.write_text(text, encoding="utf-8")
    code, out, err = run("import", "--from", "jsettlers", str(path))
    assert (code, out) == (2, "")
    assert reason in err
    assert len(err.strip().splitlines()) == 1
