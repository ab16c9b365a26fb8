"""Renders the newest views and legal actions of games, each body once.

One query returns the newest version, what the caller's token opens, and the names at the table. A body is kept under
everything that it depends on (game, version, chain, callers who see the same, names, language) until the next version.
Views that are not *settled* and those of delayed spectators also depend on time, and are made again each time.
"""

import gzip
from collections import OrderedDict
from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass, field
from threading import Lock
from typing import Any, Final

import orjson

from eventstore.records import Tip
from service.clients import fact_names
from service.clients.authentication import Caller, recognize
from service.clients.names import cache_key
from service.clients.tokens import hash_of
from service.game.context import Context
from service.game.games import Game
from service.problems import Problem
from service.views.game_view import is_settled, view_document
from service.views.legal_actions import actions_document
from service.views.spectator_delay import visible
from service.views.view_tags import sight_of

MOST_BYTES: Final = 16 * 1024 * 1024
"""Limits the bytes of all kept bodies, plain and compressed."""
MOST_GAMES: Final = 512
"""Limits how many games are kept."""


class Body:
    """Represents the JSON of an answer, which many answers share, and the same compressed."""

    __slots__ = ("_packed", "json")

    def __init__(self, document: dict[str, Any]) -> None:
        self.json = orjson.dumps(document)
        self._packed = b""

    def compress(self) -> bytes:
        """Return the compressed body, computed once."""
        if not self._packed:
            self._packed = pack(self.json)
        return self._packed

    @property
    def size(self) -> int:
        """Return the bytes of both forms; the compressed one is estimated until it exists."""
        return 2 * len(self.json)


def pack(body: bytes) -> bytes:
    """Compress a body, always to the same bytes."""
    return gzip.compress(body, 1, mtime=0)


@dataclass(slots=True)
class _Standing:
    """Holds a game at its newest version, which callers only read, with the bodies made of it."""

    game: Game
    is_settled: bool
    bodies: dict[Hashable, Body] = field(default_factory=dict)
    size: int = 0


@dataclass(frozen=True, slots=True)
class Sight:
    """Holds what a caller sees of a game: the game, which must only be read, and the names at its table."""

    game: Game
    caller: Caller
    names: Mapping[int, str]
    is_settled: bool
    standing: _Standing | None
    """Keeps bodies; None if the caller does not see the newest version."""


class Newest:
    """Caches the games that were read last, with their bodies; shared by the threads and greenlets of a process."""

    def __init__(self, ctx: Context, most_bytes: int = MOST_BYTES) -> None:
        self._ctx = ctx
        self._most_bytes = most_bytes
        self._standings: OrderedDict[str, _Standing] = OrderedDict()
        self._lock = Lock()
        self.size = 0
        """Counts the bytes of all kept bodies."""

    def look(self, game_id: str, token: str | None) -> Sight:
        """Return what the caller with a token sees; raises Problem. Usually takes one query."""
        credential = "" if token is None else hash_of(token)
        glance = self._ctx.games.glance(game_id, fact_names.token(credential))
        standing = self._standing(game_id, glance.tip)
        newest = standing.game
        caller = recognize(self._ctx, newest, token, glance.fact)
        game = visible(self._ctx, caller, newest)
        is_newest = game is newest
        settled = standing.is_settled if is_newest else is_settled(game)
        return Sight(game, caller, glance.names, settled, standing if is_newest else None)

    def view(self, sight: Sight) -> Body:
        """Return the body of `GET games/{id}`."""

        def make() -> dict[str, Any]:
            return view_document(self._ctx, sight.game, sight.caller, is_newest=True, names=sight.names)

        if not sight.is_settled:
            return Body(make())
        return self._reuse(sight, ("view", sight_of(sight.caller), cache_key(self._ctx, sight.names)), make)

    def legal_actions(self, sight: Sight, language: str) -> Body:
        """Return the body of `GET games/{id}/legal-actions`."""
        seat = sight.caller.seat
        return self._reuse(sight, ("legal", seat, language), lambda: actions_document(sight.game, seat, language))

    def _reuse(self, sight: Sight, key: Hashable, make: Callable[[], dict[str, Any]]) -> Body:
        standing = sight.standing
        found = standing.bodies.get(key) if standing else None
        if found is not None:
            return found
        made = Body(make())
        if standing is not None:
            self._keep(sight.game.id, standing, key, made)
        return made

    def _keep(self, game_id: str, standing: _Standing, key: Hashable, made: Body) -> None:
        with self._lock:
            if self._standings.get(game_id) is not standing or key in standing.bodies:
                return
            standing.bodies[key] = made
            standing.size += made.size
            self.size += made.size
            self._shrink()

    def _shrink(self) -> None:
        """Forget the games that were read least recently, until the rest is small enough; the lock must be held."""
        while self.size > self._most_bytes or len(self._standings) > MOST_GAMES:
            self.size -= self._standings.popitem(last=False)[1].size

    def _standing(self, game_id: str, tip: Tip) -> _Standing:
        """Return a game at a version that was the newest a moment ago; from the cache if its chain is the same."""
        self._ctx.games.quarantine.check(game_id)
        known = self._standings.get(game_id)
        if known is not None and known.game.tip == tip:
            with self._lock:
                if game_id in self._standings:
                    self._standings.move_to_end(game_id)
            return known
        try:
            game = self._ctx.games.recall(game_id)
            if game is None or game.tip != tip:
                game = self._ctx.games.load(game_id, newest=tip)
        except Problem:
            self._put(game_id, None)
            raise
        standing = _Standing(game, is_settled(game))
        self._put(game_id, standing)
        return standing

    def _put(self, game_id: str, standing: _Standing | None) -> None:
        """Replace the cached game and its bodies; None removes them."""
        with self._lock:
            before = self._standings.pop(game_id, None)
            self.size -= before.size if before else 0
            if standing is not None:
                self._standings[game_id] = standing
                self._shrink()
