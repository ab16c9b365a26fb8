"""Says what all the callers of a run met: when something was accepted, how long answers took, which failed."""

import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from math import inf


@dataclass
class Met:
    """Times are seconds on the monotonic clock. Only appended to, by many threads."""

    accepted: list[float] = field(default_factory=list)
    answers: list[tuple[float, float]] = field(default_factory=list)
    failures: list[tuple[float, str]] = field(default_factory=list)
    unanswered: list[float] = field(default_factory=list)

    def accept(self) -> None:
        """A command was accepted just now."""
        self.accepted.append(time.monotonic())

    def answer(self, began: float, status: int, slug: str, *, is_timed: bool = True) -> None:
        """An answer came to a request that began at some time; `slug` is the problem's where it is one."""
        now = time.monotonic()
        if is_timed:
            self.answers.append((now, now - began))
        if status >= 500:
            self.failures.append((now, f"{status} {slug}"))

    def miss(self) -> None:
        """A request was not answered: refused, cut off, or given up."""
        self.unanswered.append(time.monotonic())

    def codes(self, spans: Sequence[tuple[float, float]] = ((0.0, inf),)) -> dict[str, int]:
        """Return how often each failure was answered within some spans of time."""
        inside = (code for begin, end in spans for at, code in self.failures if begin <= at <= end)
        return dict(sorted(Counter(inside).items()))

    def silence(self, begin: float, end: float) -> float:
        """Return the longest stretch without an accepted command between two times, in seconds."""
        inside = [at for at in self.accepted if begin <= at <= end]
        moments = [begin, *sorted(inside), end]
        return max(later - earlier for earlier, later in pairwise(moments))

    def slowest(self, begin: float, end: float) -> float:
        """Return the longest that an answer between two times took, in seconds."""
        return max((seconds for at, seconds in self.answers if begin <= at <= end), default=0.0)
