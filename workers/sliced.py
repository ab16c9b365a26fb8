"""Jobs that are done slice by slice, so that a long one lets others in between."""

from typing import Any

from rq import Queue, Worker
from rq.job import Job
from rq.registry import StartedJobRegistry


def again(queue: str) -> dict[str, Any]:
    """What a job answers that goes on later, at the end of this queue."""
    return {"again": queue}


class SlicedWorker(Worker):
    """A worker, each slice in a process of its own, whose jobs go back in line as long as they ask for it."""

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
