"""What /metrics measures, in the text format of Prometheus."""

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, PlatformCollector, ProcessCollector

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
