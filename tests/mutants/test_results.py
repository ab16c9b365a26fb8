"""Tests that results are kept line by line, put together, and counted."""

import json
from pathlib import Path
from typing import Any

from tests.mutants import results
from tests.mutants.report import standing, table, unnoticed
from tests.mutants.scope import ROOT


def row(drawn: str, outcome: str, how: str = "failed") -> dict[str, Any]:
    file, line = drawn.split(":")
    return {
        "drawn": drawn,
        "file": file,
        "line": int(line),
        "operator": "number",
        "before": "a = 1",
        "after": f"a = {line}",
        "outcome": outcome,
        "how": how,
        "by": "",
    }


ROWS = [
    row("domain/catan/chapters/longest_road.py:1", "marked"),
    row("domain/catan/chapters/longest_road.py:2", "marked", "timeout"),
    row("domain/catan/chapters/longest_road.py:3", "domain"),
    row("domain/dice/turn.py:4", "survived", ""),
    row("domain/dice/turn.py:5", "marked"),
]


def written(path: Path, rows: list[dict[str, Any]]) -> Path:
    for one in rows:
        results.add(path, one)
    return path


def test_a_result_that_was_cut_off_is_as_if_it_were_not_there(tmp_path: Path) -> None:
    path = written(tmp_path / "run.jsonl", ROWS)
    path.write_text(path.read_text() + '{"drawn": "domain/cat')
    assert results.read(path) == ROWS
    assert results.read(tmp_path / "none.jsonl") == []


def test_a_later_run_takes_the_place_of_an_earlier_one(tmp_path: Path) -> None:
    first = written(tmp_path / "first.jsonl", ROWS)
    again = written(tmp_path / "again.jsonl", [row("domain/catan/chapters/longest_road.py:3", "marked")])
    judged = results.judged([first, again], {})
    assert [one["outcome"] for one in judged] == ["marked", "marked", "marked", "survived", "marked"]


def test_a_mutant_known_to_change_nothing_is_told_by_what_it_changes(tmp_path: Path) -> None:
    entry = {"file": "domain/dice/moved/turn.py", "before": "a = 1", "after": "a = 4", "why": "nobody asks for a"}
    path = tmp_path / "equivalents.json"
    path.write_text(json.dumps([entry]))
    known = results.equivalents(path)
    judged = results.judged([written(tmp_path / "run.jsonl", ROWS)], known)
    assert [one["by"] for one in judged if one["outcome"] == "equivalent"] == ["nobody asks for a"]
    noticed = {("roads.py", "a = 1", "a = 3"): "nobody asks for a"}
    judged_again = results.judged([written(tmp_path / "again.jsonl", ROWS)], noticed)
    assert [one["outcome"] for one in judged_again] == [one["outcome"] for one in ROWS]
    assert unnoticed(judged) == [
        "domain/catan/chapters/longest_road.py:3 [number] domain failed",
        "  - a = 1",
        "  + a = 3",
    ]


def test_what_nobody_noticed_falls_away_with_its_code() -> None:
    rows = standing(ROWS, {"domain/dice/turn.py:4"})
    assert [one["drawn"].split(":")[1] for one in rows] == ["1", "2", "4", "5"]


def test_the_table_counts_by_ruleset() -> None:
    counts = {line.split()[0]: line.split()[1:] for line in table(ROWS)[1:]}
    assert counts["catan"] == ["3", "0", "2", "1", "0", "0", "1", "66.7%"]
    assert counts["dice"] == ["2", "0", "1", "0", "0", "1", "0", "50.0%"]
    assert counts["elasund"][0] == "0"
    assert counts["all"] == ["5", "0", "3", "1", "0", "1", "1", "60.0%"]


def test_every_reason_stands_with_a_mutant() -> None:
    rows = json.loads(results.EQUIVALENTS.read_text())
    assert all(set(one) == {"file", "before", "after", "why"} and one["why"] for one in rows)
    assert len(results.equivalents()) == len(rows)


def test_the_code_of_every_equivalent_mutant_still_stands() -> None:
    for one in json.loads(results.EQUIVALENTS.read_text()):
        lines = (ROOT / one["file"]).read_text().splitlines()
        assert one["before"] in " ".join(line.strip() for line in lines), one["file"]
