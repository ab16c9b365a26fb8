"""Random games of every case finish under the laws; `--long=N` plays N of them and shows how far it is."""

from collections import Counter

import pytest

from tests.laws.cases import CASES
from tests.laws.playing import play_all


@pytest.mark.slow
def test_random_games_finish_under_the_laws(long_games: int, capsys: pytest.CaptureFixture[str]) -> None:
    """A few games of each case in the short form."""
    count = long_games or 2 * len(CASES)
    jobs = [(CASES[number % len(CASES)].name, number) for number in range(count)]
    done: Counter[str] = Counter()
    steps = 0
    for played in play_all(jobs):
        done[played.case] += 1
        steps += played.steps
        if long_games and sum(done.values()) % 25 == 0:
            with capsys.disabled():
                print(f"{sum(done.values())} of {count} games finished under the laws, {steps} commands", flush=True)
    assert sum(done.values()) == count
