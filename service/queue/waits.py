"""Says how long somebody has waited for a job that no worker has begun: the signal by which to add workers.

A person or bot is behind the jobs of tables at which somebody waits, and behind all that clients request, apart from
jobs that go back in line again and again for their own sake (arenas, removals). The queues are shared by all hosts, so
each of them finds the same.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final

import orjson
from redis import Redis
from rq.job import Job
from rq.utils import utcparse

from service.queue import keys
from service.queue.ai_jobs import AI_QUEUE, OVER_QUEUE, SINCE
from service.queue.jobs import JOBS_QUEUE, LONG_LAST_QUEUE, LONG_QUEUE

AWAITED: Final[Mapping[str, Sequence[str]]] = {
    "ai": (AI_QUEUE, OVER_QUEUE),
    "jobs": (JOBS_QUEUE,),
    "long": (LONG_QUEUE, LONG_LAST_QUEUE),
}
"""Lists for each role of workers the queues with jobs for which somebody waits."""
FOR_THEMSELVES: Final = (b"arena-", b"removal-")
"""Begin the ids of jobs for which nobody waits."""
MOST_SEEN: Final = 1_000
"""Limits the jobs of a queue that are looked at for some with somebody behind them."""
FIRST: Final = 16
"""Sets how many of these are compared, since a job that was put back at the front may be younger than others."""


def longest_waits(redis: Redis, now: float) -> dict[str, float]:
    """Return for each role how long (s) its oldest awaited job has waited at a time (s); 0.0 while there is none."""
    queues = [queue for of_role in AWAITED.values() for queue in of_role]
    with redis.pipeline(transaction=False) as pipe:
        for queue in queues:
            pipe.lrange(keys.queue(queue), 0, MOST_SEEN - 1)
        found = dict(zip(queues, map(_awaited, pipe.execute()), strict=True))
    jobs = [(role, job) for role, of_role in AWAITED.items() for queue in of_role for job in found[queue]]
    waits = dict.fromkeys(AWAITED, 0.0)
    if jobs:
        with redis.pipeline(transaction=False) as pipe:
            for _, job in jobs:
                pipe.hmget(Job.key_for(job.decode()), "enqueued_at", "meta")
            answers = pipe.execute()
        for (role, _), (queued, meta) in zip(jobs, answers, strict=True):
            waits[role] = max(waits[role], now - _since(queued, meta) if queued else 0.0)
    return waits


def _awaited(ids: Sequence[bytes]) -> list[bytes]:
    """Return the first ids of jobs for which somebody waits."""
    return [job for job in ids if not job.startswith(FOR_THEMSELVES)][:FIRST]


def _since(queued: bytes, meta: bytes | None) -> float:
    """Return from when on (s) somebody has waited for a job: the time of its data, else when it came into line."""
    known: Any = orjson.loads(meta).get(SINCE) if meta else None
    return float(known) if known else utcparse(queued.decode()).timestamp()
