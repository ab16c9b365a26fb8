"""`python -m workers.run ai` moves the AI seats, `jobs` does undo and replay, `long` analyses and arenas."""

import importlib
import logging
import os
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from rq import Queue
from rq.serializers import JSONSerializer
from rq.worker import BaseWorker

from service.measuring.reports import Reporter, Sample
from service.process import logs
from service.process.pending import flush_all
from service.process.priority import give_way
from service.queue.ai_jobs import AI_QUEUES
from service.queue.jobs import JOBS_QUEUE, LONG_LAST_QUEUE, LONG_QUEUE
from service.queue.spread import count_each
from service.queue.store import connect, connect_prompt
from service.settings import SettingsError, read_settings
from service.settings.queue_urls import split_urls
from service.tracing import spans
from workers.emergency_stops import STOPS
from workers.serving.allowed_jobs import REFUSALS, KnownJob
from workers.serving.pool import Attendance, Pool
from workers.serving.running_job import serve_store
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


def new_worker(service: Service, rq_url: str, name: str) -> BaseWorker:
    """Return a worker for this process, with JSON as its only serializer; each needs a name of its own."""
    redis = connect(rq_url)
    queues = [Queue(name, connection=redis, serializer=JSONSerializer, job_class=KnownJob) for name in service.queues]
    return service.worker(queues, name=name, connection=redis, serializer=JSONSerializer, job_class=KnownJob)


def measure(role: str) -> list[Sample]:
    """Return what the workers of a role measure besides their appends."""
    refused = [Sample("longroad_refused_jobs_total", (role,), count) for count in REFUSALS.totals()]
    stopped = [Sample("longroad_agent_stops_total", (), count) for count in STOPS.totals()] if role == "ai" else []
    return [*stopped, *refused]


def main(arguments: list[str]) -> int:
    """Serve a queue until TERM; 0 then, 2 for a wrong argument or setting.

    Each of several stores is served by as many processes, which touch no other, so that one store that does not answer
    holds up no work of another.
    """
    logs.begin("worker")
    if len(arguments) != 1 or arguments[0] not in SERVICES:
        return _refuse(f"usage: python -m workers.run {'|'.join(SERVICES)}")
    try:
        settings = read_settings()
        _, rq_url = settings.store_urls
    except SettingsError as error:
        return _refuse(str(error))
    logs.begin(arguments[0], settings.log_format)
    service = SERVICES[arguments[0]]
    if service.niceness:
        give_way(service.niceness)
    importlib.import_module("workers.jobs")  # before the forks: a job starts in 15 ms instead of 180

    urls = split_urls(rq_url)
    signing = connect if len(urls) == 1 else connect_prompt  # one store must not delay the heartbeats in another
    attendances = [Attendance(signing(url), service.queues[0]) for url in urls]

    def serve(row: int) -> None:
        number = row % len(urls)
        serve_store(number)
        spans.begin(arguments[0])
        attendances[number].sign(os.getpid())
        name = attendances[number].name(os.getpid())
        new_worker(service, urls[number], name).work(logging_level="WARNING")
        flush_all()
        spans.end()

    reporter = Reporter(settings.data_dir, arguments[0])

    def report(pids: Mapping[int, int]) -> None:
        for number, attendance in enumerate(attendances):
            attendance.renew([pid for row, pid in pids.items() if row % len(urls) == number])
        reporter.report(measure(arguments[0]))

    Pool(count_each(getattr(settings, service.count), len(urls)) * len(urls), serve, report).run()
    return 0


def _refuse(reason: str) -> int:
    logging.error(reason)
    return 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
