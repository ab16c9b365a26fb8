"""Tests matches between agents: balanced seats, fixed seeds, honest intervals."""

import json

import pytest

from domain.catan import CATAN
from tests.toy import TOY
from workers.agents import play
from workers.agents.search.rates import wilson
from workers.lab import ladder
from workers.lab.duel import Duel, Game, play_game, summary

PAIRING = Duel("heuristic", "uniform", "catan", 4, series="ladder")


@pytest.mark.parametrize(
    ("wins", "games", "low", "high"), [(0, 10, 0.0, 0.2775), (5, 10, 0.2366, 0.7634), (400, 400, 0.9905, 1.0)]
)
def test_the_interval_is_wilsons(wins: int, games: int, low: float, high: float) -> None:
    assert wilson(wins, games) == pytest.approx((low, high), abs=1e-4)


def test_no_game_proves_nothing() -> None:
    assert wilson(0, 0) == (0.0, 1.0)


def test_seats_are_balanced_and_seeds_fixed() -> None:
    first = [play_game((PAIRING, number, number)) for number in range(4)]
    assert [match.seat for match in first] == [0, 1, 2, 3]
    again = play_game((PAIRING, 2, 2))
    assert (again[:6], again.lead) == (first[2][:6], first[2].lead)
    assert first[0] != play_game((PAIRING._replace(series="duel"), 0, 0))


def test_the_summary_counts() -> None:
    outcomes = [(True, True, 100, 0.1), (False, True, 300, 0.3), (False, False, 200, 0.2)]
    played = [Game(PAIRING.name, seat, seat, *outcome, {}, {}) for seat, outcome in enumerate(outcomes)]
    line = summary(PAIRING, played)
    assert (line["games"], line["finished"], line["wins"]) == (3, 2, 1)
    assert line["wins_by_seat"] == [1, 0, 0, 0]
    assert line["commands_per_game"] == 200
    assert line["cpu_seconds"] == 0.6


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
