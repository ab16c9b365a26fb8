"""Shares worker time fairly: clients that used much of it recently are served when no others wait.

A game counts for the client that made it (`ownership.share_of_game`). All of this may be lost; then all are equal for a
while.
"""

import time
from collections.abc import Callable
from typing import Any, Final

from redis import Redis
from rq.exceptions import NoSuchJobError
from rq.job import Job, JobStatus
from rq.serializers import JSONSerializer

from service.problems import Problem
from service.queue.keys import waiting_jobs, worker_time

WINDOW_S: Final = 10
SHARE_S: Final = 2.0
"""Sets how much processor time, in seconds over two windows, a client's AI work gets with priority."""
MOST_JOBS: Final = 8
"""Limits how many jobs of one client may be waiting or running at a time."""
KEPT_S: Final = 600
RETRY_S: Final = 2
_WAITING: Final = (JobStatus.QUEUED, JobStatus.STARTED, JobStatus.SCHEDULED, JobStatus.DEFERRED)


class WorkerShares:
    """Counts, by client, the processor seconds that agents used and the jobs that wait."""

    def __init__(self, redis: Redis, clock: Callable[[], float] = time.time) -> None:
        """Take wall-clock time in seconds from `clock`."""
        self.redis = redis
        self.clock = clock

    def charge(self, client: str, seconds: float) -> None:
        """Record processor seconds that a worker used for a client's game."""
        key = worker_time(client, self._window())
        with self.redis.pipeline(transaction=False) as pipe:
            pipe.incrbyfloat(key, seconds)
            pipe.expire(key, KEPT_S)
            pipe.execute()

    def is_over(self, client: str) -> bool:
        """Return whether a client has recently used more than its share."""
        window = self._window()
        spent = self.redis.mget(worker_time(client, window), worker_time(client, window - 1))
        return sum(float(part) for part in spent if part) > SHARE_S

    def check_room(self, client: str) -> None:
        """Raise Problem (429) if a client has reached its limit of waiting jobs."""
        key = waiting_jobs(client)
        if self.redis.zcard(key) < MOST_JOBS:
            return
        noted: Any = self.redis.zrange(key, 0, -1)
        for job_id in noted:
            if not self._is_waiting(job_id.decode()):
                self.redis.zrem(key, job_id)
        if self.redis.zcard(key) >= MOST_JOBS:
            raise Problem("too_many_requests", retry_after=RETRY_S)

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
