"""Restarts jobs within seconds after their workers were killed, because clients wait for them.

A worker may also die with a job that it has taken from its queue and not begun. These jobs may run twice. AI jobs are
not among them: the log says what an AI seat owes.
"""

import time
from collections.abc import Iterator
from typing import Any, Final

from redis import Redis
from rq import Queue
from rq.exceptions import NoSuchJobError
from rq.executions import Execution
from rq.intermediate_queue import IntermediateQueue
from rq.job import Job, JobStatus
from rq.serializers import JSONSerializer
from rq.utils import as_text

from service.queue.jobs import JOBS_QUEUE, LONG_LAST_QUEUE, LONG_QUEUE
from service.queue.keys import OPEN_JOBS
from workers.serving.pool import is_alive

QUEUES: Final = (JOBS_QUEUE, LONG_QUEUE, LONG_LAST_QUEUE)
MISSED_S: Final = 5.0
"""Seconds without a heartbeat after which a worker counts as lost: right after an outage of the store none has one."""
OPEN_AT_ONCE: Final = 200
"""How many open jobs are looked at each time; the others follow."""
MOST_BEGINNINGS: Final = 3
"""The most starts of a job: one that was lost this often has probably killed its workers."""
BEGINNINGS: Final = "beginnings"


class LostJobs:
    """Watches the running jobs of one RQ store, and remembers for each how long its worker has sent no heartbeat."""

    def __init__(self, redis: Redis) -> None:
        self._redis = redis
        self._queues = [Queue(name, connection=redis, serializer=JSONSerializer) for name in QUEUES]
        self._missed: dict[str, float] = {}
        self._astray: dict[str, float] = {}
        self._place = 0

    def begin_again(self) -> int:
        """Put lost jobs at the front of their queues, or fail those that were lost too often; return their number.

        Raises RedisError if the store does not answer.
        """
        missed = {run.composite_key: (queue, run) for queue, run in self._executions() if not self._is_at_work(run)}
        now = time.monotonic()
        self._missed = {key: self._missed.get(key, now) for key in missed}
        lost = [missed[key] for key, since in self._missed.items() if now - since >= MISSED_S]
        return sum(self._take_up(queue, run) for queue, run in lost) + self._queue_again()

    def _queue_again(self) -> int:
        """Put jobs at the front of their queues that no queue and no worker has; return their number."""
        seen: Any = self._redis.zrangebyscore(OPEN_JOBS, 0, time.time() - MISSED_S, start=self._place, num=OPEN_AT_ONCE)
        self._place = self._place + OPEN_AT_ONCE if len(seen) == OPEN_AT_ONCE else 0
        names = [as_text(name) for name in seen]
        jobs = Job.fetch_many(names, connection=self._redis, serializer=JSONSerializer) if names else []
        ended = [name for name, job in zip(names, jobs, strict=True) if job is None or _has_ended(job)]
        if ended:
            self._redis.zrem(OPEN_JOBS, *ended)
            self._place = 0
        astray = {job.id: job for job in jobs if job is not None and self._is_astray(job)}
        now = time.monotonic()
        known = {name: since for name, since in self._astray.items() if name not in names}
        self._astray = known | {name: self._astray.get(name, now) for name in astray}
        lost = [name for name in astray if now - self._astray[name] >= MISSED_S]
        for name in lost:
            del self._astray[name]
            self._enqueue(astray[name])
        return len(lost)

    def _is_astray(self, job: Job) -> bool:
        if job.get_status(refresh=False) != JobStatus.QUEUED:
            return False
        with self._redis.pipeline() as pipe:
            for queue in self._queues:
                pipe.lpos(queue.key, job.id)
            found = pipe.execute()
        return all(place is None for place in found)

    def _enqueue(self, job: Job) -> None:
        queue = next(queue for queue in self._queues if queue.name == job.origin)
        with self._redis.pipeline() as pipe:
            pipe.lrem(IntermediateQueue.get_intermediate_queue_key(queue.key), 0, job.id)
            queue._enqueue_job(job, pipeline=pipe, at_front=True)
            pipe.execute()

    def _executions(self) -> Iterator[tuple[Queue, Execution]]:
        for queue in self._queues:
            keys: Any = self._redis.zrange(queue.started_job_registry.key, 0, -1)
            for key in keys:
                yield queue, Execution.from_composite_key(as_text(key), self._redis)

    def _is_at_work(self, run: Execution) -> bool:
        try:
            run.refresh()
        except ValueError:
            return False  # RQ has forgotten the execution
        return is_alive(self._redis, run.worker_name)

    def _take_up(self, queue: Queue, run: Execution) -> bool:
        registry = queue.started_job_registry
        try:
            job = Job.fetch(run.job_id, connection=run.connection, serializer=JSONSerializer)
        except NoSuchJobError:
            self._redis.zrem(registry.key, run.composite_key)
            return False  # the job has expired, and no client can read it
        if not may_begin_again(job):
            self._redis.zadd(registry.key, {run.composite_key: 0}, xx=True)
            registry.cleanup()  # fails what has expired
            return True
        with self._redis.pipeline() as pipe:
            run.delete(job, pipe)
            queue._enqueue_job(job, pipeline=pipe, at_front=True)
            pipe.execute()
        return True


def _has_ended(job: Job) -> bool:
    return job.get_status(refresh=False) in (
        JobStatus.FINISHED,
        JobStatus.FAILED,
        JobStatus.STOPPED,
        JobStatus.CANCELED,
    )


def may_begin_again(job: Job) -> bool:
    """Return whether a job whose process was lost may begin again, and count its beginnings in the job."""
    beginnings = job.meta.get(BEGINNINGS, 1)
    if beginnings < MOST_BEGINNINGS:
        job.meta[BEGINNINGS] = beginnings + 1
    return bool(beginnings < MOST_BEGINNINGS)
