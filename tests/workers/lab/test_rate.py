"""Tests meetings of agents, and the command that makes ladders of them."""

import json
from collections.abc import Sequence
from pathlib import Path

import pytest

from workers.agents.catalog import entry_named
from workers.agents.standings import Ladder, Standing
from workers.lab import rate
from workers.lab.rate import ORDERS, Game, Meeting, ladder_of, play_task, tasks
from workers.lab.running import Record

MEETING = Meeting("catan", "uniform", "graded@1")


def test_a_seed_is_played_in_all_orders_in_which_both_have_every_seat_equally_often() -> None:
    assert [task[1:] for task in tasks(MEETING, 5).values()] == [(0, 0), (0, 1), (0, 2), (0, 3), (1, 0)]
    assert [task[1:] for task in tasks(MEETING, 5, 70).values()] == [(70, 0), (70, 1), (70, 2), (70, 3), (71, 0)]
    assert [sum(order[seat] for order in ORDERS) for seat in range(4)] == [2, 2, 2, 2]
    assert all(sum(order) == 2 for order in ORDERS)


def test_a_game_comes_out_the_same_again() -> None:
    game = play_task((MEETING, 3, 1))
    assert game == play_task((MEETING, 3, 1))
    assert sorted(name for group in game.ranks for name in group) == ["graded@1", "graded@1", "uniform", "uniform"]


def test_a_measurement_goes_on_where_it_was_stopped(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    record = Record(tmp_path / "games", Game)
    kept = Game(MEETING.name, 0, 0, [["graded@1"], ["graded@1"], ["uniform"], ["uniform"]], 1)
    record.append(kept)
    with record.path.open("a") as file:
        file.write('{"meeting": "cut')
    rate.run(MEETING, 2, 1, record)
    assert [(game.seed, game.order) for game in record.rows()] == [(0, 0), (0, 1)]
    assert next(record.rows()) == kept
    assert "2 of 2 played" in capsys.readouterr().err


def test_the_command_plays_what_is_asked_for_and_writes_the_ladders(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    record, output = tmp_path / "new" / "games", tmp_path / "ladder"
    files = ["--record", str(record), "--output", str(output)]
    assert rate.main(["--games", "1", "--only", "uniform", "--processes", "1", *files]) == 0
    line = json.loads(capsys.readouterr().out)
    assert (line["name"], line["games"], line["finished"]) == ("catan: graded@1 and uniform", 1, 1)
    assert json.loads(output.read_text()) == []  # the yardstick has not played


def test_a_ladder_that_was_not_measured_again_stays(tmp_path: Path) -> None:
    ladder = ladder_of("catan", "a", 4, games("ab", "ba"))
    path = tmp_path / "ladders"
    path.write_text(rate.render_ladders([ladder, ladder._replace(ruleset="elasund")]))
    again = ladder._replace(games=7)
    assert rate.merge_ladders(path, [again]) == [again, ladder._replace(ruleset="elasund")]


def test_older_versions_that_are_served_keep_their_ratings(tmp_path: Path) -> None:
    entry = entry_named("graded")
    assert entry is not None
    assert entry.serves(1)
    assert entry.version > 1
    old, gone, yardstick = [
        Standing(name, rating, rating - 9, rating + 9, 40, version)
        for name, rating, version in (
            ("graded@2", 1300, entry.older[0].version),
            ("hal", 1900, 1),
            ("heuristic", 1500, 1),
        )
    ]
    new = old._replace(rating=1310, version=entry.version)
    path = tmp_path / "ladders"
    before = Ladder("catan", 4, 5, "heuristic", (gone, yardstick, old))
    path.write_text(rate.render_ladders([before]))
    after = before._replace(standings=(yardstick, new))
    assert rate.merge_ladders(path, [after]) == [after._replace(standings=(yardstick, new, old))]
    other = after._replace(yardstick="planner")
    assert rate.merge_ladders(path, [other]) == [other]


def game(seed: int, *names: str) -> Game:
    return Game("catan: some", seed, 0, [[name] for name in names], 1)


def games(*pairs: Sequence[str]) -> list[Game]:
    return [game(seed, *pair) for seed in range(60) for pair in pairs]


def test_the_yardstick_has_the_rating_that_is_set_and_the_strongest_is_first() -> None:
    ladder = ladder_of("catan", "a", 4, games("ab", "ab", "ba", "cb", "cb", "bc", "ca", "ac"))
    assert [standing.rating for standing in ladder.standings if standing.name == "a"] == [1500]
    ratings = [standing.rating for standing in ladder.standings]
    assert ratings == sorted(ratings, reverse=True)
    assert all(standing.low <= standing.rating <= standing.high for standing in ladder.standings)


def test_a_level_that_does_not_surely_beat_the_one_below_is_left_out_and_all_above_it() -> None:
    one, two, three = "graded@1", "graded@2", "graded@3"
    pairs = [(two, one), (two, one), (one, two), (three, two), (two, three)]
    assert [s.name for s in ladder_of("catan", one, 4, games(*pairs)).standings] == [two, one]
    pairs = [(two, one), (one, two), (three, two), (three, two), (two, three)]
    assert [s.name for s in ladder_of("catan", one, 4, games(*pairs)).standings] == [one]
