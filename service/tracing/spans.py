"""Opens spans where traces are wanted; elsewhere it does nothing and imports nothing.

The standard variables of OpenTelemetry say whether traces are wanted. A process calls `begin` after it was forked,
because the thread that sends spans does not survive a fork. Between processes a trace is carried as the value of the
header `traceparent`.
"""

import logging
import os
import time
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager, nullcontext
from contextvars import copy_context
from importlib import import_module
from importlib.util import find_spec
from typing import Final

from service.tracing.interface import Recorder, Role

NOTHING: Final[AbstractContextManager[None]] = nullcontext()

log = logging.getLogger(__name__)
_recorder: Recorder | None = None


def begin(process: str) -> None:
    """Record spans from now on, if the environment requests it; what goes wrong is logged, and there are no traces."""
    global _recorder
    if not is_wanted(os.environ):
        return
    if not is_installed():
        log.warning("there are no traces without OpenTelemetry: pip install longroad[traces]")
        return
    try:
        _recorder = import_module("service.tracing.recording").recorder(process, os.environ)
    except Exception as error:  # whatever the variables say, the process serves
        log.error("there are no traces, for their settings cannot be used: %s", error)


def is_wanted(environment: Mapping[str, str]) -> bool:
    """Return whether the variables request traces: by an exporter, or else by the address of a collector."""
    if environment.get("OTEL_SDK_DISABLED", "").strip().lower() == "true":
        return False
    named = environment.get("OTEL_TRACES_EXPORTER", "").strip().lower()
    if named:
        return named != "none"
    places = ("OTEL_EXPORTER_OTLP_ENDPOINT", "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT")
    return any(environment.get(place) for place in places)


def is_installed() -> bool:
    """Return whether the extra `traces` is there."""
    return find_spec("opentelemetry") is not None and find_spec("opentelemetry.sdk") is not None


def is_on() -> bool:
    """Return whether this process records spans."""
    return _recorder is not None


def end() -> None:
    """Send what is left, for half a second at most, before the process ends."""
    if _recorder is not None:
        _recorder.flush()


def span(name: str, role: Role = "internal", **about: str | int | None) -> AbstractContextManager[None]:
    """Open a span for the block, within the one that is open; `about` is what `recording.ATTRIBUTES` lists."""
    return NOTHING if _recorder is None else _recorder.span(name, role, about)


def resumed(
    carried: str | None,
    name: str,
    role: Role = "consumer",
    *,
    began: int | None = None,
    is_linked: bool = False,
    **about: str | int | None,
) -> AbstractContextManager[None]:
    """Open a span below one of another process, or the first of a trace if nothing readable is `carried`.

    If it `is_linked`, it begins a trace of its own that names the other: for what is tried again, perhaps much later.
    It `began` now unless a time is given, as `now` returns it.
    """
    if _recorder is None:
        return NOTHING
    return _recorder.resumed(carried, name, role, began, is_linked, about)


def now() -> int:
    """Return the time at which a span may be said to have begun, in ns; 0 while there are no traces."""
    return 0 if _recorder is None else time.time_ns()


def note(**about: str | int | None) -> None:
    """Add to the open span what has come to light."""
    if _recorder is not None:
        _recorder.note(about)


def answered(method: str, route: str) -> None:
    """Name the open span of a request by its route, which is known only once it has been found."""
    if _recorder is not None:
        _recorder.answered(method, route)


def link(carried: str | None) -> None:
    """Have the open span name a span of another trace."""
    if _recorder is not None:
        _recorder.link(carried)


def carried() -> str | None:
    """Return the open span as the header `traceparent` says it; None if there is none."""
    return None if _recorder is None else _recorder.carried()


def bound(act: Callable[[], None]) -> Callable[[], None]:
    """Return a function that does the same within the span that is open now, in whichever thread it is called."""
    if _recorder is None:
        return act
    context = copy_context()
    return lambda: context.run(act)
