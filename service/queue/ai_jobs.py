"""Tracks which games have a live AI job. All of this may be lost: only the log says what an AI seat must do.

A game is *held* by the job that plays it, under a lease; otherwise it may be *queued*, or *deferred* to a later time.
`woken` is the newest version for which a job was requested.
"""

import time
from collections.abc import Callable, Mapping
from typing import Any, Final

from redis import Redis
from redis.lock import Lock
from rq import Queue
from rq.job import Job
from rq.serializers import JSONSerializer

from service.queue.keys import AI_DEFERRED, ai_job
from service.queue.traces import Traces
from service.tracing import spans

AI_QUEUE: Final = "ai"  # tables at which a person or bot waits for an agent
CONTINUED_QUEUE: Final = "ai-continued"  # games in which only agents act
OVER_QUEUE: Final = "ai-over"  # tables at which somebody waits, of clients over their fair share
LAST_QUEUE: Final = "ai-last"  # games in which only agents act, of clients over their fair share
AI_QUEUES: Final = (AI_QUEUE, CONTINUED_QUEUE, OVER_QUEUE, LAST_QUEUE)
"""Lists the queues of AI jobs in the order in which they are served."""
PLAY_AI: Final = "workers.jobs.play_ai"
LEASE_S: Final = 10
JOB_LIMIT_S: Final = 60
SILENCE_S: Final = 60
WAY_MS: Final = 200
AWAITED_S: Final = 180
"""Sets how long after an act of a person or bot their table counts as one at which somebody waits."""
KEPT_S: Final = 24 * 3600
JOB_PREFIX: Final = Job.redis_job_namespace_prefix
TRACE: Final = "traceparent"
"""Names the member of a job's metadata with the span that is the parent of the job's first run."""
LINK: Final = "tracelink"
"""Names the member with a span that the job's span is only linked to, because the job was lost or is continued."""
SINCE: Final = "since"
"""Names the member with the time (s) since which somebody waits, where that is before the job came into its queue."""

_WAKE: Final = """
redis.call('SET', KEYS[1], ARGV[2], 'EX', ARGV[3])
if ARGV[4] ~= '' then redis.call('SET', KEYS[2], ARGV[4], 'EX', ARGV[5]) end
if redis.call('EXISTS', KEYS[3]) > 0 then return false end
local job = redis.call('GET', KEYS[4])
if job then
  local removed = 0
  if ARGV[6] ~= '' then
    for n = 6, #KEYS do removed = removed + redis.call('LREM', KEYS[n], 1, job) end
  end
  if removed == 0 then return false end
  redis.call('DEL', ARGV[6] .. job)
end
local attempt = redis.call('INCR', KEYS[5])
redis.call('EXPIRE', KEYS[5], ARGV[3])
local id = 'ai-' .. ARGV[1] .. '-' .. ARGV[2] .. '-' .. attempt
redis.call('SET', KEYS[4], id, 'EX', ARGV[3])
return {id, redis.call('EXISTS', KEYS[2])}
"""
"""Records the version, and the time of a person's act; returns false if a job is live.

Otherwise marks the game as queued and returns the new job's id and whether somebody waits. With a prefix of jobs' keys
a job that waits in one of the later queues is replaced.
"""


class AiJobs:
    """Keeps at most one job of a game queued and one playing; a wake-up in between is never lost."""

    def __init__(self, redis: Redis, clock: Callable[[], float] = time.time) -> None:
        """Take wall-clock time in seconds from `clock`."""
        self.redis = redis
        self.clock = clock
        self.queues = {name: Queue(name, connection=redis, serializer=JSONSerializer) for name in AI_QUEUES}
        self.queue, self.last = self.queues[AI_QUEUE], self.queues[LAST_QUEUE]
        self._waking = redis.register_script(_WAKE)
        self.traces = Traces(redis)

    def wake(
        self,
        game: str,
        version: int,
        *,
        by_person: bool = False,
        is_continued: bool = False,
    ) -> None:
        """Request a job for the AI seats of a game at `version`; cheap if a job is live.

        After an act of a person or bot, who waits from now on, a job that waits in a later queue is replaced.
        """
        found = self._mark(game, version, str(self.clock()), JOB_PREFIX) if by_person else self._mark(game, version)
        if found:
            self._enqueue_marked(found, game, version, trace_metadata(spans.carry(), LINK) if is_continued else None)

    def recall(self, game: str) -> None:
        """Queue a game again that waits in a later queue: its client's share has recovered, or somebody has come."""
        version = int(self.redis.get(ai_job(game, "woken")) or 0)
        found = self._mark(game, version, prefix=JOB_PREFIX) if self._is_live(game) else None
        if found:
            self._enqueue_marked(found, game, version)

    def _enqueue_marked(self, found: Any, game: str, version: int, meta: dict[str, str] | None = None) -> None:
        job_id, is_awaited = found
        queue = self.queues[AI_QUEUE if is_awaited else CONTINUED_QUEUE]
        self._enqueue(queue, game, version, job_id.decode(), meta or self._trace(game, version))

    def give_way(self, game: str, version: int, queue: str = LAST_QUEUE, since: float | None = None) -> None:
        """Move a game whose job has just begun to the end of another queue; somebody waits `since` a time (s)."""
        self.redis.delete(ai_job(game, "queued"))
        found = self._mark(game, version)
        if found:
            meta: dict[str, Any] = {**self._trace(game, version), **({} if since is None else {SINCE: since})}
            self._enqueue(self.queues[queue], game, version, found[0].decode(), meta)

    def last_act_s(self, game: str) -> float | None:
        """Return when (s) a person or bot last acted in the game; None if that is more than some minutes ago."""
        found: Any = self.redis.get(ai_job(game, "acted"))
        return None if found is None else float(found)

    def _mark(self, game: str, version: int, acted: str = "", prefix: str = "") -> tuple[bytes, int] | None:
        keys = [ai_job(game, name) for name in ("woken", "acted", "held", "queued", "attempts")]
        keys += [queue.key for queue in self.queues.values() if queue is not self.queue]
        found: tuple[bytes, int] | None = self._waking(keys, [game, version, KEPT_S, acted, AWAITED_S, prefix])
        return found

    def _trace(self, game: str, version: int) -> dict[str, str]:
        """Return the span for a job's metadata: the one that wakes, or a link to that which appended the version."""
        carried = spans.carry()
        return trace_metadata(carried) if carried else trace_metadata(self.traces.find({game: version})[0], LINK)

    def _enqueue(self, queue: Queue, game: str, version: int, job_id: str, meta: Mapping[str, Any]) -> None:
        with self.redis.pipeline() as pipe:  # otherwise RQ makes two round trips
            queue.enqueue_call(
                PLAY_AI,
                [game, version],
                job_id=job_id,
                timeout=JOB_LIMIT_S,
                result_ttl=0,
                failure_ttl=3600,
                meta=dict(meta),
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
        """Schedule another job for the game after some seconds."""
        self.redis.zadd(AI_DEFERRED, {game: self.clock() + seconds})

    def fall_due(self, is_ours: Callable[[str], bool] = lambda game: True) -> list[str]:
        """List the games whose deferral has passed, among those that `is_ours` accepts; each is returned only once."""
        members: Any = self.redis.zrangebyscore(AI_DEFERRED, 0, self.clock())
        games = [game for member in members if is_ours(game := member.decode())]
        return [game for game in games if self.redis.zrem(AI_DEFERRED, game)]

    def count_failure(self, game: str) -> float:
        """Count a failure and return the back-off before the next attempt in seconds, doubling up to a minute."""
        key = ai_job(game, "failures")
        with self.redis.pipeline(transaction=False) as pipe:
            pipe.incr(key)
            pipe.expire(key, 600)
            failures, _ = pipe.execute()
        return float(min(60, 2 ** min(failures - 1, 6)))

    def reset_failures(self, game: str) -> int:
        """Reset the failure count of a game whose job went well and gave up its lease.

        Return the newest version for which a job was requested; 0 if none is remembered.
        """
        with self.redis.pipeline(transaction=False) as pipe:
            pipe.delete(ai_job(game, "failures"))
            pipe.get(ai_job(game, "woken"))
            _, woken = pipe.execute()
        return int(woken or 0)

    def state(self, game: str) -> str:
        """Return `thinking` while a job plays the game, `queued` while one is queued or deferred, else `late`."""
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
        return any(self.redis.lpos(queue.key, job_id) is not None for queue in self.queues.values())


def trace_metadata(carried: str | None, name: str = TRACE) -> dict[str, str]:
    """Return a span for a job's metadata, by default the one that queued it; nothing without traces."""
    return {} if carried is None else {name: carried}
