"""Looks at the games of a page of news once for all projections of the sweep, by one query.

What was seen holds for this page only. A projection that needs any other game reads it by itself.
"""

from collections.abc import Mapping, Sequence

from eventstore.records import Glance, StoredEvent, Tip
from service.game.context import Context
from service.game.games import Game


class SeenGames:
    """Holds what was seen of games: of each the versions after one that somebody knew."""

    def __init__(self, ctx: Context) -> None:
        self._ctx = ctx
        self._known: Mapping[str, Tip] = {}
        self._glances: Mapping[str, Glance] = {}

    def look(self, known: Mapping[str, Tip]) -> None:
        """Look at games from these versions on, and forget all others; raises RedisError."""
        self.forget()
        if known:
            self._glances = self._ctx.store.glances({game: tip.version for game, tip in known.items()})
            self._known = known

    def forget(self) -> None:
        """Forget what was seen."""
        self._known, self._glances = {}, {}

    def events(self, game: str, since: Tip) -> Sequence[StoredEvent]:
        """Return the events after a version, of which the caller must verify that they follow; raises ChainBroken."""
        glance = self._glances.get(game)
        if glance is not None and glance.missed and self._known[game] == since:
            return glance.missed
        return self._ctx.store.read(game, since.version)

    def load(self, game: str, version: int) -> Game:
        """Return a game as it was seen, or at its newest version if it was not seen since `version`.

        Raises Problem as `Games.load`.
        """
        glance = self._glances.get(game)
        if glance is None or glance.tip.version < version:
            return self._ctx.games.follow(game)
        self._ctx.games.quarantine.check(game)
        self._ctx.games.learn(game, self._known[game], glance.missed)
        return self._ctx.games.load(game, newest=glance.tip)
