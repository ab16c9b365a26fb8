"""Defines the kinds of RQ workers; one of them runs long jobs in slices, so that other jobs come in between."""

import signal
import time
from contextlib import AbstractContextManager
from types import FrameType
from typing import Any, Final

from rq import Queue, SimpleWorker, Worker
from rq.exceptions import StopRequested
from rq.executions import Execution
from rq.job import Job
from rq.registry import StartedJobRegistry
from rq.worker import BaseWorker

from service.process.pending import flush_all
from service.queue.ai_jobs import AI_QUEUE, AI_QUEUES, LINK, OVER_QUEUE, TRACE
from service.tracing import spans
from workers.serving.allowed_jobs import KnownJob
from workers.serving.lost_jobs import BEGINNINGS, may_begin_again

_TAKEN: Final = "traced"
"""Names the member of a job's metadata that is set once a run's span was a child of the span that queued the job."""
_OF_GAMES: Final = ("play_ai", "undo", "replay", "analyze")
"""Lists the jobs whose first argument is a game."""


class TracedWorker(BaseWorker):
    """Represents a worker whose jobs have spans, and which refuses unknown functions.

    A process that was forked for one job sends its spans, and writes what it has counted, at its end.
    """

    job_class = KnownJob

    def perform_job(self, job: Job, queue: Queue, execution: Execution) -> bool:
        """Do a job within its span; one that names an unknown function fails."""
        if isinstance(job, KnownJob):
            job.check()
        with _job_span(job):
            is_done = super().perform_job(job, queue, execution)
            if not is_done:
                spans.note(problem="job_failed")
        if self.is_horse:
            flush_all()
            spans.end()
        return is_done


def _job_span(job: Job) -> AbstractContextManager[None]:
    """Open the span of a job: a child of the span that queued it at the first try, later with a link to that."""
    if not spans.is_on():
        return spans.NOTHING
    name, meta = str(job.func_name).rpartition(".")[2], job.meta
    is_first = TRACE in meta and _TAKEN not in meta and meta.get(BEGINNINGS, 1) == 1
    meta[_TAKEN] = True  # saved if the job goes back in line
    game = str(job.args[0]) if name in _OF_GAMES else None
    carried = meta.get(TRACE) or meta.get(LINK)
    return spans.resume(carried, "job", is_linked=not is_first, kind=name, game=game)


PART: Final = 10
"""Sets which fraction of the time (one in this number) is reserved for games of agents alone."""
SLICE_S: Final = 0.5
"""Sets how many reserved seconds accumulate, at most, before one of these games is served first."""
_AWAITED: Final = (AI_QUEUE, OVER_QUEUE)


class Reserve:
    """Counts the reserved seconds that tables at which somebody waits have used."""

    def __init__(self) -> None:
        self.owed = 0.0

    def note(self, queue: str, seconds: float) -> None:
        """Count the time that a job from a queue took."""
        change = seconds / (PART - 1) if queue in _AWAITED else -seconds
        self.owed = min(SLICE_S, max(-SLICE_S, self.owed + change))

    def rank(self, queue: str) -> tuple[bool, int]:
        """Return the sort key of a queue: the usual order, or queues of the other games first."""
        return self.owed >= SLICE_S and queue in _AWAITED, AI_QUEUES.index(queue)


IDLE_S: Final = 5
ANSWER_S: Final = 2


def again(queue: str) -> dict[str, Any]:
    """Return the result by which a job requests another run, from the end of this queue."""
    return {"again": queue}


class _Alert(TracedWorker):
    """Represents a worker that soon leaves a store which has stopped, or is no longer the primary, with its connections
    open. RQ's own workers wait there for seven minutes.
    """

    @property
    def dequeue_timeout(self) -> int:
        """Return how many seconds the worker blocks for a job before it blocks again."""
        return IDLE_S

    @property
    def connection_timeout(self) -> int:
        """Return the time-out of any answer, after which the worker reconnects."""
        return IDLE_S + ANSWER_S


class AiWorker(_Alert, SimpleWorker):
    """Represents a worker that runs AI jobs in its own process; some of its time is for games of agents alone."""

    def perform_job(self, job: Job, queue: Queue, execution: Execution) -> bool:
        """Do a job, and choose by the time it took which queue is served first afterwards."""
        self.reserve = getattr(self, "reserve", None) or Reserve()
        begun = time.monotonic()
        try:
            return super().perform_job(job, queue, execution)
        finally:
            self.reserve.note(queue.name, time.monotonic() - begun)
            self._ordered_queues = sorted(self.queues, key=lambda one: self.reserve.rank(one.name))


class _Repeating(_Alert):
    """Represents a worker whose jobs go back in line as long as they request it."""

    def handle_job_success(
        self, job: Job, queue: Queue, started_job_registry: StartedJobRegistry, execution: Execution
    ) -> None:
        """Put a job that is to go on at the end of the queue that it named; any other job has ended."""
        answer = job._result
        name = answer.get("again") if isinstance(answer, dict) else None
        if name is None:
            super().handle_job_success(job, queue, started_job_registry, execution)
        else:
            job.meta.pop(BEGINNINGS, None)  # the job has made progress since then
            self._put_back(job, next(known for known in self.queues if known.name == name), execution)

    def _put_back(self, job: Job, line: Queue, execution: Execution | None, *, at_front: bool = False) -> None:
        with self.connection.pipeline() as pipe:
            self.cleanup_execution(job, pipe, execution)
            line._enqueue_job(job, pipeline=pipe, at_front=at_front)
            pipe.execute()


class ForkingWorker(_Repeating, Worker):
    """Represents a worker that forks a process for each job."""

    def handle_job_failure(
        self,
        job: Job,
        queue: Queue,
        started_job_registry: StartedJobRegistry | None = None,
        exc_string: str = "",
        execution: Execution | None = None,
    ) -> None:
        """Put a job whose process was killed back in line, unless that happened too often; any other has failed."""
        if not self.is_horse and may_begin_again(job):
            self._put_back(job, queue, execution, at_front=True)
        else:
            super().handle_job_failure(job, queue, started_job_registry, exc_string, execution)


class SlicedWorker(_Repeating, SimpleWorker):
    """Represents a worker whose jobs are done in slices.

    They run in its own process, where agents keep what they have prepared. TERM ends both at once; the job goes back to
    the front of its queue, for the next worker to begin again.
    """

    def _install_signal_handlers(self) -> None:
        for name in (signal.SIGINT, signal.SIGTERM):
            signal.signal(name, self._break_off)

    def _break_off(self, signum: int, frame: FrameType | None) -> None:
        for name in (signal.SIGINT, signal.SIGTERM):
            signal.signal(name, signal.SIG_IGN)  # further signals are ignored, so that the shutdown completes
        self._stop_requested = True
        raise StopRequested

    def handle_exception(self, job: Job, *exc_info: Any) -> None:
        """Report the exception that a job raised, unless the job was broken off."""
        if not self._stop_requested:
            super().handle_exception(job, *exc_info)

    def handle_job_failure(
        self,
        job: Job,
        queue: Queue,
        started_job_registry: StartedJobRegistry | None = None,
        exc_string: str = "",
        execution: Execution | None = None,
    ) -> None:
        """Put a job that was broken off back in line; any other has failed."""
        if self._stop_requested:
            self._put_back(job, queue, execution, at_front=True)
        else:
            super().handle_job_failure(job, queue, started_job_registry, exc_string, execution)
