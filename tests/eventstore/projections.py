"""Provides a small projection for the tests of feeds."""

from eventstore.feed import Projection


class Heads(Projection):
    """Represents the newest version of every game; it can fail once."""

    name = "heads"

    def __init__(self) -> None:
        self.heads: dict[str, int] = {}
        self.applied = 0
        self.fails_at = 0

    def apply(self, game: str, version: int) -> None:
        self.applied += 1
        if self.applied == self.fails_at:
            raise ConnectionError("the projection's own store is away")
        self.heads[game] = version

    def forget(self, game: str) -> None:
        self.heads.pop(game, None)
