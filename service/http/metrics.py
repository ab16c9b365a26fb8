"""Serves /metrics in Prometheus' text format: the sums of the API's processes, and the reports of other processes.

Each of the API's processes writes its counts to its own file every two seconds, as other kinds of processes do; the one
that answers adds the others' newest files to its own counts. Collectors have no `describe`, so that registering them
collects nothing.
"""

import time
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import orjson
from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, PlatformCollector, ProcessCollector
from prometheus_client.metrics_core import Metric as Family
from prometheus_client.registry import Collector

from service.game.context import Context
from service.http.connection_limits import Shared
from service.measuring.reports import KINDS, METRICS, PERIOD_S, write_report
from service.measuring.scraping import Gathered
from service.tracing import spans

BUCKETS: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0, 30.0)
LEAST: Final = ("process_start_time_seconds", "process_max_fds")
"""Metrics whose minimum is shown, not the sum; so are all times of creation (`_created`)."""
_Key = tuple[str, tuple[tuple[str, str], ...]]


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


class SharedMetrics(Collector):
    """Collects the metrics of a registry, over all processes together."""

    def __init__(self, own: CollectorRegistry, data_dir: Path, shared: Shared) -> None:
        self._own = own
        self._directory = data_dir / METRICS
        self._shared = shared

    def collect(self) -> Iterator[Family]:
        """Yield each family with the sums of all processes."""
        elsewhere = [self._read_report(row) for row in self._shared.others()]
        for family in self._own.collect():
            yield _add(family, [found.get(family.name, {}) for found in elsewhere])

    def keep_reporting(self) -> None:
        """Report the metrics of this process periodically; returns only if it is the only one."""
        while self._shared.processes > 1:
            self.report()
            time.sleep(PERIOD_S)

    def report(self) -> None:
        """Write the metrics of this process to its file; an error such as a full disk is only logged."""
        if self._directory.is_dir():
            families = {family.name: list(_values(family).items()) for family in self._own.collect()}
            write_report(self._path(self._shared.row), families)

    def _read_report(self, row: int) -> dict[str, dict[_Key, float]]:
        try:
            found = orjson.loads(self._path(row).read_bytes())
        except (OSError, orjson.JSONDecodeError):
            return {}
        return {family: {_key(*key): value for key, value in samples} for family, samples in found.items()}

    def _path(self, row: int) -> Path:
        return self._directory / f"api-{row}.counts"


def _key(name: str, labels: list[list[str]]) -> _Key:
    """Return a key that was reported as JSON, which has no tuples."""
    return name, tuple((label, value) for label, value in labels)


def _values(family: Family) -> dict[_Key, float]:
    return {(sample.name, tuple(sorted(sample.labels.items()))): sample.value for sample in family.samples}


def _add(family: Family, elsewhere: list[dict[_Key, float]]) -> Family:
    """Return a family with the samples of all processes."""
    values = _values(family)
    for found in elsewhere:
        for key, value in found.items():
            is_least = key[0] in LEAST or key[0].endswith("_created")
            known = values.get(key, value if is_least else 0.0)
            values[key] = min(known, value) if is_least else known + value
    together = Family(family.name, family.documentation, family.type, family.unit)
    for (name, labels), value in values.items():
        together.add_sample(name, dict(labels), value)
    return together
