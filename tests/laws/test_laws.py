"""Tests that random games of every family and player count finish under the laws.

The long form (`--long=N`, `make laws`) plays N games of each and shows how far it is. The short form plays four of
each and checks the dear laws a sixth as often; where a family has many maps and modules, as Catan, it plays the first
cases to the end, the others for some turns, and `test_matrix.py` a game of most others.
"""

from typing import Final

import pytest

from tests.laws.cases import CASES, Case
from tests.laws.playing import EVERY, play_all

SHORT: Final = 4
FEW: Final = 2
SELDOM: Final = 150  # commands between the dear laws in the short form
BEGUN: Final = 600  # commands of a game that the short form does not play to its end
GROUPS: Final[dict[str, list[Case]]] = {}
for _case in CASES:
    GROUPS.setdefault(f"{_case.ruleset.name}-{_case.seats}", []).append(_case)


def games_of(group: str, long_games: int) -> int:
    """Return how many games of a group are played."""
    if long_games:
        return long_games
    cases = len(GROUPS[group])
    return SHORT if cases <= FEW else cases


@pytest.mark.slow
@pytest.mark.parametrize("group", GROUPS)
def test_random_games_finish_under_the_laws(group: str, long_games: int, capsys: pytest.CaptureFixture[str]) -> None:
    cases = GROUPS[group]
    count = games_of(group, long_games)
    done = steps = 0
    jobs = [(cases[number % len(cases)].name, number) for number in range(count)]
    played_out = count if long_games or count <= SHORT else FEW
    for played in play_all(jobs, EVERY if long_games else SELDOM, played_out, BEGUN):
        done += 1
        steps += played.steps
        if long_games and (done % 25 == 0 or done == count):
            with capsys.disabled():
                print(f"{group}: {done} of {count} games finished under the laws, {steps} commands", flush=True)
    assert done == count
