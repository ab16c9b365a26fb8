"""`python -m workers.run ai` moves the AI seats, `jobs` does undo and replay, `long` analyses and arenas."""

import importlib
import logging
import os
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final

from service.measuring.reports import Reporter, Sample
from service.process import logs
from service.process.priority import give_way
from service.queue.store import connect
from service.settings import SettingsError, read_settings
from service.tracing import spans
from workers.serving.allowed_jobs import measure_refusals
from workers.serving.attendance import Attendance
from workers.serving.pool import Pool
from workers.serving.queues import SERVICES, new_worker, worker_count
from workers.stops import measure_stops

MEASURED: Final[Mapping[str, Callable[[], Iterable[Sample]]]] = {
    "ai": lambda: (*measure_stops(), *measure_refusals("ai")),
    "jobs": lambda: measure_refusals("jobs"),
    "long": lambda: measure_refusals("long"),
}
"""What the workers of a role measure besides their appends."""


def main(arguments: list[str]) -> int:
    """Serve a queue until TERM; 0 then, 2 for a wrong argument or setting."""
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

    attendance = Attendance(connect(rq_url), service.queues[0])

    def serve() -> None:
        spans.begin(arguments[0])
        attendance.sign(os.getpid())
        new_worker(service, rq_url, attendance.name(os.getpid())).work(logging_level="WARNING")
        spans.end()

    reporter, measured = Reporter(settings.data_dir, arguments[0]), MEASURED[arguments[0]]

    def report(pids: Sequence[int]) -> None:
        attendance.renew(pids)
        reporter.report(measured())

    Pool(worker_count(service, settings), serve, report).run()
    return 0


def _refuse(reason: str) -> int:
    logging.error(reason)
    return 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
