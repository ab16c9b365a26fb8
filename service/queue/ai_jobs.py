"""Tracks which games have a live AI job. All of this may be lost: only the log says what an AI seat must do.

A game is *held* by the job that plays it, under a lease; otherwise it may be *queued*, or *deferred* to a later time.
`woken` is the newest version for which a job was requested.
"""

import time
from collections.abc import Callable
from typing import Any, Final

from redis import Redis
from redis.lock import Lock
from rq import Queue
from rq.serializers import JSONSerializer

from service.queue.keys import AI_DEFERRED, ai_job
from service.queue.traces import Traces
from service.tracing import spans

AI_QUEUE: Final = "ai"
CONTINUED_QUEUE: Final = "ai-continued"  # games that have used up a time slice: served when `ai` is empty
LAST_QUEUE: Final = "ai-last"  # games of clients over their fair share: served when both others are empty
PLAY_AI: Final = "workers.jobs.play_ai"
LEASE_S: Final = 10
JOB_LIMIT_S: Final = 60
SILENCE_S: Final = 60
WAY_MS: Final = 200
KEPT_S: Final = 24 * 3600
TRACE: Final = "traceparent"
"""Names the member of a job's metadata with the span whose child the job's first run is."""
LINK: Final = "tracelink"
"""Names the member with a span to which the job's span is only linked, since the job was lost or goes on."""

_WAKE: Final = """
redis.call('SET', KEYS[1], ARGV[2], 'EX', ARGV[3])
if redis.call('EXISTS', KEYS[2], KEYS[3]) > 0 then return false end
local attempt = redis.call('INCR', KEYS[4])
redis.call('EXPIRE', KEYS[4], ARGV[3])
local id = 'ai-' .. ARGV[1] .. '-' .. ARGV[2] .. '-' .. attempt
redis.call('SET', KEYS[3], id, 'EX', ARGV[3])
return id
"""
"""Records the version; returns false if a job is live, else marks the game as queued and returns the new job's id."""


class AiJobs:
    """Keeps at most one job of a game queued and one playing; a wake-up in between is never lost."""

    def __init__(self, redis: Redis, clock: Callable[[], float] = time.time) -> None:
        """Take wall-clock time in seconds from `clock`."""
        self.redis = redis
        self.clock = clock
        self.queue = Queue(AI_QUEUE, connection=redis, serializer=JSONSerializer)
        self.continued = Queue(CONTINUED_QUEUE, connection=redis, serializer=JSONSerializer)
        self.last = Queue(LAST_QUEUE, connection=redis, serializer=JSONSerializer)
        self._waking = redis.register_script(_WAKE)
        self.traces = Traces(redis)

    def wake(self, game: str, version: int, *, is_continued: bool = False) -> None:
        """Request that the AI seats of a game look at `version`; cheap if a job is live.

        A job that continues after its time slice waits behind games that were woken by a command.
        """
        if is_continued:
            self._wake(self.continued, game, version, _linked(spans.carried()))
        else:
            self._wake(self.queue, game, version)

    def give_way(self, game: str, version: int) -> None:
        """Move a game whose job has just begun behind those of all other clients."""
        self.redis.delete(ai_job(game, "queued"))
        self._wake(self.last, game, version)

    def _wake(self, queue: Queue, game: str, version: int, meta: dict[str, str] | None = None) -> None:
        keys = [ai_job(game, name) for name in ("woken", "held", "queued", "attempts")]
        job_id: bytes | None = self._waking(keys, [game, version, KEPT_S])
        if job_id:
            self._enqueue(queue, game, version, job_id.decode(), meta or self._trace(game, version))

    def _trace(self, game: str, version: int) -> dict[str, str]:
        """Return the span for a job's metadata: the one that wakes, or a link to that which appended the version."""
        carried = spans.carried()
        return traced(carried) if carried else _linked(self.traces.find({game: version})[0])

    def _enqueue(self, queue: Queue, game: str, version: int, job_id: str, meta: dict[str, str]) -> None:
        with self.redis.pipeline() as pipe:  # otherwise RQ makes two round trips
            queue.enqueue_call(
                PLAY_AI,
                [game, version],
                job_id=job_id,
                timeout=JOB_LIMIT_S,
                result_ttl=0,
                failure_ttl=3600,
                meta=meta,
                pipeline=pipe,
            )
            pipe.execute()

    def hold(self, game: str) -> Lock | None:
        """Acquire the lease to play a game, to be renewed (`reacquire`) every few seconds; None if it is taken."""
        lock = self.redis.lock(ai_job(game, "held"), timeout=LEASE_S, thread_local=False)
        if not lock.acquire(blocking=False):
            return None
        with self.redis.pipeline(transaction=False) as pipe:
            pipe.delete(ai_job(game, "queued"))
            pipe.zrem(AI_DEFERRED, game)
            pipe.execute()
        return lock

    def ask_for_way(self, game: str) -> None:
        """Request that the job that plays a game pause, because a client loses every race against it."""
        self.redis.set(ai_job(game, "way"), b"", px=WAY_MS)

    def pause(self, game: str) -> float:
        """Return the seconds that the job of a game should pause; 0 if no pause was requested."""
        left: Any = self.redis.pttl(ai_job(game, "way"))
        return max(0, left) / 1000

    def silences(self, game: str) -> int:
        """Count the offers in a row that people have recently left unanswered."""
        return int(self.redis.get(ai_job(game, "silences")) or 0)

    def note_silence(self, game: str) -> None:
        """Record that people left an offer unanswered; the count expires after a minute without another."""
        with self.redis.pipeline(transaction=False) as pipe:
            pipe.incr(ai_job(game, "silences"))
            pipe.expire(ai_job(game, "silences"), SILENCE_S)
            pipe.execute()

    def defer(self, game: str, seconds: float) -> None:
        """Schedule a job to look at the game again after some seconds."""
        self.redis.zadd(AI_DEFERRED, {game: self.clock() + seconds})

    def fall_due(self) -> list[str]:
        """List the games whose deferral has passed; each is handed out once."""
        members: Any = self.redis.zrangebyscore(AI_DEFERRED, 0, self.clock())
        return [member.decode() for member in members if self.redis.zrem(AI_DEFERRED, member)]

    def failed(self, game: str) -> float:
        """Count a failure and return the back-off before the next attempt in seconds, doubling up to a minute."""
        key = ai_job(game, "failures")
        with self.redis.pipeline(transaction=False) as pipe:
            pipe.incr(key)
            pipe.expire(key, 600)
            failures, _ = pipe.execute()
        return float(min(60, 2 ** min(failures - 1, 6)))

    def recovered(self, game: str) -> int:
        """Reset the failure count of a game whose job went well and gave up its lease.

        Return the newest version for which a job was requested; 0 if none is remembered.
        """
        with self.redis.pipeline(transaction=False) as pipe:
            pipe.delete(ai_job(game, "failures"))
            pipe.get(ai_job(game, "woken"))
            _, woken = pipe.execute()
        return int(woken or 0)

    def state(self, game: str) -> str:
        """Return `thinking` while a job plays the game, `queued` while one is to come, else `late`."""
        held, job_id, deferred = self._marks(game)
        if held:
            return "thinking"
        return "queued" if job_id is not None or deferred is not None else "late"

    def revive(self, game: str, version: int) -> bool:
        """Queue a job unless one is live; return whether there was none (a worker died, or the queue was lost)."""
        if self._is_live(game):
            return False
        self.redis.delete(ai_job(game, "queued"))
        self.wake(game, version)
        return True

    def _is_live(self, game: str) -> bool:
        held, job_id, deferred = self._marks(game)
        return held or deferred is not None or (job_id is not None and self._is_queued(job_id.decode()))

    def _marks(self, game: str) -> tuple[bool, bytes | None, float | None]:
        with self.redis.pipeline(transaction=False) as pipe:
            pipe.exists(ai_job(game, "held"))
            pipe.get(ai_job(game, "queued"))
            pipe.zscore(AI_DEFERRED, game)
            held, job_id, deferred = pipe.execute()
        return bool(held), job_id, deferred

    def _is_queued(self, job_id: str) -> bool:
        """Return whether the job is still in a queue's list.

        A worker that was killed between taking a job and starting it has lost it, while RQ still calls it queued.
        """
        return any(self.redis.lpos(queue.key, job_id) is not None for queue in (self.queue, self.continued, self.last))


def traced(carried: str | None) -> dict[str, str]:
    """Return the span that queued a job, for its metadata; nothing without traces."""
    return {} if carried is None else {TRACE: carried}


def _linked(carried: str | None) -> dict[str, str]:
    return {} if carried is None else {LINK: carried}
