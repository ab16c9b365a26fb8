"""An emergency stop for agents that count their effort in trials: it ends a decision that takes far too long."""

import time


class OverLimit(Exception):
    """Reports that a decision has taken more processor time than it was given."""


class Limit:
    """Holds by when this thread must have decided, by its own processor time."""

    def __init__(self, seconds: float) -> None:
        self._until = time.thread_time() + seconds

    def check(self) -> None:
        """Raise OverLimit once the time is used up."""
        if time.thread_time() > self._until:
            raise OverLimit
