"""Keeps the games of an arena beside its job: their results, and the ids of hosted games in which bots play.

All of it may be lost with the job. The only tokens in it are those of bots without a webhook, for the client that
requested the arena and may read its job.
"""

from typing import Any, Final

import orjson
from redis import Redis

from service.queue.keys import arena_claims, arena_games, arena_tables

KEPT_S: Final = 24 * 3600

Entry = dict[str, Any]
"""The result of a game, or where it is hosted, as JSON."""


class ArenaBook:
    """Holds the games of one arena by number, for a day after the newest entry."""

    def __init__(self, redis: Redis, job_id: str) -> None:
        self.redis = redis
        self._games = arena_games(job_id)
        self._tables = arena_tables(job_id)
        self._claims = arena_claims(job_id)

    def note(self, number: int, game: Entry) -> None:
        """Keep the result of a game; a game that is played twice has the same result."""
        self._keep(self._games, number, game)

    def games(self) -> dict[int, Entry]:
        """Return all games that were played."""
        return self._load(self._games)

    def holds(self, number: int) -> bool:
        """Return whether a game was played."""
        return bool(self.redis.hexists(self._games, str(number)))

    def count(self) -> int:
        """Return how many games were played."""
        return int(self.redis.hlen(self._games))

    def claim(self, number: int) -> bool:
        """Begin a game; return False if another job has begun it. Its job may be killed before the end."""
        with self.redis.pipeline() as pipe:
            pipe.sadd(self._claims, number)
            pipe.expire(self._claims, KEPT_S)
            return bool(pipe.execute()[0])

    def open(self, number: int, table: Entry) -> None:
        """Keep where a game is hosted: its `game`, when it was `made`, its `seats` with their entrants and tokens."""
        self._keep(self._tables, number, table)

    def tables(self) -> dict[int, Entry]:
        """Return where games are hosted."""
        return self._load(self._tables)

    def document(self) -> list[dict[str, Any]]:
        """List the hosted games as the API shows them, by number."""
        tables = self.tables()
        played = self.games() if tables else {}
        return [
            {
                "number": number,
                "game": table["game"],
                "status": "finished" if number in played else "running",
                "seats": table["seats"],
            }
            for number, table in sorted(tables.items())
        ]

    def _keep(self, key: str, number: int, entry: Entry) -> None:
        with self.redis.pipeline() as pipe:
            pipe.hset(key, str(number), orjson.dumps(entry))
            pipe.expire(key, KEPT_S)
            pipe.execute()

    def _load(self, key: str) -> dict[int, Entry]:
        kept: Any = self.redis.hgetall(key)
        return {int(number): orjson.loads(entry) for number, entry in kept.items()}
