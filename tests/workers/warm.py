"""Starts workers as forks of a process that has imported what they need, as the supervisor starts its own.

Each import would cost more than half a second of a core, and a run of all tests starts some sixty.
"""

import gc
import os
import signal
import sys
from collections.abc import Mapping
from multiprocessing import get_context
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Any, TextIO

ROOT = Path(__file__).parent.parent.parent
SHOWN = 4000  # characters of a worker's errors
FORKS = get_context("forkserver")
FORKS.set_forkserver_preload(["tests.workers.serve", "workers.jobs"])


class Worker:
    """Represents a process that runs `tests.workers.serve` with arguments, with the methods of `subprocess.Popen`."""

    def __init__(self, arguments: tuple[str, ...], environment: Mapping[str, str]) -> None:
        self._errors = NamedTemporaryFile()  # noqa: SIM115 - until the process has ended
        self._process = FORKS.Process(target=_run, args=(arguments, dict(environment), self._errors.name))
        self._process.start()
        assert self._process.pid is not None
        self.pid = self._process.pid

    def send_signal(self, number: int) -> None:
        """Send a signal, unless it has ended."""
        if self._process.is_alive():
            os.kill(self.pid, number)

    def terminate(self) -> None:
        """Request it to end."""
        self.send_signal(signal.SIGTERM)

    def kill(self) -> None:
        """Kill it."""
        self.send_signal(signal.SIGKILL)

    def poll(self) -> int | None:
        """Return its exit code, negative for a signal; None while it runs."""
        return self._process.exitcode

    def wait(self, seconds: float) -> int:
        """Wait for its exit code; fail if it does not end in time."""
        self._process.join(seconds)
        code = self._process.exitcode
        assert code is not None, f"{self.pid} is still running"
        self._errors.close()
        return code

    def read_errors(self) -> str:
        """Return the end of what it has written to stderr, until `wait` has returned."""
        return Path(self._errors.name).read_text()[-SHOWN:]


class CopiedStream:
    """Writes to a stream, and copies that into a file."""

    def __init__(self, stream: TextIO, path: str) -> None:
        self._stream = stream
        self._copy = open(path, "a", buffering=1)  # noqa: SIM115 - for as long as the process lives

    def write(self, text: str) -> int:
        """Write a text to both."""
        self._copy.write(text)
        return self._stream.write(text)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)


def _run(arguments: tuple[str, ...], environment: dict[str, str], errors: str) -> None:
    """Become a process of its own, as `subprocess` would start it, and copy its errors into a file."""
    sys.stderr = CopiedStream(sys.stderr, errors)
    from tests.workers.serve import main

    gc.freeze()  # shared with all forks
    os.setsid()
    os.chdir(ROOT)
    os.environ.clear()
    os.environ.update(environment)
    sys.exit(main(arguments))
