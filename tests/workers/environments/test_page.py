"""Tests that the code of the page on environments runs."""

import re
from pathlib import Path

import pytest

PAGE = (Path(__file__).parents[3] / "docs" / "environments.md").read_text(encoding="utf-8")
SNIPPETS = re.findall(r"^```python\n(.*?)^```", PAGE, re.DOTALL | re.MULTILINE)


def test_the_random_policies_of_the_page_play_whole_games(capsys: pytest.CaptureFixture[str]) -> None:
    for snippet in SNIPPETS[:2]:
        exec(compile(snippet, "environments.md", "exec"), {})
    *dice, catan = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in dice] == ["seat_0", "seat_1"]
    assert re.fullmatch(r"-?1\.0 \[\d+, \d+, \d+\]", catan)
