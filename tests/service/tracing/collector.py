"""Provides a collector of traces: a server that takes spans by OTLP over HTTP, or never answers."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Event, Thread
from typing import Any, Final

import pytest
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest
from opentelemetry.proto.trace.v1.trace_pb2 import Span

from service.tracing import spans

AT_ONCE: Final = {"OTEL_BSP_SCHEDULE_DELAY": "50"}
"""Lists the variables with which a process sends its spans soon."""


@dataclass(frozen=True, slots=True)
class Seen:
    """Holds a span, and what its process says of itself."""

    span: Span
    resource: dict[str, Any]

    @property
    def name(self) -> str:
        """Return the name."""
        return self.span.name

    @property
    def id(self) -> str:
        """Return the id of the span."""
        return self.span.span_id.hex()

    @property
    def parent(self) -> str:
        """Return the id of the span above; empty for the first of a trace."""
        return self.span.parent_span_id.hex()

    @property
    def trace(self) -> str:
        """Return the id of the trace."""
        return self.span.trace_id.hex()

    @property
    def links(self) -> list[str]:
        """Return the ids of the spans that it is linked to."""
        return [link.span_id.hex() for link in self.span.links]

    @property
    def about(self) -> dict[str, Any]:
        """Return the attributes."""
        return _said(self.span.attributes)

    @property
    def process(self) -> str:
        """Return which process sent it."""
        return str(self.resource["longroad.process"])


@dataclass
class Collector:
    """Keeps the spans that it was sent, and the bytes in which they came."""

    url: str = ""
    spans: list[Seen] = field(default_factory=list)
    bodies: list[bytes] = field(default_factory=list)
    asked: Event = field(default_factory=Event)

    @property
    def settings(self) -> dict[str, str]:
        """Return the variables with which a process sends its spans here."""
        return {"OTEL_EXPORTER_OTLP_ENDPOINT": self.url, **AT_ONCE}

    def take(self, body: bytes) -> None:
        """Take the body of a request."""
        self.bodies.append(body)
        for of_process in ExportTraceServiceRequest.FromString(body).resource_spans:
            resource = _said(of_process.resource.attributes)
            for scope in of_process.scope_spans:
                self.spans.extend(Seen(span, resource) for span in scope.spans)

    def trace(self, trace_id: str) -> list[Seen]:
        """Return the spans of a trace, the earliest first."""
        found = [seen for seen in self.spans if seen.trace == trace_id]
        return sorted(found, key=lambda seen: seen.span.start_time_unix_nano)

    def named(self, name: str, **about: Any) -> list[Seen]:
        """Return the spans of a name whose attributes say this."""
        return [seen for seen in self.spans if seen.name == name and _says(seen, about)]


@contextmanager
def collecting(*, hangs: bool = False) -> Iterator[Collector]:
    """Yield a collector on a port of its own; one that hangs reads no request and answers none."""
    collector, over = Collector(), Event()

    class Handler(BaseHTTPRequestHandler):
        def handle(self) -> None:
            collector.asked.set()
            if hangs:
                over.wait()
            else:
                super().handle()

        def do_POST(self) -> None:
            collector.take(self.rfile.read(int(self.headers["Content-Length"])))
            self.send_response(200)
            self.send_header("Content-Length", "0")
            self.end_headers()

        def log_message(self, *args: Any) -> None:
            """Log nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    collector.url = f"http://127.0.0.1:{server.server_port}"
    Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True).start()
    try:
        yield collector
    finally:
        over.set()
        server.shutdown()
        server.server_close()


@contextmanager
def recording(monkeypatch: pytest.MonkeyPatch) -> Iterator[Collector]:
    """Have this process send its spans to a collector, which is yielded."""
    monkeypatch.setattr(spans, "_recorder", None)
    with collecting() as collector:
        for name, value in collector.settings.items():
            monkeypatch.setenv(name, value)
        spans.begin("test")
        yield collector


def _said(attributes: Any) -> dict[str, Any]:
    return {one.key: getattr(one.value, str(one.value.WhichOneof("value"))) for one in attributes}


def _says(seen: Seen, about: dict[str, Any]) -> bool:
    return all(seen.about.get(f"longroad.{name}") == value for name, value in about.items())
