"""Tests matches between agents: balanced seats, fixed seeds, honest intervals."""

import json

import pytest

from domain.catan import CATAN
from tests.toy import TOY
from workers.agents import play
from workers.agents.search.rates import wilson
from workers.lab import ladder
from workers.lab.ladder import Pairing, Played, play_one, summary

PAIRING = Pairing("catan", "heuristic", "uniform", 4)


@pytest.mark.parametrize(
    ("wins", "games", "low", "high"), [(0, 10, 0.0, 0.2775), (5, 10, 0.2366, 0.7634), (400, 400, 0.9905, 1.0)]
)
def test_the_interval_is_wilsons(wins: int, games: int, low: float, high: float) -> None:
    assert wilson(wins, games) == pytest.approx((low, high), abs=1e-4)


def test_no_game_proves_nothing() -> None:
    assert wilson(0, 0) == (0.0, 1.0)


def test_seats_are_balanced_and_seeds_fixed() -> None:
    first = [play_one((PAIRING, number)) for number in range(4)]
    assert [match.seat for match in first] == [0, 1, 2, 3]
    again = play_one((PAIRING, 2))
    assert again[:4] == first[2][:4]


def test_the_summary_counts() -> None:
    played = [Played(0, True, True, 100, 0.1), Played(1, False, True, 300, 0.3), Played(2, False, False, 200, 0.2)]
    line = summary(PAIRING, played)
    assert (line["games"], line["finished"], line["wins"]) == (3, 2, 1)
    assert line["wins_by_seat"] == [1, 0, 0, 0]
    assert line["commands_per_game"] == 200
    assert line["cpu_ms_per_command"] == 1.0


def test_the_command_prints_one_json_line_a_pairing(capsys: pytest.CaptureFixture[str]) -> None:
    assert ladder.main(["--games", "4", "--processes", "1", "--agent", "heuristic"]) == 0
    captured = capsys.readouterr()
    lines = [json.loads(line) for line in captured.out.splitlines()]
    assert [line["name"] for line in lines] == ["catan: heuristic against 3 uniform"]
    assert lines[0]["games"] == 4
    assert "4 of 4 played" in captured.err


def test_blind_players_finish_the_toy_game() -> None:
    match = play(TOY, ["uniform"] * 3, "toy")
    assert match.result is not None
    assert max(match.result.points) >= 30


def test_a_match_may_be_broken_off() -> None:
    match = play(CATAN, ["uniform"] * 3, "short", most_commands=10)
    assert (match.result, match.commands) == (None, 10)
