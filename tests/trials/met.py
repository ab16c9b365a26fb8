"""Keeps what all callers of a run met: when a command was accepted, how long answers took, and which failed."""

import time
from collections import Counter
from collections.abc import Container, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from math import inf


@dataclass
class Met:
    """Holds times in seconds on the monotonic clock; many threads append to it and nothing is removed."""

    accepted: list[float] = field(default_factory=list)
    accepted_in: list[tuple[float, str]] = field(default_factory=list)
    answers: list[tuple[float, float]] = field(default_factory=list)
    failures: list[tuple[float, str]] = field(default_factory=list)
    unanswered: list[float] = field(default_factory=list)

    def accept(self, game: str) -> None:
        """Note that a command of a game was accepted just now."""
        now = time.monotonic()
        self.accepted.append(now)
        self.accepted_in.append((now, game))

    def answer(self, began: float, status: int, slug: str, *, is_timed: bool = True) -> None:
        """Note an answer to a request that began at that time; `slug` names the problem, if the answer is one."""
        now = time.monotonic()
        if is_timed:
            self.answers.append((now, now - began))
        if status >= 500:
            self.failures.append((now, f"{status} {slug}"))

    def miss(self) -> None:
        """Note a request that got no answer: it was refused, cut off or given up."""
        self.unanswered.append(time.monotonic())

    def codes(self, spans: Sequence[tuple[float, float]] = ((0.0, inf),)) -> dict[str, int]:
        """Return how often each failure was answered within the given spans of time."""
        inside = (code for begin, end in spans for at, code in self.failures if begin <= at <= end)
        return dict(sorted(Counter(inside).items()))

    def silence(self, begin: float, end: float, games: Container[str] | None = None) -> float:
        """Return the longest stretch without an accepted command (of some games) between two times, in seconds."""
        times = self.accepted if games is None else [at for at, game in list(self.accepted_in) if game in games]
        inside = [at for at in times if begin <= at <= end]
        moments = [begin, *sorted(inside), end]
        return max(later - earlier for earlier, later in pairwise(moments))

    def slowest(self, begin: float, end: float) -> float:
        """Return the longest time in seconds that an answer between two times took."""
        return max((seconds for at, seconds in self.answers if begin <= at <= end), default=0.0)
