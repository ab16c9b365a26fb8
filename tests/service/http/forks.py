"""Starts API servers as forks of a process that has imported what they need (`tests.service.http.preloaded`).

Each import would cost a second of a core, and a run of all tests starts some seventy.
"""

import json
import os
import subprocess
import sys
from collections.abc import Mapping
from functools import cache
from threading import Lock
from typing import IO, Any

from service.supervisor.child import Forked
from tests.workers.warm import ROOT


class ServerProcess(Forked):
    """Represents the process of a server, which is not a child of this one."""

    def __init__(self, module: str, environment: Mapping[str, str]) -> None:
        started = _ask({"module": module, "environment": dict(environment)})
        assert started is not None
        super().__init__(started)

    def poll(self) -> int | None:
        """Return its exit code, negative for a signal; None while it runs."""
        if self.returncode is None:
            self.returncode = _ask({"ended": self.pid})
        return self.returncode

    def send_signal(self, number: int) -> None:
        """Send a signal, unless it has ended."""
        if self.poll() is None:
            os.kill(self.pid, number)


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
