"""Jobs that are done slice by slice, so that a long one lets others in between."""

import signal
from types import FrameType
from typing import Any

from rq import Queue, SimpleWorker
from rq.exceptions import StopRequested
from rq.job import Job
from rq.registry import StartedJobRegistry


def again(queue: str) -> dict[str, Any]:
    """What a job answers that goes on later, at the end of this queue."""
    return {"again": queue}


class SlicedWorker(SimpleWorker):
    """A worker whose jobs go back in line as long as they ask for it.

    They run in its own process, where agents keep what they have prepared. TERM ends both at once, and the job has
    failed then.
    """

    def _install_signal_handlers(self) -> None:
        for name in (signal.SIGINT, signal.SIGTERM):
            signal.signal(name, self._break_off)

    def _break_off(self, signum: int, frame: FrameType | None) -> None:
        self._stop_requested = True
        raise StopRequested

    def handle_job_success(self, job: Job, queue: Queue, started_job_registry: StartedJobRegistry) -> None:
        """Put a job that goes on at the end of the queue that it named; any other has ended."""
        answer = job._result
        name = answer.get("again") if isinstance(answer, dict) else None
        if name is None:
            super().handle_job_success(job, queue, started_job_registry)
            return
        line = next(known for known in self.queues if known.name == name)
        with self.connection.pipeline() as pipe:
            self.cleanup_execution(job, pipeline=pipe)
            line._enqueue_job(job, pipeline=pipe)
            pipe.execute()
