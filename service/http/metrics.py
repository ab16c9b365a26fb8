"""What /metrics measures, in the text format of Prometheus."""

from functools import partial

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, PlatformCollector, ProcessCollector

from service.quarantine import DAMAGED, NEWER, Quarantine

BUCKETS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0, 30.0)


class Metrics:
    """The measurements of one application."""

    def __init__(self) -> None:
        registry = self.registry = CollectorRegistry()
        ProcessCollector(registry=registry)
        PlatformCollector(registry=registry)
        self.requests = Counter(
            "longroad_http_requests", "Requests answered", ("method", "route", "status"), registry=registry
        )
        self.seconds = Histogram(
            "longroad_http_request_seconds",
            "Time to the first byte of an answer",
            ("route",),
            registry=registry,
            buckets=BUCKETS,
        )
        self.refusals = Counter("longroad_refusals", "Problems answered", ("problem",), registry=registry)
        self.streams = Gauge("longroad_streams_open", "Event streams open now", registry=registry)
        self.lagging = Counter("longroad_streams_lagging", "Event streams closed for reading slowly", registry=registry)

    def watch(self, quarantine: Quarantine) -> None:
        """Measure the games in quarantine, and how far the scrub of all logs has come."""
        games = Gauge(
            "longroad_quarantined_games", "Games whose log cannot be read", ("problem",), registry=self.registry
        )
        for problem in (DAMAGED, NEWER):
            games.labels(problem).set_function(partial(_count, quarantine, problem))
        versions = Gauge(
            "longroad_scrubbed_versions", "Versions whose chain the scrub has proven", registry=self.registry
        )
        versions.set_function(lambda: quarantine.scrubbed("versions"))
        passed = Gauge("longroad_scrub_passed_timestamp_seconds", "End of the last full pass", registry=self.registry)
        passed.set_function(lambda: quarantine.scrubbed("passed") / 1000)


def _count(quarantine: Quarantine, problem: str) -> int:
    quarantine.keep_up()
    return quarantine.counts()[problem]
