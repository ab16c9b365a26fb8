"""Tests duels: every seat of a seed, games that are kept, changed weights, differences in pairs, times."""

import json
from pathlib import Path

import pytest

from workers.agents.catan.heuristic import Heuristic
from workers.agents.timing import milliseconds
from workers.lab import duel
from workers.lab.contenders import contender
from workers.lab.duel import Duel, Game, difference, read_game, summary, tasks
from workers.lab.running import Record

DUEL = Duel("heuristic", "heuristic", "catan", 4, first_seed=7)


def game(seed: int, seat: int, has_won: bool) -> Game:
    return Game(DUEL.name, seed, seat, has_won, True, 100, 0.1, {100: 3}, {110: 9})


class Patient(Heuristic):
    """Stands for an agent that is in no catalog."""


def test_a_seed_is_played_in_every_seat_before_the_next() -> None:
    assert [task[1:] for task in tasks(DUEL, 6).values()] == [(7, 0), (7, 1), (7, 2), (7, 3), (8, 0), (8, 1)]


def test_the_yardstick_wins_par_against_itself_and_gains_nothing(tmp_path: Path) -> None:
    line = summary(DUEL, duel.run(DUEL, 8, 1, tmp_path / "games.jsonl"))
    assert (line["games"], line["finished"], line["rate"]) == (8, 8, 0.25)
    assert line["gain"] == {"seeds": 2, "mean": 0.0, "interval_95": [0.0, 0.0]}
    assert line["agent_ms"]["decisions"] * 3 == line["against_ms"]["decisions"]


def test_a_duel_goes_on_where_it_was_killed(tmp_path: Path) -> None:
    record = tmp_path / "games.jsonl"
    kept = game(7, 0, True)
    Record(record, read_game).append(kept)
    with record.open("a") as file:
        file.write('{"duel": "catan: heur')
    games = duel.run(DUEL, 2, 1, record)
    assert (kept in games, [(g.seed, g.seat) for g in games]) == (True, [(7, 0), (7, 1)])
    assert len(record.read_text().splitlines()) == 2


def test_a_record_keeps_several_duels_apart(tmp_path: Path) -> None:
    record = Record(tmp_path / "games.jsonl", read_game)
    record.mend()
    for kept in (game(7, 0, True), game(7, 0, False)._replace(duel="another")):
        record.append(kept)
    assert duel.run(DUEL, 1, 1, record.path) == [game(7, 0, True)]


def test_gain_and_difference_are_taken_over_seeds() -> None:
    first = [game(seed, seat, seat < 2) for seed in range(2) for seat in range(4)]
    second = [game(seed, seat, seat < seed) for seed in range(2) for seat in range(4)]
    assert summary(DUEL, first)["gain"] == {"seeds": 2, "mean": 0.25, "interval_95": [0.25, 0.25]}
    assert difference(DUEL, first, second)["mean"] == 0.375
    assert difference(DUEL, first, second[:3])["interval_95"] is None


def test_a_contender_may_have_other_weights() -> None:
    agent = contender("heuristic,pip=0.2,opening.wanted=(1, 1, 1, 1, 1),sites=6")
    assert isinstance(agent, Heuristic)
    assert (agent.weights.pip, agent.weights.sites, agent.weights.route) == (0.2, 6, 2.0)
    assert (agent.weights.opening.wanted, agent.weights.opening.pair) == ((1, 1, 1, 1, 1), 0.25)
    assert isinstance(contender(f"{__name__}:Patient"), Patient)


@pytest.mark.parametrize(
    "name",
    [
        "nobody",
        "no.module:Agent",
        "heuristic,pip",
        "heuristic,no_weight=1",
        "uniform,pip=1",
        "math:nothing",
        "collections:Counter",
    ],
)
def test_what_is_no_agent_is_refused(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(ValueError, match="no agent"):
        contender(name)
    with pytest.raises(SystemExit):
        duel.main(["--agent", name])
    assert "no agent" in capsys.readouterr().err


def test_times_are_summed_up_to_five_per_cent() -> None:
    line = milliseconds({141: 90, 189: 9, 236: 1})  # 1.05 ** 141 is about a thousand microseconds
    assert line["decisions"] == 100
    assert line["p50"] == pytest.approx(1, rel=0.05)
    assert line["p95"] == pytest.approx(10, rel=0.05)
    assert line["max"] == pytest.approx(100, rel=0.05)


def test_the_command_compares_two_agents(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    names = ["--agent", "heuristic,patience=1.5", "--than", "heuristic", "--against", "heuristic"]
    assert duel.main([*names, "--games", "4", "--processes", "2", "--record", str(tmp_path / "new" / "games")]) == 0
    captured = capsys.readouterr()
    lines = [json.loads(line) for line in captured.out.splitlines()]
    assert [line["name"] for line in lines] == [
        "catan: heuristic,patience=1.5 against 3 heuristic",
        "catan: heuristic against 3 heuristic",
        "heuristic,patience=1.5 less heuristic",
    ]
    assert lines[2] == {"name": lines[2]["name"], "seeds": 1, "mean": None, "interval_95": None}
    assert "4 of 4 played" in captured.err


def test_the_command_plays_with_the_options_that_are_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["--ruleset", "elasund", "--seats", "2", "--agent", "uniform", "--against", "uniform", "--games", "2"]
    record = Record(tmp_path / "games", read_game)
    for edition in ("english", "german"):
        files = ["--processes", "1", "--record", str(record.path), "--options", f"edition={edition}"]
        assert duel.main([*arguments, *files]) == 0
    names = [f"elasund+edition={edition}: uniform against 1 uniform" for edition in ("english", "german")]
    assert [json.loads(line)["name"] for line in capsys.readouterr().out.splitlines()] == names
    english, german = ([kept.commands for kept in record.rows() if kept.duel == name] for name in names)
    assert len(set(english)) == len(set(german)) == 1, "the same seed with the same agent in every seat"
    assert english != german


@pytest.mark.parametrize("option", ["edition=roman", "editions=german", "edition", "points=many"])
def test_an_option_that_there_is_not_is_refused(option: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        duel.main(["--ruleset", "elasund", "--seats", "2", "--agent", "uniform", "--options", option])
    assert "options." in capsys.readouterr().err
