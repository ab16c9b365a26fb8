"""Tests `longroad dataset`: rows that replay to the same games, runs that are killed and go on, and the data sheet."""

import json
import os
import pty
import shlex
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow.parquet as pq
import pytest

from service.catalog import RULESETS
from service.cli import main
from tests.service.cli.command import ROOT
from tests.service.processes import below, wait_for
from tests.workers.lab.environments.page import SNIPPETS
from workers.agents import play
from workers.lab.datasets.making import BadFolder, make
from workers.lab.datasets.specification import Wish
from workers.lab.environments.episode import Course
from workers.lab.environments.making import BadEnvironment, describe
from workers.lab.environments.table import LocalTable

WISHES: dict[str, Wish] = {
    "goofspiel": Wish(["matching", "uniform"], "goofspiel", 3, "test", 2),
    "elasund": Wish(["elasund_heuristic", "uniform"], "elasund", 1, "test", 2, options={"edition": "german"}),
    "catan-dice": Wish(["uniform", "uniform"], "catan-dice", 1, "test", 1),
    "catan": Wish(["heuristic"] * 3, "catan", 1, "test", 1, "beginner", ["helpers"], {"victory_points": 4}),
}
KILLED = Wish(["matching", "uniform"], "goofspiel", 120, "killed", 15)


def rows(folder: Path, table: str) -> list[dict[str, Any]]:
    return [row for path in sorted(folder.glob(f"{table}-*.parquet")) for row in pq.read_table(path).to_pylist()]


def content(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """Return the folders of the data sets, by name."""
    folders = {name: tmp_path_factory.mktemp(name) for name in WISHES}
    for name, folder in folders.items():
        make(folder, WISHES[name], 1)
    return folders


@pytest.mark.parametrize("name", WISHES)
def test_the_rows_are_what_a_seat_saw_and_did_and_replay_to_the_same_game(made: dict[str, Path], name: str) -> None:
    wish, ruleset = WISHES[name], RULESETS[name]
    games, decisions = rows(made[name], "games"), rows(made[name], "decisions")
    description = describe(ruleset, wish.config)
    assert [game["game"] for game in games] == [*range(wish.games)]
    for game in games:
        table = LocalTable(ruleset, wish.config)
        course = Course(table, description)
        course.open(game["seed"])
        own = [row for row in decisions if row["game"] == game["game"]]
        for step, row in enumerate(own):
            seat = course.next_seat()
            assert seat is not None
            choice = course.choice(seat)
            assert (row["step"], row["seat"], row["agent"]) == (step, seat, game["agents"][seat])
            assert np.array_equal(row["observation"], course.observation(seat, choice.look))
            assert row["legal"] == sorted(choice.choices)
            assert row["must_act"] is (0 not in row["legal"])
            command = None if row["command"] is None else ruleset.commands.decode(json.loads(row["command"]))
            assert row["action"] is None or choice.choices[row["action"]] == command
            assert (row["reward"], row["points"]) == (1 if seat in game["winners"] else -1, game["points"][seat])
            course.carry_out(seat, command)
        assert course.next_seat() is None
        result = table.result()
        assert result is not None
        assert (game["winners"], game["points"]) == ([*result.winners], [*result.points])
        assert game["decisions"] == len(own)
        assert own[-1]["version"] == game["commands"]


def test_a_game_of_a_data_set_is_that_of_a_match(made: dict[str, Path]) -> None:
    for name, wish in WISHES.items():
        for game in rows(made[name], "games"):
            match = play(RULESETS[name], game["agents"], game["seed"], wish.config)
            assert match.result is not None
            assert (match.commands, [*match.result.points]) == (game["commands"], game["points"])


def test_agents_move_on_by_a_seat_with_every_game(made: dict[str, Path]) -> None:
    agents = [game["agents"] for game in rows(made["goofspiel"], "games")]
    assert agents == [["matching", "uniform"], ["uniform", "matching"], ["matching", "uniform"]]


def test_the_sheet_says_what_is_there(made: dict[str, Path]) -> None:
    for name, folder in made.items():
        sheet, page = json.loads((folder / "dataset.json").read_text()), (folder / "README.md").read_text()
        games, decisions = rows(folder, "games"), rows(folder, "decisions")
        assert (sheet["counts"]["games"], sheet["counts"]["decisions"]) == (len(games), len(decisions))
        assert sheet["counts"]["without_an_action"] == sum(row["action"] is None for row in decisions)
        assert sum(agent["wins"] for agent in sheet["agents"]) == sum(len(game["winners"]) for game in games)
        for table in ("games", "decisions"):
            schema = pq.read_schema(folder / f"{table}-00000.parquet")
            assert [(field["name"], field["type"]) for field in sheet["fields"][table]] == [
                (field.name, str(field.type)) for field in schema
            ]
            for field in sheet["fields"][table]:
                assert schema.field(field["name"]).metadata[b"known_to_the_seat"].decode() == field["known_to_the_seat"]
                assert f"| `{field['name']}` | {field['type']} |" in page
        for file in sheet["files"]:
            assert (folder / file["name"]).stat().st_size == file["bytes"]
            assert file["sha256"] in page
        columns = sheet["observation"]["columns"]
        assert {len(row["observation"]) for row in decisions} == {len(columns)}
        assert len(sheet["actions"]) > max(max(row["legal"]) for row in decisions)
        assert sheet["settings"]["ruleset"] == name
        assert sheet["command"] in page


def test_what_a_seat_did_not_see_is_marked(made: dict[str, Path]) -> None:
    sheet = json.loads((made["elasund"] / "dataset.json").read_text())
    columns = sheet["observation"]["columns"]
    own = {columns[at] for at in sheet["observation"]["own_columns"]}
    assert {"seat=1", "seats.0.gold", "seats.1.influence.red"} <= own
    assert "seats.0.points" not in own
    known = {field["name"]: field["known_to_the_seat"] for field in sheet["fields"]["decisions"]}
    assert [known[name] for name in ("observation", "legal", "reward", "points")] == ["yes", "yes", "no", "no"]


def test_the_command_of_the_sheet_makes_the_same_bytes(made: dict[str, Path], tmp_path: Path) -> None:
    again = tmp_path / "again"
    sheet = json.loads((made["elasund"] / "dataset.json").read_text())
    told = sheet["command"].replace("DIRECTORY", str(again))
    assert main([*shlex.split(told)[1:], "--processes", "2"]) == 0
    assert content(again) == content(made["elasund"])


def started(folder: Path, wish: Wish) -> "subprocess.Popen[bytes]":
    told = wish.command().replace("longroad dataset DIRECTORY", "").split()
    command = (sys.executable, "-m", "service.cli", "dataset", str(folder), *told, "--processes", "1")
    return subprocess.Popen(command, cwd=ROOT, stderr=subprocess.DEVNULL, stdout=subprocess.DEVNULL)


def parts(folder: Path) -> list[Path]:
    return sorted(folder.glob("games-*.parquet"))


def test_the_program_of_the_page_reads_a_data_set(
    made: dict[str, Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "games").symlink_to(made["goofspiel"])
    monkeypatch.chdir(tmp_path)
    [program] = [snippet for snippet in SNIPPETS if "dataset.json" in snippet]
    exec(compile(program, "environments.md", "exec"), {})
    assert capsys.readouterr().out == "52 decisions of 84 columns\n"


def test_a_killed_run_goes_on_and_comes_to_the_same_bytes(tmp_path: Path) -> None:
    killed, whole = tmp_path / "killed", tmp_path / "whole"
    run = started(killed, KILLED)
    assert wait_for(lambda: parts(killed))
    with pytest.raises(BadFolder, match="another run makes this data set"):
        make(killed, KILLED, 1)
    children = below(run.pid)
    os.kill(run.pid, signal.SIGKILL)
    run.wait()
    assert wait_for(lambda: not any(Path(f"/proc/{pid}").exists() for pid in children))
    there = {path: path.stat().st_mtime_ns for path in parts(killed)}
    assert 0 < len(there) < len(KILLED.parts)
    assert not (killed / "README.md").exists()

    half = killed / f"decisions-{len(KILLED.parts) - 1:05}.parquet"
    half.write_bytes(b"of a part whose games are missing")
    (killed / "decisions-00000.9999.part").write_bytes(b"what a killed process leaves")
    again = make(killed, KILLED, 2)
    assert again["new_parts"] == len(KILLED.parts) - len(there)
    assert {path: path.stat().st_mtime_ns for path in there} == there
    make(whole, KILLED, 1)
    assert content(killed) == content(whole)
    assert make(killed, KILLED, 1)["new_parts"] == 0


def test_ctrl_c_leaves_a_run_that_goes_on(tmp_path: Path) -> None:
    run = started(tmp_path, KILLED)
    assert wait_for(lambda: parts(tmp_path))
    run.send_signal(signal.SIGINT)
    assert run.wait() == 130
    assert 0 < len(parts(tmp_path)) < len(KILLED.parts)
    assert json.loads((tmp_path / "dataset.json").read_text())["settings"]["seed"] == KILLED.seed


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"seed": "other"}, "settings.seed is 'test' there and 'other' now"),
        ({"games": 4}, "settings.games is 3 there and 4 now"),
        ({"agents": ["matching", "idle"]}, "settings.agents is"),
    ],
)
def test_a_folder_of_another_data_set_is_refused(made: dict[str, Path], change: Any, said: str) -> None:
    before = content(made["goofspiel"])
    with pytest.raises(BadFolder, match=said):
        make(made["goofspiel"], WISHES["goofspiel"]._replace(**change), 1)
    assert content(made["goofspiel"]) == before


def test_a_folder_with_something_else_is_refused(tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_text("mine")
    with pytest.raises(BadFolder, match=r"it holds mine\.txt and is no data set"):
        make(tmp_path, WISHES["goofspiel"], 1)
    (tmp_path / "dataset.json").write_text("[]")
    with pytest.raises(BadFolder, match="this is no data sheet"):
        make(tmp_path, WISHES["goofspiel"], 1)


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        (["heuristic", "heuristic", "--ruleset", "goofspiel"], "no agent for goofspiel is called 'heuristic': use one"),
        (["uniform", "--ruleset", "chess"], "no ruleset is called 'chess'"),
        (["uniform", "--ruleset", "goofspiel"], "goofspiel cannot be played so"),
        (["uniform", "--options", "{"], "--options is no JSON"),
        (["uniform", "--options", "[]"], "--options is no JSON object"),
        (["--games", "3"], "Missing argument 'AGENTS...'."),
        (["uniform", "--games", "0"], "Invalid value for '--games': 0 is not in the range 1<=x<=10000000."),
    ],
)
def test_what_cannot_be_made_is_said_in_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], arguments: list[str], line: str
) -> None:
    assert main(["dataset", str(tmp_path / "new"), *arguments]) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err.startswith(f"longroad: {line}")
    assert told.err.count("\n") == 1
    assert not (tmp_path / "new").exists()


def test_json_has_a_line_for_each_new_part_and_one_for_the_whole(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    asked = ["dataset", str(tmp_path), "uniform", "matching", "--ruleset", "goofspiel", "--games", "5", "--part", "2"]
    assert main([*asked, "--json"]) == 0
    *new, whole = map(json.loads, capsys.readouterr().out.splitlines())
    assert sorted((line["part"], line["games"]) for line in new) == [(0, 2), (1, 2), (2, 1)]
    assert (whole["games"], whole["decisions"], whole["new_parts"]) == (5, 130, 3)
    assert main([*asked, "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == {**whole, "new_parts": 0}


def test_a_terminal_shows_a_bar(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ours, theirs = pty.openpty()
    with open(theirs, "w") as terminal:
        monkeypatch.setattr(sys, "stderr", terminal)
        make(tmp_path, WISHES["goofspiel"], 1)
        shown = os.read(ours, 4096).decode()
    os.close(ours)
    assert f"parts of up to 2 games [{'#' * 15}{'-' * 15}] 1 of 2" in shown
    assert f"[{'#' * 30}] 2 of 2\r\n" in shown


def test_agents_that_cannot_play_are_refused() -> None:
    with pytest.raises(BadEnvironment, match="no agent for goofspiel"):
        WISHES["goofspiel"]._replace(agents=["heuristic", "uniform"]).players()
