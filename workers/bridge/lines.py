"""Writes and reads the lines of the bridge: JSON objects in UTF-8, of bounded length and within bounded time."""

import os
import selectors
import signal
import subprocess
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from types import TracebackType
from typing import IO, Any, BinaryIO, Final

import orjson

EDITION: Final = 1
"""The edition of the lines."""
MOST_QUESTION: Final = 4 * 2**20
"""Limits the bytes of a line to a partner."""
MOST_ANSWER: Final = 2**16
"""Limits the bytes of a line from a partner."""
GREETING_S: Final = 30.0
"""Limits the seconds until a partner that was started has said who it is."""
PARTING_S: Final = 2.0
_CHUNK: Final = 2**16


class TooLong(ValueError):
    """Says that a line has more bytes than are read."""


class Fault(Exception):
    """Says why a partner's game is forfeited: one of `FAULTS`."""


FAULTS: Final = ("silent", "gone", "too_long", "no_json", "no_answer", "illegal")


def encode(message: Mapping[str, Any]) -> bytes:
    """Return a message as a line."""
    return orjson.dumps(message) + b"\n"


def lines(source: BinaryIO | IO[bytes], most: int) -> Iterator[bytes]:
    """Yield the lines of a source that are not empty; raises TooLong for one of more than `most` bytes."""
    while line := source.readline(most + 1):
        if len(line) > most:
            raise TooLong
        if line.strip():
            yield line


class Partner:
    """Runs a partner's program, which answers lines with lines; use it in a `with` block.

    Whatever the program does, a question takes at most `seconds`. Its standard error goes where ours does.
    """

    def __init__(self, command: Sequence[str], seconds: float) -> None:
        self.command, self.seconds = command, seconds
        self.hello: Mapping[str, Any] = {}
        self._process: subprocess.Popen[bytes] | None = None
        self._read = b""
        self._asked = 0

    def __enter__(self) -> "Partner":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()

    @property
    def name(self) -> str:
        """Return what the partner calls itself, with its version."""
        said = [str(self.hello[member])[:80] for member in ("name", "version") if member in self.hello]
        return " ".join(said) or self.command[0]

    def greet(self, table: Mapping[str, Any]) -> None:
        """Start the program if it does not run, and let it say who it is; raises Fault."""
        if self._process is not None:
            return
        try:
            self._process = subprocess.Popen(
                self.command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, start_new_session=True
            )
        except OSError as error:
            raise Fault("gone") from error
        for pipe in (self._process.stdin, self._process.stdout):
            assert pipe is not None
            os.set_blocking(pipe.fileno(), False)
        self._read = b""
        found = self._exchange({"do": "hello", "bridge": EDITION, **table}, GREETING_S)
        if found.get("bridge") != EDITION:
            raise Fault("no_answer")
        self.hello = found

    def ask(self, question: Mapping[str, Any]) -> dict[str, Any]:
        """Return the answer to a question; raises Fault."""
        self._asked += 1
        found = self._exchange({"do": "choose", "id": self._asked, **question}, self.seconds)
        if found.get("id") != self._asked or "error" in found:
            raise Fault("no_answer")
        return found

    def tell(self, message: Mapping[str, Any]) -> None:
        """Send what needs no answer; a partner that does not listen is heard of at the next question."""
        with suppress(Fault):
            self._write(encode(message), time.monotonic() + self.seconds)

    def stop(self) -> None:
        """End the program, and all that it has started."""
        process, self._process = self._process, None
        if process is None:
            return
        assert process.stdin is not None
        assert process.stdout is not None
        with suppress(OSError):
            process.stdin.close()
        with suppress(subprocess.TimeoutExpired):
            process.wait(PARTING_S)
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        process.stdout.close()

    def _exchange(self, message: Mapping[str, Any], seconds: float) -> dict[str, Any]:
        until = time.monotonic() + seconds
        line = encode(message)
        if len(line) > MOST_QUESTION:
            raise Fault("too_long")
        self._write(line, until)
        try:
            found = orjson.loads(self._line(until))
        except ValueError as error:
            raise Fault("no_json") from error
        if not isinstance(found, dict):
            raise Fault("no_json")
        return found

    def _write(self, line: bytes, until: float) -> None:
        """Write a line while the partner reads; what it says meanwhile stays in its pipe."""
        process = self._running()
        assert process.stdin is not None
        while line:
            _wait(process.stdin, selectors.EVENT_WRITE, until)
            try:
                line = line[os.write(process.stdin.fileno(), line[:_CHUNK]) :]
            except BlockingIOError:
                continue
            except OSError as error:
                raise Fault("gone") from error

    def _line(self, until: float) -> bytes:
        process = self._running()
        assert process.stdout is not None
        while b"\n" not in self._read:
            if len(self._read) > MOST_ANSWER:
                raise Fault("too_long")
            _wait(process.stdout, selectors.EVENT_READ, until)
            chunk = os.read(process.stdout.fileno(), _CHUNK)
            if not chunk:
                raise Fault("gone")
            self._read += chunk
        line, _, self._read = self._read.partition(b"\n")
        if len(line) > MOST_ANSWER:
            raise Fault("too_long")
        return line

    def _running(self) -> subprocess.Popen[bytes]:
        if self._process is None:
            raise Fault("gone")
        return self._process


def _wait(pipe: IO[bytes], event: int, until: float) -> None:
    """Wait until a pipe is ready; raises Fault at the end of the time."""
    with selectors.DefaultSelector() as selector:
        selector.register(pipe, event)
        if not selector.select(max(0.0, until - time.monotonic())):
            raise Fault("silent")
