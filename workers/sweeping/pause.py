"""Limits how often work of the sweep is repeated."""


class Pause:
    """Represents the time until a piece of work is done again, in ms since the epoch; it is over at first."""

    def __init__(self) -> None:
        self._ends_ms = 0

    def is_over(self, now_ms: int) -> bool:
        """Return whether the work may be done now."""
        return now_ms >= self._ends_ms

    def begin(self, now_ms: int, length_ms: int) -> None:
        """Block the work for `length_ms` from now."""
        self._ends_ms = now_ms + length_ms
