"""Provides shares of the work that a test gives to a sweep."""

from workers.serving.shares import Shares


class GivenShares(Shares):
    """Represents what a sweep serves; a test says it, and may change it."""

    def __init__(self, shards: frozenset[int]) -> None:
        self.own = shards

    @property
    def served(self) -> frozenset[int]:
        """Return what the test said last."""
        return self.own
