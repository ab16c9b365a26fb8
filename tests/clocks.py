"""Provides a clock that stands still until a test moves it."""


class Clock:
    """Represents a clock that a test moves; it tells `now`, in the unit in which it begins."""

    def __init__(self, now: float = 1_790_000_000.0) -> None:
        self.now = now

    def __call__(self) -> float:
        return self.now
