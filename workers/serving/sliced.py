"""Holds our kinds of RQ workers; one of them does long jobs in slices, so that others come in between."""

import signal
import time
from types import FrameType
from typing import Any, Final

from rq import Queue, SimpleWorker, Worker
from rq.exceptions import StopRequested
from rq.job import Job
from rq.registry import StartedJobRegistry

from workers.serving.lost import BEGINNINGS, may_begin_again
from workers.serving.reserve import Reserve
from workers.serving.traced import TracedWorker

IDLE_S: Final = 5
ANSWER_S: Final = 2


def again(queue: str) -> dict[str, Any]:
    """Return the result by which a job asks to go on later, from the end of this queue."""
    return {"again": queue}


class _Alert(TracedWorker):
    """Represents a worker that soon leaves a store which has stopped, or is no longer the primary, with its connections
    open. RQ's own workers wait there for seven minutes.
    """

    @property
    def dequeue_timeout(self) -> int:
        """Return how long it waits for a job before it begins to wait again."""
        return IDLE_S

    @property
    def connection_timeout(self) -> int:
        """Return how long it waits for any answer; then it asks again over another connection."""
        return IDLE_S + ANSWER_S


class AiWorker(_Alert, SimpleWorker):
    """Represents a worker that does AI jobs in its own process; some of its time is for games of agents alone."""

    def perform_job(self, job: Job, queue: Queue) -> bool:
        """Do a job, and choose by the time it took which queue is served first afterwards."""
        self.reserve = getattr(self, "reserve", None) or Reserve()
        begun = time.monotonic()
        try:
            return super().perform_job(job, queue)
        finally:
            self.reserve.note(queue.name, time.monotonic() - begun)
            self._ordered_queues = sorted(self.queues, key=lambda one: self.reserve.rank(one.name))


class _Repeating(_Alert):
    """Represents a worker whose jobs go back in line as long as they request it."""

    def handle_job_success(self, job: Job, queue: Queue, started_job_registry: StartedJobRegistry) -> None:
        """Put a job that is to go on at the end of the queue that it named; any other job has ended."""
        answer = job._result
        name = answer.get("again") if isinstance(answer, dict) else None
        if name is None:
            super().handle_job_success(job, queue, started_job_registry)
        else:
            job.meta.pop(BEGINNINGS, None)  # it has got on since then
            self._put_back(job, next(known for known in self.queues if known.name == name))

    def _put_back(self, job: Job, line: Queue, *, at_front: bool = False) -> None:
        with self.connection.pipeline() as pipe:
            self.cleanup_execution(job, pipeline=pipe)
            line._enqueue_job(job, pipeline=pipe, at_front=at_front)
            pipe.execute()


class ForkingWorker(_Repeating, Worker):
    """Represents a worker that forks a process for each job."""

    def handle_job_failure(
        self, job: Job, queue: Queue, started_job_registry: StartedJobRegistry | None = None, exc_string: str = ""
    ) -> None:
        """Put a job whose process was killed back in line, unless that happened too often; any other has failed."""
        if not self.is_horse and may_begin_again(job):
            self._put_back(job, queue, at_front=True)
        else:
            super().handle_job_failure(job, queue, started_job_registry, exc_string)


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
            signal.signal(name, signal.SIG_IGN)  # once is enough: what follows must come to its end
        self._stop_requested = True
        raise StopRequested

    def handle_exception(self, job: Job, *exc_info: Any) -> None:
        """Report the exception that a job raised, unless the job was broken off."""
        if not self._stop_requested:
            super().handle_exception(job, *exc_info)

    def handle_job_failure(
        self, job: Job, queue: Queue, started_job_registry: StartedJobRegistry | None = None, exc_string: str = ""
    ) -> None:
        """Put a job that was broken off back in line; any other has failed."""
        if self._stop_requested:
            self._put_back(job, queue, at_front=True)
        else:
            super().handle_job_failure(job, queue, started_job_registry, exc_string)
