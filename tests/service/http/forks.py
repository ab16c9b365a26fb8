"""Starts API servers as forks of a process that has imported what they need (`tests.service.http.preloaded`).

Each import would cost a second of a core, and a run of all tests starts some seventy.
"""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Mapping
from functools import cache
from threading import Lock
from typing import IO, Any

from tests.workers.warm import ROOT

LOOK_S = 0.02


class ServerProcess:
    """Represents the process of a server, with the methods of `subprocess.Popen`."""

    def __init__(self, module: str, environment: Mapping[str, str]) -> None:
        started = _ask({"module": module, "environment": dict(environment)})
        assert started is not None
        self.pid = started
        self.returncode: int | None = None

    def poll(self) -> int | None:
        """Return its exit code, negative for a signal; None while it runs."""
        if self.returncode is None:
            self.returncode = _ask({"ended": self.pid})
        return self.returncode

    def wait(self, seconds: float) -> int:
        """Return its exit code once it has ended; raises TimeoutExpired if it does not in time."""
        until = time.monotonic() + seconds
        while (code := self.poll()) is None:
            if time.monotonic() > until:
                raise subprocess.TimeoutExpired(str(self.pid), seconds)
            time.sleep(LOOK_S)
        return code

    def send_signal(self, number: int) -> None:
        """Send a signal, unless it has ended."""
        if self.poll() is None:
            os.kill(self.pid, number)

    def terminate(self) -> None:
        """Request it to end."""
        self.send_signal(signal.SIGTERM)


_ONE_AT_A_TIME = Lock()


def _ask(wish: Mapping[str, Any]) -> int | None:
    with _ONE_AT_A_TIME:
        wishes, answers = _preloaded()
        wishes.write(f"{json.dumps(wish)}\n")
        wishes.flush()
        found: int | None = json.loads(answers.readline())
        return found


@cache
def _preloaded() -> tuple[IO[str], IO[str]]:
    """Return where the process, which this one starts at its first server, reads and answers."""
    command = (sys.executable, "-m", "tests.service.http.preloaded")
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
    process = subprocess.Popen(command, cwd=ROOT, start_new_session=True, text=True, **pipes)
    assert process.stdin is not None
    assert process.stdout is not None
    return process.stdin, process.stdout
