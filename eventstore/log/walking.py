"""Walks along a game's log to prove it from its root on, in steps."""

from eventstore.interfaces import Log
from eventstore.log.chain import ROOT, ChainBroken, verify_chain

PAGE = 500


class Walk:
    """Tracks how far a log was proven: up to `version`, whose chain hash is `chain`."""

    def __init__(self, store: Log, game: str) -> None:
        self._store = store
        self.game = game
        self.version = 0
        self.chain = ROOT

    def step(self, upto: int | None = None, events: int = PAGE) -> int:
        """Prove the next versions, about `events` events; return how many there were, 0 at the log's end.

        Raises ChainBroken at the first version that does not follow.
        """
        page = self._store.read(self.game, self.version, upto, events)
        if page:
            self.chain = verify_chain(page, self.version, self.chain)
            self.version = page[-1].version
        return len(page)


def prove(store: Log, game: str, upto: int | None = None) -> None:
    """Prove a log up to a version, by default to its end; raises ChainBroken if it is broken or ends before."""
    walk = Walk(store, game)
    while walk.step(upto):
        continue
    if upto is not None and walk.version < upto:
        raise ChainBroken(walk.version + 1, "the version is missing")
