"""Limits the processor time of a decision, as an emergency stop: what agents search is counted in other ways."""

import time


class OverLimit(Exception):
    """Reports that a decision has taken more processor time than it was given."""


class Limit:
    """Holds the processor time by which this thread must have decided: an emergency stop."""

    def __init__(self, seconds: float) -> None:
        self._until = time.thread_time() + seconds

    @property
    def left(self) -> float:
        """Return the seconds that are left; 0 once the time is used up."""
        return max(0.0, self._until - time.thread_time())

    def check(self) -> None:
        """Raise OverLimit once the time is used up."""
        if time.thread_time() > self._until:
            raise OverLimit
