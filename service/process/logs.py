"""Writes the log lines of every process: time, level, process, the ids concerned, and the message.

The ids (request, game, job) are set once for all lines in the same request or job; a call's `extra` adds to them.
Losing a store is expected: it makes one warning without a traceback, whichever code reports it.
"""

import logging
import sys
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import UTC, datetime
from types import MappingProxyType, TracebackType
from typing import Any, Final

import orjson
from redis import exceptions

from eventstore.outages import StorageFull, StoreReplaced, Unconfirmed

ABOUT: Final = ("request", "game", "job", "webhook")
"""Lists what a line may concern; each is an id."""
MORE: Final = ("method", "path", "status", "seconds", "address")
"""Lists the additional members of a line of the access log."""
LOST: Final = (
    exceptions.ConnectionError,
    exceptions.TimeoutError,
    exceptions.ClusterError,
    exceptions.ClusterDownError,
    exceptions.MasterDownError,
    exceptions.OutOfMemoryError,
    exceptions.ReadOnlyError,
    Unconfirmed,
    StorageFull,
    StoreReplaced,
)
"""Lists what clients of the stores raise while a store is away, starts, or accepts no writes."""

_about: ContextVar[Mapping[str, str]] = ContextVar("about", default=MappingProxyType({}))
log = logging.getLogger("longroad")


def begin(process: str, log_format: str = "text") -> None:
    """Send all log lines of this process to stderr in one format, with those of libraries and uncaught errors."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(lines(process, log_format))
    handler.addFilter(_reduce)
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(logging.INFO)
    logging.captureWarnings(True)
    sys.excepthook = report
    threading.excepthook = lambda failed: report(failed.exc_type, failed.exc_value, failed.exc_traceback)


def lines(process: str, log_format: str) -> logging.Formatter:
    """Return what formats the lines of a process: as text, or `json`."""
    return JsonLines(process) if log_format == "json" else TextLines(process)


def say_request(request: str) -> None:
    """Mark the following lines of this greenlet as concerning a request."""
    _about.set({"request": request})


@contextmanager
def about(**what: str) -> Iterator[None]:
    """Mark the lines within the block as concerning these ids."""
    token = _about.set({**_about.get(), **what})
    try:
        yield
    finally:
        _about.reset(token)


def report(kind: type[BaseException], error: BaseException | None, place: TracebackType | None) -> None:
    """Log an uncaught error."""
    if error is not None and not issubclass(kind, KeyboardInterrupt | SystemExit):
        log.error("nobody has caught this", exc_info=(kind, error, place))


def _reduce(record: logging.LogRecord) -> bool:
    """Reduce a report of a lost store to a one-line warning; RQ puts the traceback into the message."""
    within = "Traceback (most recent call last)" in str(record.msg) + str(record.args)
    error = (record.exc_info or (sys.exc_info() if within else None) or (None, None))[1]
    if isinstance(error, LOST):
        first = record.getMessage().partition("\n")[0]
        record.msg, record.args = first if str(error) in first else f"{first}: {error}", None
        record.exc_info = record.exc_text = None
        record.levelno, record.levelname = min(record.levelno, logging.WARNING), "WARNING"
    return True


class _Lines(logging.Formatter):
    """Holds what both formats share."""

    def __init__(self, process: str) -> None:
        super().__init__()
        self.process = process

    def time(self, record: logging.LogRecord) -> str:
        """Return the time of a record, in UTC."""
        return datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")

    def about(self, record: logging.LogRecord) -> dict[str, Any]:
        """Return the ids that the line concerns."""
        own: dict[str, Any] = {name: record.__dict__[name] for name in ABOUT if name in record.__dict__}
        return {**_about.get(), **own}


class TextLines(_Lines):
    """Formats lines for people: every line has the same prefix, also those of a traceback."""

    def format(self, record: logging.LogRecord) -> str:
        """Return `TIME LEVEL process [game=ID] message`."""
        ids = "".join(f" {name}={value}" for name, value in self.about(record).items())
        head = f"{self.time(record)} {record.levelname} {self.process}{ids} "
        trace = f"\n{self.formatException(record.exc_info)}" if record.exc_info else ""
        lines = (record.getMessage() + trace).splitlines() or [""]
        return "\n".join(head + line for line in lines)


class JsonLines(_Lines):
    """Formats lines for programs: one JSON object per line."""

    def format(self, record: logging.LogRecord) -> str:
        """Return a JSON object with the members listed in docs/operations.md."""
        line: dict[str, Any] = {
            "time": self.time(record),
            "level": record.levelname.lower(),
            "process": self.process,
            "logger": record.name,
            **self.about(record),
            **{name: record.__dict__[name] for name in MORE if name in record.__dict__},
            "message": record.getMessage(),
        }
        if record.exc_info:
            line["exception"] = self.formatException(record.exc_info)
        return orjson.dumps(line, default=str).decode()
