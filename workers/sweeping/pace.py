"""Sets how much a step of the scrub proves, so that all is proven within some days, and bounds what that may cost."""

import logging
import time
from collections.abc import Callable
from typing import Final

BUDGET_S: Final = 0.2
"""Sets for how long a step goes on at most; there is a step each second."""
CPU_SHARE: Final = 0.1
"""Limits the processor time of a step, as a part of the time since the last one."""
MOST_S: Final = 10.0
"""Limits how much of the time since the last step counts."""
ARREARS_S: Final = 3_600
"""Sets how much overdue work makes the scrub count as behind: what it should do in so many seconds."""
DAY_S: Final = 86_400

log = logging.getLogger(__name__)


class Pace:
    """Counts the pieces (games or segments) that are owed: those that should be proven by now."""

    def __init__(
        self,
        what: str,
        days: int,
        clock: Callable[[], float] = time.monotonic,
        cpu: Callable[[], float] = time.thread_time,
        budget_s: float = BUDGET_S,
    ) -> None:
        """Take the time (s) from `clock`, and the processor time (s) of this thread from `cpu`.

        A step goes on for `budget_s` at most.
        """
        self._what, self._days, self._clock, self._cpu = what, days, clock, cpu
        self._budget_s = budget_s
        self._began_at: float | None = None
        self._owed = self._needed = 0.0
        self._ends = self._most_cpu = 0.0
        self.is_behind = False

    def begin(self, pieces: int) -> None:
        """Begin a step; `pieces` is the number of all pieces."""
        now = self._clock()
        seconds = 1.0 if self._began_at is None else min(now - self._began_at, MOST_S)
        self._began_at, self._needed = now, pieces / (self._days * DAY_S)
        self._owed = min(self._owed + seconds * self._needed, ARREARS_S * self._needed)
        self._ends, self._most_cpu = now + self._budget_s, self._cpu() + CPU_SHARE * max(seconds, 1.0)

    def is_owed(self) -> bool:
        """Return whether a piece is owed."""
        return self._owed >= 1.0

    def may_go_on(self) -> bool:
        """Return whether this step may go on."""
        return self._clock() < self._ends and self._cpu() < self._most_cpu

    def count(self, pieces: int = 1) -> None:
        """Note that so many pieces were proven."""
        self._owed = max(0.0, self._owed - pieces)

    def rest(self) -> None:
        """Note that there is nothing to prove now."""
        self._owed, self.is_behind = 0.0, False

    def end(self) -> None:
        """End a step, and log if the rate can no longer be kept, or can be kept again."""
        limit = ARREARS_S * self._needed
        is_behind = self._owed > 1.0 and self._owed >= (0.5 if self.is_behind else 0.99) * limit
        if is_behind and not self.is_behind:
            log.warning(
                "the scrub cannot prove all %s within LONGROAD_SCRUB_DAYS=%d, which takes %.2f a second here: run more"
                " sweeps, or allow more days",
                self._what,
                self._days,
                self._needed,
            )
        self.is_behind = is_behind
