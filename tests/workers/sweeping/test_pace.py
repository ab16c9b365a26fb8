"""Tests the pace of the scrub: it grows with what there is to prove, and is bounded by what it may cost."""

import logging

import pytest

from workers.sweeping.pace import ARREARS_S, BUDGET_S, CPU_SHARE, DAY_S, Pace

DAYS = 2
PIECES = 10 * DAYS * DAY_S
"""There are so many pieces that ten a second must be proven."""


class Steps:
    """Represents steps of a scrub, one each second, by clocks that the pieces move."""

    def __init__(self, cpu_s: float, wall_s: float) -> None:
        self.now = self.cpu = 0.0
        self._costs = cpu_s, wall_s
        self.pace = Pace("games", DAYS, lambda: self.now, lambda: self.cpu)

    def step(self, pieces: int) -> int:
        """Do a step, a second after the last one began, and return how many pieces it proved."""
        began, count = self.now, 0
        self.pace.begin(pieces)
        while self.pace.is_owed() and self.pace.may_go_on():
            self.cpu, self.now = self.cpu + self._costs[0], self.now + self._costs[1]
            self.pace.count()
            count += 1
        self.pace.end()
        self.now = began + 1
        return count


def test_a_step_that_mostly_waits_may_take_longer() -> None:
    now = [0.0]
    pace = Pace("games", DAYS, lambda: now[0], lambda: 0.0, budget_s=3 * BUDGET_S)
    pace.begin(PIECES)
    now[0] = 2.9 * BUDGET_S
    assert pace.may_go_on()
    now[0] = 3 * BUDGET_S
    assert not pace.may_go_on()


def test_all_is_proven_within_the_days() -> None:
    steps = Steps(0.001, 0.001)
    assert sum(steps.step(PIECES) for _ in range(100)) == pytest.approx(1_000, abs=1)
    assert not steps.pace.is_behind
    assert sum(Steps(0.001, 0.001).step(10) for _ in range(100)) == 0


@pytest.mark.parametrize(("cpu_s", "wall_s"), [(CPU_SHARE, 0.0), (0.0, BUDGET_S)])
def test_a_step_has_an_end_and_what_cannot_be_kept_is_said_once(
    cpu_s: float, wall_s: float, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.WARNING)
    steps = Steps(cpu_s, wall_s)
    assert {steps.step(PIECES) for _ in range(2 * ARREARS_S)} == {1}
    assert steps.pace.is_behind
    assert len(caplog.messages) == 1
    steps.pace.rest()
    assert not steps.pace.is_behind


def test_what_is_owed_has_a_bound_and_waits_of_any_length_count_little() -> None:
    steps = Steps(0.0, 0.0)
    steps.step(PIECES)
    steps.now += 100_000
    assert steps.step(PIECES) <= 110
