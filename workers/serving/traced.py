"""Opens a span for each job, as a child of the span that queued it."""

from contextlib import AbstractContextManager
from typing import Final

from rq import Queue
from rq.job import Job
from rq.worker import BaseWorker

from service.queue.ai_jobs import LINK, TRACE
from service.tracing import spans
from workers.serving.known import KnownJob
from workers.serving.lost import BEGINNINGS

TAKEN: Final = "traced"
"""Names the member of a job's metadata which says that a run of it had a span as a child of the one that queued it."""
OF_GAMES: Final = ("play_ai", "undo", "replay", "analyze")
"""Lists the jobs whose first argument is a game."""


class TracedWorker(BaseWorker):
    """Represents a worker whose jobs have spans, and which refuses functions that are not for it.

    A process that was forked for one job sends its spans at its end.
    """

    job_class = KnownJob

    def perform_job(self, job: Job, queue: Queue) -> bool:
        """Do a job within its span; one that names an unknown function fails."""
        if isinstance(job, KnownJob):
            job.check()
        with job_span(job):
            is_done = super().perform_job(job, queue)
            if not is_done:
                spans.note(problem="job_failed")
        if self.is_horse:
            spans.end()
        return is_done


def job_span(job: Job) -> AbstractContextManager[None]:
    """Open the span of a job: a child of the span that queued it at the first try, later with a link to that."""
    if not spans.is_on():
        return spans.NOTHING
    name, meta = str(job.func_name).rpartition(".")[2], job.meta
    is_first = TRACE in meta and TAKEN not in meta and meta.get(BEGINNINGS, 1) == 1
    meta[TAKEN] = True  # saved if the job goes back in line
    game = str(job.args[0]) if name in OF_GAMES else None
    carried = meta.get(TRACE) or meta.get(LINK)
    return spans.resumed(carried, "job", is_linked=not is_first, kind=name, game=game)
