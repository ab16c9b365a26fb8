"""Shares worker time fairly: clients that used much of it recently are served only when no others wait.

A game counts for the client that made it (`ownership.share_of_game`). Tables at which somebody waits for an agent are
served before games in which only agents act, of the same client and of others; only the time that such tables used
counts against them. All of this may be lost; then all are equal for a while.
"""

import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any, Final

from redis import Redis
from redis.exceptions import RedisError
from rq.exceptions import NoSuchJobError
from rq.job import Job, JobStatus
from rq.serializers import JSONSerializer

from service.problems import Problem
from service.queue.ai_jobs import AI_QUEUE, AWAITED_S, CONTINUED_QUEUE, LAST_QUEUE, OVER_QUEUE
from service.queue.keys import AI_ASIDE, games_aside, waiting_jobs, watched_tables, watched_time, worker_time

WINDOW_S: Final = 10
SHARE_S: Final = 2.0
"""Sets how much processor time, in seconds over two windows, a client's AI work gets with priority."""
KEYS_SHARES: Final = 4
"""Sets how many shares all keys of visitors at one address have together."""
MOST_AWAITED: Final = 8
"""Limits how many tables of a client count as ones at which somebody waits: those with the latest acts."""
RECALLED: Final = 8
"""Limits how many games of a client whose share has recovered are queued again at a time."""
MOST_JOBS: Final = 8
"""Limits how many jobs of one client may be waiting or running at a time."""
LONG: Final = "-long"
"""The suffix of a client's name under which its long jobs are counted separately."""
KEPT_S: Final = 600
RETRY_S: Final = 2
_WAITING: Final = (JobStatus.QUEUED, JobStatus.STARTED, JobStatus.SCHEDULED, JobStatus.DEFERRED)


class WorkerShares:
    """Counts, by client, the processor seconds that agents used and the jobs that wait."""

    def __init__(self, redis: Redis, clock: Callable[[], float] = time.time) -> None:
        """Take wall-clock time in seconds from `clock`."""
        self.redis = redis
        self.clock = clock

    def charge(self, client: str, seconds: float, *, is_awaited: bool = False) -> None:
        """Record processor seconds that a worker used for a client's game, at a table at which somebody waited or not.

        What the key of a visitor uses counts to that key, and to all such keys of its address.
        """
        window = self._window()
        names = (worker_time, watched_time) if is_awaited else (worker_time,)
        with self.redis.pipeline(transaction=False) as pipe:
            for key in (name(share, window) for name in names for share in _shares(client)):
                pipe.incrbyfloat(key, seconds)
                pipe.expire(key, KEPT_S)
            pipe.execute()

    def used_s(self, clients: Sequence[str]) -> dict[str, float]:
        """Return the seconds that each client has used lately (KEPT_S), with the keys of visitors at its address."""
        windows = range(self._window() + 1 - KEPT_S // WINDOW_S, self._window() + 1)
        names = [worker_time(share, at) for client in clients for share in (client, f"{client}/") for at in windows]
        found: Any = self.redis.mget(names) if names else []
        each = 2 * len(windows)
        return {
            client: sum((float(part) for part in found[n * each : (n + 1) * each] if part), 0.0)
            for n, client in enumerate(clients)
        }

    def is_over(self, client: str, *, is_awaited: bool = False) -> bool:
        """Return whether a client has recently used more than its share, in total or where somebody waited."""
        window, name = self._window(), watched_time if is_awaited else worker_time
        shares = _shares(client)
        spent: Any = self.redis.mget([name(share, at) for share in shares for at in (window, window - 1)])
        sums = [sum(float(part) for part in spent[n : n + 2] if part) for n in range(0, len(spent), 2)]
        return any(used > most for used, most in zip(sums, shares.values(), strict=True))

    def is_awaited(self, client: str, game: str, acted: float | None) -> bool:
        """Return whether somebody waits at a table where a person or bot acted last at a time (s).

        It must be one of the client's few tables where that was most recently.
        """
        if acted is None or acted < self.clock() - AWAITED_S:
            return False
        key = watched_tables(client)
        with self.redis.pipeline(transaction=False) as pipe:
            pipe.zadd(key, {game: acted})
            pipe.zremrangebyrank(key, 0, -MOST_AWAITED - 1)
            pipe.expire(key, KEPT_S)
            pipe.zscore(key, game)
            *_, score = pipe.execute()
        return score is not None

    def queue_for(self, client: str, *, is_awaited: bool) -> str:
        """Return the queue in which a game of a client waits."""
        if self.is_over(client, is_awaited=is_awaited):
            return OVER_QUEUE if is_awaited else LAST_QUEUE
        return AI_QUEUE if is_awaited else CONTINUED_QUEUE

    def set_aside(self, client: str, game: str) -> None:
        """Record that a game gave way because its client's share was used up."""
        key = games_aside(client)
        with self.redis.pipeline(transaction=False) as pipe:
            pipe.sadd(AI_ASIDE, client)
            pipe.zadd(key, {game: self.clock()})
            pipe.expire(key, KEPT_S)
            pipe.execute()

    def list_recovered(self) -> list[str]:
        """List the games that gave way longest ago, of clients whose share has recovered; each is handed out once."""
        clients: Any = self.redis.smembers(AI_ASIDE)
        return [game for client in clients if not self.is_over(client.decode()) for game in self._take(client.decode())]

    def _take(self, client: str) -> list[str]:
        games: Any = self.redis.zpopmin(games_aside(client), RECALLED)
        if not games:
            self.redis.srem(AI_ASIDE, client)
        return [game.decode() for game, _ in games]

    def count_noted(self, client: str) -> int:
        """Count the jobs noted for a client; some of them may have ended."""
        return int(self.redis.zcard(waiting_jobs(client)))

    def waiting(self, client: str) -> int:
        """Count the jobs of a client that wait or run, short and long ones."""
        return self.count_waiting(client) + self.count_waiting(client + LONG)

    def count_waiting(self, client: str) -> int:
        """Count the jobs that were noted for a client, and forget those that have ended."""
        key = waiting_jobs(client)
        noted: Any = self.redis.zrange(key, 0, -1)
        for job_id in noted:
            if not self._is_waiting(job_id.decode()):
                self.redis.zrem(key, job_id)
        return int(self.redis.zcard(key)) if noted else 0

    def note_job(self, client: str, job_id: str) -> None:
        """Count a job of a client until it has ended."""
        key = waiting_jobs(client)
        with self.redis.pipeline(transaction=False) as pipe:
            pipe.zadd(key, {job_id: self.clock()})
            pipe.expire(key, KEPT_S)
            pipe.execute()

    def _window(self) -> int:
        return int(self.clock() // WINDOW_S)

    def _is_waiting(self, job_id: str) -> bool:
        try:
            job = Job.fetch(job_id, connection=self.redis, serializer=JSONSerializer)
        except NoSuchJobError:
            return False
        return job.get_status(refresh=False) in _WAITING


def check_room(shares: Sequence[WorkerShares], client: str) -> None:
    """Raise Problem (429) if a client has reached its limit of waiting jobs, in all stores that answer together."""
    if all(
        _sum(count, shares, client) >= MOST_JOBS for count in (WorkerShares.count_noted, WorkerShares.count_waiting)
    ):
        raise Problem("too_many_requests", retry_after=RETRY_S)


def _sum(count: Callable[[WorkerShares, str], int], shares: Sequence[WorkerShares], client: str) -> int:
    if len(shares) == 1:
        return count(shares[0], client)
    found = 0
    for one in shares:
        with suppress(RedisError):
            found += count(one, client)
    return found


def _shares(client: str) -> dict[str, float]:
    """Return the accounts to which a client counts, with the seconds that each may use.

    `address/key` stands for a key that a visitor at an address made.
    """
    address, _, key = client.partition("/")
    return {client: SHARE_S} | ({f"{address}/": KEYS_SHARES * SHARE_S} if key else {})
