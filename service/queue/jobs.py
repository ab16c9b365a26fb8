"""Queues work by dotted name with JSON arguments, and reads it back as the API's job documents.

`service` never imports `workers`. The log, not the queue, says what was done.
"""

import hashlib
import logging
import secrets
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from redis import Redis
from redis.exceptions import RedisError
from rq import Queue, get_current_job
from rq.exceptions import DuplicateJobError, NoSuchJobError
from rq.job import Job
from rq.results import Result
from rq.serializers import JSONSerializer

from eventstore.outages import allow_any, writing
from eventstore.records import Tip
from service.problems import Problem
from service.queue import keys, store
from service.queue.ai_jobs import KEPT_S, AiJobs, trace_metadata
from service.queue.fair_shares import WorkerShares
from service.queue.heads import Heads
from service.queue.job_documents import describe_job
from service.queue.thinking import Thinking
from service.queue.traces import VERSION_S
from service.tracing import spans

JOBS_QUEUE: Final = "jobs"
LONG_QUEUE: Final = "long"  # analyses and arenas
LONG_LAST_QUEUE: Final = "long-last"  # those of clients over their fair share: served when `long` is empty
JOB_LIMIT_S: Final = 300
WAIT_SLICE_S: Final = 1.0

_ENDED: Final = ("finished", "failed")
REQUEST: Final = "undone_by"
NOTHING: Final[Mapping[str, str]] = MappingProxyType({})

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class JobKey:
    """Identifies a job request that came with an idempotency key: the job's name, and the hash of the request."""

    name: str
    request: str


class Move(NamedTuple):
    """Moves a game's head from the version `base` to `to`, for a seat or for the owner (None).

    With a tip, it is carried out only on that history of the game.
    """

    to: int
    base: int | Tip
    by: int | None


class Jobs:
    """Gives access to the queues of one RQ store, whose client is `redis`.

    `waiting` is the client that blocks until a job has ended; with a `background`, AI seats are woken there.
    """

    def __init__(self, redis: Redis, waiting: Redis | None = None) -> None:
        self.redis = redis
        self.waiting = waiting or redis
        self.background: store.Background | None = None
        self.ai = AiJobs(redis)
        self.traces = self.ai.traces
        self.heads = Heads(redis)
        self.shares = WorkerShares(redis)
        self.thinking = Thinking(redis)
        self.queue = Queue(JOBS_QUEUE, connection=redis, serializer=JSONSerializer)
        self.long = Queue(LONG_QUEUE, connection=redis, serializer=JSONSerializer)

    @classmethod
    def at(cls, rq_url: str) -> "Jobs":
        """Connect to the store at a URL, for processes that can wait for it."""
        return cls(store.connect(rq_url))

    @classmethod
    def prompt(cls, rq_url: str) -> "Jobs":
        """Connect for processes that answer requests: no call to the store takes longer than half a second."""
        jobs = cls(store.connect_prompt(rq_url), store.connect_prompt(rq_url, WAIT_SLICE_S))
        jobs.background = store.Background()
        return jobs

    def play_ai(self, game: str, version: int, *, by_person: bool = False) -> None:
        """Wake the AI seats of a game after an append, in the background if there is one.

        After an act of a person or bot, who waits from now on, its job comes before games in which only agents act.
        """
        if self.background is None:
            self.wake(game, version, by_person)
        else:
            self.background.do(spans.bound(partial(self.wake, game, version, by_person)))

    def wake(self, game: str, version: int, by_person: bool = False) -> None:
        """Queue a job for the AI seats of a game; if the store does not answer, the sweep does so later."""
        try:
            with self.traces.waking(game, version):
                self.ai.wake(game, version, by_person=by_person)
        except RedisError as error:
            log.warning("the queue took no AI job at version %d: %s", version, error, extra={"game": game})

    def leave_trace(self, game: str, versions: Sequence[int]) -> None:
        """Let processes that read these versions from the log continue the trace of the open span, if there is one."""
        self.traces.leave(game, versions, VERSION_S, self.background)

    def agent_state(self, game: str, seat: int) -> str:
        """Return what the agent of an AI seat that must act is doing: queued, thinking or late."""
        try:
            return self.ai.state(game)
        except RedisError:
            return "late"

    def silences(self, game: str) -> int:
        """Count the offers in a row that people have recently left unanswered; 0 while the store does not answer."""
        try:
            return self.ai.silences(game)
        except RedisError:
            return 0

    def ask_for_way(self, game: str) -> None:
        """Request that the agents of a game pause for a moment; without the store none is playing."""
        with suppress(RedisError):
            self.ai.ask_for_way(game)

    def undo(
        self,
        game: str,
        move: Move,
        credential: str | None,
        kind: str = "undo",
        key: JobKey | None = None,
        request: str = "",
    ) -> dict[str, Any]:
        """Queue a move of the head (`kind` undo or redo) and return the job's document.

        The job can find which `request` it is for.
        """
        version, *chain = move.base if isinstance(move.base, Tip) else (move.base,)
        arguments = [game, move.to, version, move.by, *chain]
        return self.enqueue(kind, "workers.jobs.undo", arguments, credential, key, about={REQUEST: request})

    def replay(
        self,
        game: str,
        seat: int | None,
        is_owner: bool,
        options: dict[str, Any],
        credential: str | None,
        key: JobKey | None = None,
    ) -> dict[str, Any]:
        """Queue a replay for what a caller may see and return the job's document."""
        return self.enqueue("replay", "workers.jobs.replay", [game, seat, is_owner, options], credential, key)

    def drop_replays(self, game: str) -> None:
        """Delete the results of a game's replays, whose pictures may show names; they are lost within a day anyway."""
        with suppress(RedisError):
            ended = self.queue.finished_job_registry.get_job_ids()
            for job in Job.fetch_many(ended, connection=self.redis, serializer=JSONSerializer):
                if job is not None and job.meta.get("kind") == "replay" and job.args[0] == game:
                    job.delete()

    def enqueue(
        self,
        kind: str,
        function: str,
        arguments: list[Any],
        credential: str | None,
        key: JobKey | None = None,
        *,
        is_long: bool = False,
        about: Mapping[str, str] = NOTHING,
    ) -> dict[str, Any]:
        """Queue a job that only `credential` may read, for 24 h; arguments must be JSON.

        Information `about` the job is kept beside its arguments, so that a worker of an earlier version can do it. With
        a key there is one job: a request that lost the race gets the document of the job that won.
        """
        meta = {"kind": kind, "owner": _fingerprint(credential), "progress": 0.0} | trace_metadata(spans.carry())
        meta |= about
        job_id = _job_id(kind, key)
        try:
            writing(allow_any, self.redis.zadd)(keys.OPEN_JOBS, {job_id: time.time()})
            job = writing(allow_any, (self.long if is_long else self.queue).enqueue_call)(
                function,
                arguments,
                job_id=job_id,
                timeout=JOB_LIMIT_S,
                result_ttl=KEPT_S,
                failure_ttl=KEPT_S,
                meta=meta if key is None else meta | {"request": key.request},
                unique=key is not None,
            )
        except DuplicateJobError:
            earlier = self.earlier(kind, key, credential)
            if earlier is None:
                raise
            return earlier
        return describe_job(job)

    def earlier(self, kind: str, key: JobKey | None, credential: str | None) -> dict[str, Any] | None:
        """Return the document of the job queued under a key; raises Problem if the key came with another request."""
        job = None if key is None else self._fetch(_job_id(kind, key), credential)
        if key is None or job is None:
            return None
        if job.meta.get("request") != key.request:
            raise Problem("idempotency_key_reused")
        return describe_job(job)

    def read(self, job_id: str, credential: str | None) -> dict[str, Any] | None:
        """Return the document of a job, None for any credential but the one that made it."""
        job = self._fetch(job_id, credential)
        return describe_job(job) if job else None

    def wait(self, job_id: str, credential: str | None, seconds: float) -> dict[str, Any] | None:
        """Return the document of a job once it has ended, at most `seconds` later; blocks on its result."""
        until = time.monotonic() + seconds
        while True:
            job = self._fetch(job_id, credential)
            if job is None:
                return None
            document = describe_job(job)
            left = until - time.monotonic()
            if document["status"] in _ENDED or left <= 0:
                return document
            milliseconds = max(1, int(min(left, WAIT_SLICE_S) * 1000))
            if self.waiting.xread({Result.get_key(job.id): "0-0"}, block=milliseconds, count=1):
                time.sleep(0.01)  # the result is written in the transaction that ends the job; a failure's just before

    def _fetch(self, job_id: str, credential: str | None) -> Job | None:
        try:
            job = Job.fetch(job_id, connection=self.redis, serializer=JSONSerializer)
        except (NoSuchJobError, ValueError):
            return None
        mine = secrets.compare_digest(str(job.meta.get("owner", "")), _fingerprint(credential))
        return job if mine else None


def request_of_job() -> str:
    """Return the request for which the running job was queued; empty if there is none."""
    job = get_current_job()
    return "" if job is None else str(job.meta.get(REQUEST, ""))


def report_progress(fraction: float) -> None:
    """Record the progress of the running job, from 0 to 1; does nothing outside a job."""
    job = get_current_job()
    if job is not None:
        job.meta["progress"] = round(min(1.0, max(0.0, fraction)), 3)
        job.save_meta()


def _job_id(kind: str, key: JobKey | None) -> str:
    return f"{kind}-{secrets.token_hex(16) if key is None else key.name}"


def _fingerprint(credential: str | None) -> str:
    return hashlib.sha256(b"job owner " + (credential or "").encode()).hexdigest()
