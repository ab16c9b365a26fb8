"""Lists the queues that the workers of each role serve, and the kind of worker."""

from dataclasses import dataclass
from typing import Final

from rq import Queue
from rq.serializers import JSONSerializer
from rq.worker import BaseWorker

from service.queue.ai_jobs import AI_QUEUES
from service.queue.jobs import JOBS_QUEUE, LONG_LAST_QUEUE, LONG_QUEUE
from service.queue.store import connect
from service.settings import Settings
from workers.serving.allowed_jobs import KnownJob
from workers.serving.sliced import AiWorker, ForkingWorker, SlicedWorker


@dataclass(frozen=True, slots=True)
class Service:
    """Holds queues in the order in which they are served, the kind of worker, and the setting with their number.

    `niceness` lowers the priority of the processes, as `nice` does.
    """

    queues: tuple[str, ...]
    worker: type[BaseWorker]
    count: str
    niceness: int = 0


# AI decisions are short and many: no fork for each (5 ms instead of 20 to the start of a job). Undo and replay may take
# long or much memory: a process of its own for each. Analyses and arenas have a line of their own, so that no undo
# waits, and no fork for each slice, which would forget what agents have prepared.
SERVICES: Final = {
    "ai": Service(AI_QUEUES, AiWorker, "ai_workers"),
    "jobs": Service((JOBS_QUEUE,), ForkingWorker, "job_workers"),
    "long": Service((LONG_QUEUE, LONG_LAST_QUEUE), SlicedWorker, "job_workers", niceness=10),
}


def worker_count(service: Service, settings: Settings) -> int:
    """Return how many workers serve the queues."""
    return int(getattr(settings, service.count))


def new_worker(service: Service, rq_url: str, name: str) -> BaseWorker:
    """Return a worker for this process, with JSON as its only serializer; each needs a name of its own."""
    redis = connect(rq_url)
    queues = [Queue(name, connection=redis, serializer=JSONSerializer, job_class=KnownJob) for name in service.queues]
    return service.worker(queues, name=name, connection=redis, serializer=JSONSerializer, job_class=KnownJob)
