"""Gathers on a scrape what is known of the stores, the queues, overdue deadlines and the lag of projections.

All parts are queried concurrently, in bounded time. What a hanging store does not report in time is left out; the store
counts as down.
"""

import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from threading import Lock
from typing import Any, Final

from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily
from prometheus_client.metrics_core import Metric as Family
from prometheus_client.registry import Collector
from redis import Redis
from rq.job import Job
from rq.utils import utcparse

from eventstore.store import Health, read_health
from service.clients.usage import sums_of_month
from service.game.context import Context
from service.game.scrub_rounds import LOGS, SEGMENTS, read_progress
from service.measuring.readiness import archive_fault, list_broken, name_queues, run_together
from service.measuring.reports import KINDS, Sample, appends, read_reports
from service.process.disk import MEGABYTE, free_bytes
from service.process.known_store import file_of_process, is_replaced
from service.queue import keys
from service.queue.ai_jobs import AI_QUEUES
from service.queue.jobs import JOBS_QUEUE, LONG_LAST_QUEUE, LONG_QUEUE
from service.queue.waits import longest_waits
from service.views.lobby_projection import LOBBY
from service.webhooks.notices import Notices

PROCESS: Final = "api"
FRESH_S: Final = 1.0
"""Reuses results that are at most this old."""
QUEUED: Final = "longroad_queue_jobs"
OVERDUE: Final = "longroad_deadlines_overdue"
OVERDUE_MS: Final = 5_000
QUEUES: Final = (*AI_QUEUES, JOBS_QUEUE, LONG_QUEUE, LONG_LAST_QUEUE)
PROJECTIONS: Final = (LOBBY, Notices.name)


class Gathered(Collector):
    """Collects what is queried on a scrape, and what other processes reported; safe to share between greenlets."""

    def __init__(self, ctx: Context) -> None:
        self._ctx = ctx
        self._lock = Lock()
        self._due = 0.0
        self._found: list[Sample] = []

    def collect(self) -> Iterator[Family]:
        """Yield a family for each metric that has a value."""
        families: dict[str, Family] = {}
        for sample in self._samples():
            known = KINDS.get(sample.metric)
            if known is not None:
                made = CounterMetricFamily if known.kind == "counter" else GaugeMetricFamily
                family = families.setdefault(known.name, made(known.name, known.meaning, labels=known.labels))
                family.add_metric(sample.labels, sample.value)  # type: ignore[attr-defined]
        yield from families.values()

    def _samples(self) -> Iterator[Sample]:
        with self._lock:
            if time.monotonic() >= self._due:
                self._found = _look(self._ctx)
                self._due = time.monotonic() + FRESH_S
            found = self._found
        yield from found
        yield from read_reports(self._ctx.settings.data_dir)
        yield from appends(PROCESS)
        quarantine = self._ctx.games.quarantine
        quarantine.keep_up()
        for problem, count in quarantine.counts().items():
            yield Sample("longroad_quarantined_games", (problem,), count)
        yield Sample("longroad_report_timestamp_seconds", (PROCESS,), time.time())


def _look(ctx: Context) -> list[Sample]:
    parts: list[_Part] = [
        (lambda: _store("events", ctx.store.health()), [_down("events")]),
        *(part for place in range(len(ctx.jobs.all)) for part in _parts_of_queues(ctx, place)),
        (lambda: [_promise(ctx)], []),
        (lambda: [_archive(ctx)], []),
        (lambda: [Sample(OVERDUE, (), ctx.store.count_overdue(ctx.clock() - OVERDUE_MS))], []),
        (lambda: [*_behind(ctx)], []),
        (lambda: [*_usage(ctx)], []),
        (lambda: [*_scrub(ctx)], []),
    ]
    found = [sample for part in run_together(parts) for sample in part]
    found = found if len(ctx.jobs.all) == 1 else _join(found)
    return [*found, *_disk(ctx.settings.data_dir, ctx.settings.min_free_mb)]


_Part = tuple[Callable[[], list[Sample]], list[Sample]]
"""Holds a query, and the samples that are reported if it fails."""


def _parts_of_queues(ctx: Context, place: int) -> list[_Part]:
    name, redis = name_queues(place, len(ctx.jobs.all)), ctx.jobs.all[place].redis
    return [
        (lambda: _store(name, read_health(redis)), [_down(name)]),
        (lambda: [*_queues(redis)], []),
        (lambda: [*_waits(redis)], []),
    ]


def _join(found: Sequence[Sample]) -> list[Sample]:
    """Join what several of the queues' stores have in each queue: the jobs of all, and the longest time."""
    joined: dict[tuple[str, Sequence[str]], float] = {}
    for metric, labels, value in found:
        known = joined.get((metric, labels))
        both = value if known is None else known + value if metric == QUEUED else max(known, value)
        joined[metric, labels] = both
    return [Sample(metric, labels, value) for (metric, labels), value in joined.items()]


def _down(name: str) -> Sample:
    return Sample("longroad_store_up", (name,), 0)


def _store(name: str, health: Health) -> list[Sample]:
    values = {
        "up": 1,
        "latency_seconds": health.latency_s,
        "memory_bytes": health.memory,
        "memory_limit_bytes": health.memory_limit,
        "aof_bytes": health.aof,
        "aof_rewriting": health.is_rewriting,
        "aof_rewrite_ok": health.is_rewrite_well,
        "delayed_fsyncs_total": health.delayed_fsyncs,
        "evicted_keys_total": health.evicted,
    }
    return [Sample(f"longroad_store_{what}", (name,), float(value)) for what, value in values.items()]


def _promise(ctx: Context) -> Sample:
    broken = list_broken(ctx.settings, ctx.store.condition())
    is_safe = not broken and not is_replaced(ctx.store, file_of_process())
    return Sample("longroad_store_safe", ("events",), float(is_safe))


def _archive(ctx: Context) -> Sample:
    archive = ctx.store.archive
    fault = archive_fault(archive, is_written="sweep" in ctx.settings.role)
    return Sample("longroad_archive_ok", (), float(fault is None and not archive.is_other))


def _queues(redis: Redis) -> Iterator[Sample]:
    with redis.pipeline(transaction=False) as pipe:
        for queue in QUEUES:
            pipe.llen(keys.queue(queue))
            pipe.lindex(keys.queue(queue), 0)
        answers = pipe.execute()
    for queue, length, first in zip(QUEUES, answers[::2], answers[1::2], strict=True):
        queued: Any = redis.hget(Job.key_for(first.decode()), "enqueued_at") if first else None
        age = time.time() - utcparse(queued.decode()).timestamp() if queued else 0.0
        yield Sample(QUEUED, (queue,), length)
        yield Sample("longroad_queue_oldest_job_age_seconds", (queue,), max(0.0, age))


def _waits(redis: Redis) -> Iterator[Sample]:
    for role, seconds in longest_waits(redis, time.time()).items():
        yield Sample("longroad_awaited_job_age_seconds", (role,), seconds)


def _behind(ctx: Context) -> Iterator[Sample]:
    for projection in PROJECTIONS:
        since = ctx.store.oldest_unread_ms(projection)
        age = max(0.0, time.time() - since / 1000) if since else 0.0
        yield Sample("longroad_projection_lag_seconds", (projection,), age)


def _scrub(ctx: Context) -> Iterator[Sample]:
    found = read_progress(ctx.store, ctx.settings.scrub_days, ctx.clock())
    yield Sample("longroad_scrubbed_versions", (), found[LOGS].versions)
    yield Sample("longroad_scrub_passed_timestamp_seconds", (), found[LOGS].oldest / 1000)
    for kind in (LOGS, SEGMENTS) if ctx.store.archive.is_there else (LOGS,):
        yield Sample("longroad_scrub_share", (kind,), found[kind].share)
        yield Sample("longroad_scrub_late", (kind,), float(found[kind].is_late))


def _usage(ctx: Context) -> Iterator[Sample]:
    for key, sums in sums_of_month(ctx).items():
        yield Sample("longroad_usage_requests_total", (key,), sums.requests)
        yield Sample("longroad_usage_cpu_seconds_total", (key, "api"), sums.api_us / 1_000_000)
        yield Sample("longroad_usage_cpu_seconds_total", (key, "worker"), sums.worker_us / 1_000_000)
        yield Sample("longroad_usage_decisions_total", (key,), sums.decisions)
        yield Sample("longroad_usage_bytes_total", (key,), sums.size)


def _disk(data_dir: Path, reserve: int) -> Iterator[Sample]:
    try:
        yield Sample("longroad_disk_free_bytes", (), free_bytes(data_dir))
        yield Sample("longroad_disk_reserve_bytes", (), reserve * MEGABYTE)
    except OSError:
        return
