"""Opens spans in processes that record traces; in all others these functions do nothing and import nothing.

The standard variables of OpenTelemetry turn traces on. A process calls `begin` after it was forked, because the thread
that sends spans does not survive a fork. One process hands its open span to another as the value of the header
`traceparent`; functions call that value `carried`.
"""

import logging
import os
import time
from collections.abc import Callable, Iterable, Mapping
from contextlib import AbstractContextManager, nullcontext
from contextvars import copy_context
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from service.tracing.recording import Recording, Role

API: Final = "/v1/"
"""The prefix of the paths whose requests are traced; probes and pages are not."""
NOTHING: Final[AbstractContextManager[None]] = nullcontext()

log = logging.getLogger(__name__)
_recorder: "Recording | None" = None


def begin(process: str) -> None:
    """Record spans from now on, if the environment says so; if that fails, log why and go on without traces."""
    global _recorder
    if not is_wanted(os.environ):
        return
    if not is_installed():
        log.warning("there are no traces without OpenTelemetry, which the extra traces of longroad brings")
        return
    try:
        _recorder = import_module("service.tracing.recording").recorder(process, os.environ)
    except Exception as error:  # any package's exporter reads variables here; none may stop the process
        log.error("there are no traces, for their settings cannot be used: %s", error)


def trace_requests(app: Any) -> None:
    """Begin to record spans in the API's process, including one for each request of a WSGI application to the API.

    A request's span is a child of the caller's span if `traceparent` names one. It ends when the answer begins, so a
    stream's is as short as any.
    """
    begin("api")
    usual: Callable[..., Iterable[bytes]] = app.wsgi_app

    def trace(environ: dict[str, Any], start: Callable[..., Any]) -> Iterable[bytes]:
        if not environ["PATH_INFO"].startswith(API):
            return usual(environ, start)

        def begin_answer(status: str, headers: list[tuple[str, str]], *failed: Any) -> Any:
            note(status=int(status[:3]), request=dict(headers).get("X-Request-Id"))
            return start(status, headers, *failed)

        with resume(environ.get("HTTP_TRACEPARENT"), "request", "server"):
            return usual(environ, begin_answer)

    if is_on():
        app.wsgi_app = trace


def is_wanted(environment: Mapping[str, str]) -> bool:
    """Return whether the variables turn traces on: they name an exporter, or else the address of a collector."""
    if environment.get("OTEL_SDK_DISABLED", "").strip().lower() == "true":
        return False
    named = environment.get("OTEL_TRACES_EXPORTER", "").strip().lower()
    if named:
        return named != "none"
    places = ("OTEL_EXPORTER_OTLP_ENDPOINT", "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT")
    return any(environment.get(place) for place in places)


def is_installed() -> bool:
    """Return whether the packages of the extra `traces` are installed."""
    return find_spec("opentelemetry") is not None and find_spec("opentelemetry.sdk") is not None


def is_on() -> bool:
    """Return whether this process records spans."""
    return _recorder is not None


def end() -> None:
    """Send the spans that are still queued, before the process ends; gives up after half a second."""
    if _recorder is not None:
        _recorder.flush()


def span(name: str, role: "Role" = "internal", **about: str | int | None) -> AbstractContextManager[None]:
    """Open a span for a block, as a child of the open one; `about` has attributes that `recording.ATTRIBUTES` lists."""
    return NOTHING if _recorder is None else _recorder.span(name, role, about)


def resume(
    carried: str | None,
    name: str,
    role: "Role" = "consumer",
    *,
    began: int | None = None,
    is_linked: bool = False,
    **about: str | int | None,
) -> AbstractContextManager[None]:
    """Open a span as a child of one from another process; without a valid `carried` it begins a new trace.

    With `is_linked` it begins a new trace too, and has a link to the other span: for work that may be tried again much
    later. `began` is the time (ns, as `now` returns it) at which the span began; by default it begins now.
    """
    if _recorder is None:
        return NOTHING
    return _recorder.resume(carried, name, role, began, is_linked, about)


def now() -> int:
    """Return the time in ns, to pass as `began` later; 0 in a process that records no traces."""
    return 0 if _recorder is None else time.time_ns()


def note(**about: str | int | None) -> None:
    """Add attributes to the open span, once they are known."""
    if _recorder is not None:
        _recorder.note(about)


def name_request(method: str, route: str) -> None:
    """Name the open span of a request after its route, which is not known yet when the span is opened."""
    if _recorder is not None:
        _recorder.name_request(method, route)


def link(carried: str | None) -> None:
    """Link the open span to one of another trace."""
    if _recorder is not None:
        _recorder.link(carried)


def carry() -> str | None:
    """Return the open span as the value of the header `traceparent`; None if no span is open."""
    return None if _recorder is None else _recorder.carry()


def bound(act: Callable[[], None]) -> Callable[[], None]:
    """Return a function that calls `act` within the span that is open now, in whichever thread it is called."""
    if _recorder is None:
        return act
    context = copy_context()
    return lambda: context.run(act)
