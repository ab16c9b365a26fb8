"""Serves /metrics in Prometheus' text format: the sums of the API's processes, and the reports of other processes."""

import time
from collections.abc import Iterable, Iterator
from typing import Final

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, PlatformCollector, ProcessCollector
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily
from prometheus_client.metrics_core import Metric as Family
from prometheus_client.registry import Collector

from service.game.context import Context
from service.http.shared_metrics import SharedMetrics
from service.http.sharing import Shared
from service.measuring.catalog import KINDS
from service.measuring.looking import Look
from service.measuring.reports import Sample, appends, read_reports
from service.tracing import spans

BUCKETS: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0, 30.0)
PROCESS: Final = "api"


class Metrics:
    """Holds the metrics of one application."""

    def __init__(self, context: Context, shared: Shared | None = None) -> None:
        self.registry, registry = CollectorRegistry(), CollectorRegistry()
        self.together = SharedMetrics(registry, context.settings.data_dir, shared or Shared())
        self.registry.register(self.together)
        PlatformCollector(registry=self.registry)
        self.registry.register(Gathered(context))
        ProcessCollector(registry=registry)
        self.requests = Counter(*_describe("longroad_http_requests_total"), registry=registry)
        self.seconds = Histogram(*_describe("longroad_http_request_seconds"), registry=registry, buckets=BUCKETS)
        self.refusals = Counter(*_describe("longroad_refusals_total"), registry=registry)
        self.streams = Gauge(*_describe("longroad_streams_open"), registry=registry)
        self.kept = Gauge(*_describe("longroad_kept_bodies_bytes"), registry=registry)
        self.unnamed_proxies = Gauge(*_describe("longroad_unnamed_proxies"), registry=registry)
        self.lagging = Counter(*_describe("longroad_streams_lagging_total"), registry=registry)
        self._of_answers: dict[tuple[str, str, int], tuple[Counter, Histogram]] = {}

    def count(self, method: str, route: str, status: int, seconds: float) -> None:
        """Count an answer and how long it took."""
        spans.name_request(method, route)
        answers = method, route, status
        counts = self._of_answers.get(answers)
        if counts is None:
            counts = self._of_answers[answers] = self.requests.labels(*answers), self.seconds.labels(route)
        counts[0].inc()
        counts[1].observe(seconds)


def _describe(name: str) -> tuple[str, str, tuple[str, ...]]:
    """Return name, meaning and labels of a metric in the catalog."""
    return name, KINDS[name].meaning, KINDS[name].labels


class Gathered(Collector):
    """Collects values on demand, and those that other processes reported."""

    def __init__(self, context: Context) -> None:
        self._context = context
        self._look = Look(context)

    def describe(self) -> Iterable[Family]:
        """Describe nothing, so that registering collects nothing."""
        return ()

    def collect(self) -> Iterator[Family]:
        """Yield a family for each metric that has a value."""
        families: dict[str, Family] = {}
        for sample in self._samples():
            known = KINDS.get(sample.metric)
            if known is not None:
                family = families.setdefault(known.name, _family(sample.metric))
                family.add_metric(sample.labels, sample.value)  # type: ignore[attr-defined]
        yield from families.values()

    def _samples(self) -> Iterator[Sample]:
        yield from self._look.samples()
        yield from read_reports(self._context.settings.data_dir)
        yield from appends(PROCESS)
        yield from self._unreadable()
        yield Sample("longroad_report_timestamp_seconds", (PROCESS,), time.time())

    def _unreadable(self) -> Iterator[Sample]:
        quarantine = self._context.games.quarantine
        quarantine.keep_up()
        for problem, count in quarantine.counts().items():
            yield Sample("longroad_quarantined_games", (problem,), count)
        yield Sample("longroad_scrubbed_versions", (), quarantine.scrub_progress("versions"))
        yield Sample("longroad_scrub_passed_timestamp_seconds", (), quarantine.scrub_progress("passed") / 1000)


def _family(name: str) -> Family:
    _, kind, labels, meaning = KINDS[name]
    made = CounterMetricFamily if kind == "counter" else GaugeMetricFamily
    return made(name, meaning, labels=labels)
