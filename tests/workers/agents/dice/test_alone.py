"""Tests games that the agent plays alone, as the ladder shows them."""

import json
from pathlib import Path

import pytest

from workers.lab import ladder
from workers.lab.ladder import SOLOS, Alone, play_alone, summary_alone


def test_both_readings_are_played_alone() -> None:
    assert [solo.name for solo in SOLOS] == [
        "catan-dice: dice_optimal alone, joker_dice any",
        "catan-dice: dice_optimal alone, joker_dice one",
    ]


def test_the_same_number_gives_the_same_game(greedy_tables: Path) -> None:
    assert play_alone((SOLOS[1], 3)).points == play_alone((SOLOS[1], 3)).points
    assert len({play_alone((SOLOS[0], number)).points for number in range(5)}) > 1


@pytest.mark.parametrize(("points", "agrees"), [((-4, 4), True), ((100, 102), False)])
def test_the_mean_stands_beside_what_the_table_promises(
    greedy_tables: Path, points: tuple[int, int], agrees: bool
) -> None:
    line = summary_alone(SOLOS[0], [Alone(made, 0.5) for made in points] + [Alone(None, 1.0)])
    assert (line["games"], line["finished"]) == (3, 2)
    assert line["mean"] == sum(points) / 2
    assert line["standard_error"] == pytest.approx((points[1] - points[0]) / 2)
    assert (line["expected"], line["agrees"]) == (0, agrees)
    assert (line["best"], line["cpu_seconds"]) == (max(points), 2.0)


def test_the_ladder_prints_them_after_the_pairings(greedy_tables: Path, capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["--games", "4", "--solo-games", "6", "--processes", "1", "--agent", "dice_optimal"]
    assert ladder.main(arguments) == 0
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    names = [line["name"] for line in lines]
    assert names == ["catan-dice: dice_optimal against 3 uniform", *(solo.name for solo in SOLOS)]
    assert [line["games"] for line in lines] == [4, 6, 6]
    assert lines[1]["mean"] > 40  # greed for the points of the turn makes about 60
