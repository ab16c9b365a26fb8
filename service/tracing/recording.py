"""Records spans with OpenTelemetry's SDK. Only processes that record traces import this module.

A span has the attributes that `ATTRIBUTES` lists and no others, so no body, error message, address or name gets out.
"""

import logging
import threading
import time
from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager
from contextvars import Token
from importlib.metadata import entry_points
from types import TracebackType
from typing import Final, Literal

from opentelemetry.context import Context, attach, detach
from opentelemetry.sdk.resources import SERVICE_NAME, Resource
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor, SpanExporter
from opentelemetry.trace import (
    Link,
    NonRecordingSpan,
    Span,
    SpanContext,
    SpanKind,
    StatusCode,
    get_current_span,
    set_span_in_context,
)
from opentelemetry.trace.propagation.tracecontext import TraceContextTextMapPropagator

from eventstore.records import Conflict, Duplicate, OtherFacts
from service.problems import Problem
from service.process.build import version

Role = Literal["internal", "server", "client", "producer", "consumer"]
"""Lists the kinds of spans, as OpenTelemetry names them: which side of a call a span is on."""
About = Mapping[str, str | int | None]
"""Holds the attributes of a span, under our names in `ATTRIBUTES`; those that are None are left out."""
ATTRIBUTES: Final = {
    "game": "longroad.game",
    "version": "longroad.version",
    "count": "longroad.versions",
    "ruleset": "longroad.ruleset",
    "seat": "longroad.seat",
    "agent": "longroad.agent",
    "kind": "longroad.kind",
    "projection": "longroad.projection",
    "attempt": "longroad.attempt",
    "problem": "longroad.problem",
    "request": "longroad.request",
    "error": "error.type",
    "method": "http.request.method",
    "route": "http.route",
    "status": "http.response.status_code",
}
"""Lists the attributes that a span may have: our name for each, and its name in OpenTelemetry."""
METHODS: Final = frozenset(("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"))
EXPECTED: Final = (Problem, Conflict, Duplicate, OtherFacts)
"""Lists the exceptions that do not mark a span as failed: refusals, and lost races that are tried again."""
ROLES: Final = {
    "internal": SpanKind.INTERNAL,
    "server": SpanKind.SERVER,
    "client": SpanKind.CLIENT,
    "producer": SpanKind.PRODUCER,
    "consumer": SpanKind.CONSUMER,
}
FLUSH_S: Final = 0.5
SILENCE_S: Final = 60.0
"""Sets the time between two log lines about spans that cannot be sent."""
NOWHERE: Final = Context()
_HEADER: Final = TraceContextTextMapPropagator()

log = logging.getLogger(__name__)


def recorder(process: str, environment: Mapping[str, str]) -> "Recording":
    """Return a recorder for this process; raises some exception if a variable cannot be used."""
    names = environment.get("OTEL_TRACES_EXPORTER") or "otlp"
    made = Recording(process, [_exporter(name.strip().lower(), environment) for name in names.split(",")])
    library = logging.getLogger("opentelemetry")
    library.handlers, library.propagate = [_OncePerMinute()], False
    return made


def _exporter(name: str, environment: Mapping[str, str]) -> SpanExporter:
    package = name
    if name == "otlp":  # is installed under the name of its protocol
        variables = ("OTEL_EXPORTER_OTLP_TRACES_PROTOCOL", "OTEL_EXPORTER_OTLP_PROTOCOL")
        protocol = next((environment[one] for one in variables if environment.get(one)), "")
        package = "otlp_proto_grpc" if protocol == "grpc" else "otlp_proto_http"
    found = list(entry_points(group="opentelemetry_traces_exporter", name=package))
    if not found:
        raise ValueError(f"the exporter {package} is not installed")
    made: SpanExporter = found[0].load()()
    return made


class _OncePerMinute(logging.Handler):
    """Logs one warning of OpenTelemetry a minute; it warns at each attempt to reach a collector that is down."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self._next = 0.0

    def emit(self, record: logging.LogRecord) -> None:
        """Log a warning, unless another was logged less than a minute ago."""
        if time.monotonic() >= self._next:
            self._next = time.monotonic() + SILENCE_S
            log.warning("spans may be lost: %s", record.getMessage())


class Recording:
    """Records the spans of one process, and sends them in a thread of its own."""

    def __init__(self, process: str, exporters: Sequence[SpanExporter]) -> None:
        given = Resource.create({"longroad.process": process})  # with what the environment says
        is_named = not str(given.attributes[SERVICE_NAME]).startswith("unknown_service")
        name = given if is_named else given.merge(Resource({SERVICE_NAME: "longroad"}))
        resource = Resource({"service.version": version()}).merge(name)
        self._provider = TracerProvider(resource=resource, shutdown_on_exit=False)
        for exporter in exporters:
            self._provider.add_span_processor(BatchSpanProcessor(exporter))
        self._tracer = self._provider.get_tracer("longroad", version())

    def span(self, name: str, role: Role, about: About) -> AbstractContextManager[None]:
        """Open a span as a child of the open one."""
        return _Open(self._tracer.start_span(name, None, ROLES[role], _attributes(about)))

    def resume(
        self, carried: str | None, name: str, role: Role, began: int | None, is_linked: bool, about: About
    ) -> AbstractContextManager[None]:
        """Open a span as a child of one from another process, or in a trace of its own with a link to that span."""
        other = _read(carried)
        links = [Link(other)] if other is not None and is_linked else []
        parent = NOWHERE if other is None or is_linked else set_span_in_context(NonRecordingSpan(other), NOWHERE)
        return _Open(self._tracer.start_span(name, parent, ROLES[role], _attributes(about), links, began))

    def note(self, about: About) -> None:
        """Add attributes to the open span."""
        get_current_span().set_attributes(_attributes(about))

    def name_request(self, method: str, route: str) -> None:
        """Name the open span after the method and the route of its request."""
        span, verb = get_current_span(), method if method in METHODS else "_OTHER"
        span.set_attribute(ATTRIBUTES["method"], verb)
        if route == "none":
            span.update_name(verb)
        else:
            span.update_name(f"{verb} {route}")
            span.set_attribute(ATTRIBUTES["route"], route)

    def link(self, carried: str | None) -> None:
        """Link the open span to one of another trace."""
        other = _read(carried)
        if other is not None:
            get_current_span().add_link(other)

    def carry(self) -> str | None:
        """Return the open span as the value of the header `traceparent`; None if no span is open."""
        carrier: dict[str, str] = {}
        _HEADER.inject(carrier)
        return carrier.get("traceparent")

    def flush(self) -> None:
        """Send the spans that are still queued; give up after half a second, also if the collector hangs."""
        thread = threading.Thread(target=self._provider.force_flush, name="last spans", daemon=True)
        thread.start()
        thread.join(FLUSH_S)


class _Open:
    """Keeps a span open for a block, and notes the exception that ended the block, if any."""

    __slots__ = ("_span", "_token")

    def __init__(self, span: Span) -> None:
        self._span = span
        self._token: Token[Context] | None = None

    def __enter__(self) -> None:
        self._token = attach(set_span_in_context(self._span))

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, place: TracebackType | None
    ) -> None:
        if self._token is not None:
            detach(self._token)
        if isinstance(error, Problem):
            self._span.set_attribute(ATTRIBUTES["problem"], error.slug)
        elif error is not None:
            self._span.set_attribute(ATTRIBUTES["error"], type(error).__name__)
        if error is not None and not isinstance(error, EXPECTED):
            self._span.set_status(StatusCode.ERROR)
        self._span.end()


def _attributes(about: About) -> dict[str, str | int]:
    """Return attributes under their names in OpenTelemetry; raises KeyError for one that `ATTRIBUTES` does not list."""
    return {ATTRIBUTES[name]: value for name, value in about.items() if value is not None}


def _read(carried: str | None) -> SpanContext | None:
    """Parse the value of a header `traceparent`; None if it is missing or invalid."""
    if not carried:
        return None
    found = get_current_span(_HEADER.extract({"traceparent": carried}, NOWHERE)).get_span_context()
    return found if found.is_valid else None
