"""Provides shares of the work that a test gives to a sweep."""

from workers.serving.shares import Shares


class GivenShares(Shares):
    """Holds the shards that a sweep serves, which a test sets and may change."""

    def __init__(self, shards: frozenset[int]) -> None:
        self.own = shards

    @property
    def served(self) -> frozenset[int]:
        """Return the shards that the test has set."""
        return self.own
