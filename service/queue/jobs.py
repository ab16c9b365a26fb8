"""Queues work by dotted name with JSON arguments, and reads it back as the API's job documents.

`service` never imports `workers`. The log, not the queue, says what was done. There may be several stores, which share
the games by the shards of the log (`service.queue.spread`).
"""

import logging
import secrets
import time
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from redis import Redis
from redis.exceptions import RedisError
from rq import Queue, get_current_job
from rq.exceptions import DuplicateJobError
from rq.job import Job
from rq.results import Result
from rq.serializers import JSONSerializer

from eventstore.outages import allow_any, writing
from eventstore.records import Tip
from service.problems import Problem
from service.queue import keys
from service.queue.ai_jobs import KEPT_S, trace_metadata
from service.queue.job_documents import describe_job
from service.queue.job_names import JobKey, drop_remains, fetch_job, fingerprint, move_to_game, name_job
from service.queue.queue_store import WAIT_SLICE_S, QueueStore
from service.queue.traces import VERSION_S
from service.tracing import spans

JOBS_QUEUE: Final = "jobs"
LONG_QUEUE: Final = "long"  # analyses and arenas
LONG_LAST_QUEUE: Final = "long-last"  # those of clients over their fair share: served when `long` is empty
JOB_LIMIT_S: Final = 300

_ENDED: Final = ("finished", "failed")
REQUEST: Final = "undone_by"
OF_GAMES: Final = {f"workers.jobs.{name}" for name in ("undo", "replay", "analyze", "review")}
"""Lists the functions whose first argument is the game that the job is for."""
NOTHING: Final[Mapping[str, str]] = MappingProxyType({})

log = logging.getLogger(__name__)


class Move(NamedTuple):
    """Moves a game's head from the version `base` to `to`, for a seat or for the owner (None).

    With a tip, it is carried out only on that history of the game.
    """

    to: int
    base: int | Tip
    by: int | None


class Found(NamedTuple):
    """Holds a job and the store in which it was found."""

    store: "Jobs"
    job: Job


class Jobs(QueueStore):
    """Gives access to the queues of one of RQ's stores, and of all of them for what names a game or a job."""

    def __init__(self, redis: Redis, waiting: Redis | None = None) -> None:
        super().__init__(redis, waiting)
        self.queue = Queue(JOBS_QUEUE, connection=redis, serializer=JSONSerializer)
        self.long = Queue(LONG_QUEUE, connection=redis, serializer=JSONSerializer)

    def play_ai(self, game: str, version: int, *, by_person: bool = False) -> None:
        """Wake the AI seats of a game after an append, in the background if there is one.

        After an act of a person or bot, who waits from now on, its job comes before games in which only agents act.
        """
        background = self.of(game).background
        if background is None:
            self.wake(game, version, by_person)
        else:
            background.do(spans.bound(partial(self.wake, game, version, by_person)))

    def wake(self, game: str, version: int, by_person: bool = False) -> None:
        """Queue a job for the AI seats of a game; if the store does not answer, the sweep does so later."""
        ai = self.of(game).ai
        try:
            with ai.traces.waking(game, version):
                ai.wake(game, version, by_person=by_person)
        except RedisError as error:
            log.warning("the queue took no AI job at version %d: %s", version, error, extra={"game": game})

    def leave_trace(self, game: str, versions: Sequence[int]) -> None:
        """Let processes that read these versions from the log continue the trace of the open span, if there is one."""
        home = self.of(game)
        home.traces.leave(game, versions, VERSION_S, home.background)

    def took_in(self, projection: str, versions: Mapping[str, int], began: int) -> None:
        """Add a span of a projection to the trace of each version that it has read."""
        if spans.is_on():
            for home, games in self.divide(versions):
                home.traces.took_in(projection, {game: versions[game] for game in games}, began)

    def agent_state(self, game: str, seat: int) -> str:
        """Return what the agent of an AI seat that must act is doing: queued, thinking or late."""
        try:
            return self.of(game).ai.state(game)
        except RedisError:
            return "late"

    def silences(self, game: str) -> int:
        """Count the offers in a row that people have recently left unanswered; 0 while the store does not answer."""
        try:
            return self.of(game).ai.silences(game)
        except RedisError:
            return 0

    def ask_for_way(self, game: str) -> None:
        """Request that the agents of a game pause for a moment; without the store none is playing."""
        with suppress(RedisError):
            self.of(game).ai.ask_for_way(game)

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
        arguments = [game, seat, is_owner, options]
        return self.enqueue("replay", "workers.jobs.replay", arguments, credential, key)

    def drop_replays(self, *games: str) -> None:
        """Delete the results of replays of games; their pictures may show names. They are lost within a day anyway."""
        for one in self.all:  # all: they may be where an earlier list of stores put them
            with suppress(RedisError):
                ended = one.queue.finished_job_registry.get_job_ids()
                for job in Job.fetch_many(ended, connection=one.redis, serializer=JSONSerializer):
                    if job is not None and job.meta.get("kind") == "replay" and job.args[0] in games:
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
        meta = {"kind": kind, "owner": fingerprint(credential), "progress": 0.0} | trace_metadata(spans.carry())
        meta |= about if key is None else {**about, "request": key.request}
        game = str(arguments[0]) if arguments and function in OF_GAMES else None
        job_id = self._name(kind, key, game)
        home = self.of_job(job_id)
        put = partial(home._put, job_id, function, arguments, meta, is_long=is_long, unique=key is not None)
        try:
            job = put()
        except DuplicateJobError:
            earlier = self.earlier(kind, key, credential, game)
            if earlier is not None:
                return earlier
            drop_remains(home.redis, job_id)
            job = put()
        return describe_job(job)

    def call_for_help(self, kind: str, function: str, arguments: list[Any]) -> None:
        """Queue a long job in this store, for the workers of a job that is there; no client can read it."""
        meta = {"kind": kind, "owner": fingerprint(secrets.token_hex(16)), "progress": 0.0}
        self._put(name_job(kind, None), function, arguments, meta, is_long=True, unique=False)

    def _put(
        self, job_id: str, function: str, arguments: list[Any], meta: dict[str, Any], *, is_long: bool, unique: bool
    ) -> Job:
        writing(allow_any, self.redis.zadd)(keys.OPEN_JOBS, {job_id: time.time()})
        return writing(allow_any, (self.long if is_long else self.queue).enqueue_call)(
            function,
            arguments,
            job_id=job_id,
            timeout=JOB_LIMIT_S,
            result_ttl=KEPT_S,
            failure_ttl=KEPT_S,
            meta=meta,
            unique=unique,
        )

    def earlier(
        self, kind: str, key: JobKey | None, credential: str | None, game: str | None = None
    ) -> dict[str, Any] | None:
        """Return the document of the job queued under a key; raises Problem if the key came with another request."""
        if key is None:
            return None
        job_id = self._name(kind, key, game)
        job = fetch_job(self.of_job(job_id).redis, job_id, credential)
        if job is None and not self.is_alone:
            job = self._find_astray({job_id, name_job(kind, key)}, credential)
        if job is None:
            return None
        if job.meta.get("request") != key.request:
            raise Problem("idempotency_key_reused")
        return describe_job(job)

    def _find_astray(self, ids: Iterable[str], credential: str | None) -> Job | None:
        """Return a job that was queued with an earlier list of stores, from any store that answers and has it."""
        for one in self.all:
            with suppress(RedisError):
                for job_id in ids:
                    if one.redis.exists(Job.key_for(job_id)):
                        return fetch_job(one.redis, job_id, credential)
        return None

    def read(self, job_id: str, credential: str | None) -> dict[str, Any] | None:
        """Return the document of a job, None for any credential but the one that made it."""
        found = self.find(job_id, credential)
        return describe_job(found.job) if found else None

    def find(self, job_id: str, credential: str | None) -> Found | None:
        """Return a job; raises RedisError if no store that answers has it, but one that does not may."""
        home, silence = self.of_job(job_id), None
        job = fetch_job(home.redis, job_id, credential)
        if job is not None or self.is_alone:
            return None if job is None else Found(home, job)
        for one in self.all:
            try:
                job = None if one is home else fetch_job(one.redis, job_id, credential)
            except RedisError as error:
                silence = error
            if job is not None:
                return Found(one, job)
        if silence is not None:
            raise silence
        return None

    def wait(self, job_id: str, credential: str | None, seconds: float) -> dict[str, Any] | None:
        """Return the document of a job once it has ended, at most `seconds` later; blocks on its result."""
        until = time.monotonic() + seconds
        while True:
            found = self.find(job_id, credential)
            if found is None:
                return None
            document = describe_job(found.job)
            left = until - time.monotonic()
            if document["status"] in _ENDED or left <= 0:
                return document
            milliseconds = max(1, int(min(left, WAIT_SLICE_S) * 1000))
            if found.store.waiting.xread({Result.get_key(job_id): "0-0"}, block=milliseconds, count=1):
                time.sleep(0.01)  # the result is written in the transaction that ends the job; a failure's just before

    def _name(self, kind: str, key: JobKey | None, game: str | None) -> str:
        named = name_job(kind, key)
        return move_to_game(named, game) if game is not None and not self.is_alone else named


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
