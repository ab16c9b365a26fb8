"""Supervises one process: starts it, restarts it with back-off, and ends it with everything it forked."""

import contextlib
import logging
import os
import signal
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from time import monotonic
from typing import IO

from service.supervisor.api_prestart import Early
from service.supervisor.forked import Forked, fork

logger = logging.getLogger("longroad")
PAUSES = (0.1, 0.5, 1.0, 2.0, 5.0, 10.0)  # seconds before each start after another early death
STEADY = 30.0  # seconds after which a death no longer counts as early


@dataclass(frozen=True, slots=True)
class Program:
    """Describes what a child runs: `python -m module arguments...`, with file descriptors to pass on.

    A `forked` program runs `main(arguments)` of the module in a fork of the supervisor instead; `needs` lists modules
    to import before.
    """

    name: str
    module: str
    arguments: tuple[str, ...] = ()
    descriptors: tuple[int, ...] = ()
    forked: bool = False
    needs: tuple[str, ...] = ()


class Child:
    """Represents a program that should be running, and its process while there is one."""

    def __init__(self, program: Program, environment: Mapping[str, str], log: Path | None) -> None:
        """Write the output to the file `log`; None leaves it on stderr."""
        self.program = program
        self.environment = dict(environment)
        self.log = log
        self.deaths = 0  # early deaths in a row
        self.starts = 0
        self.early: Early | None = None  # the first process, while it waits for instructions
        self._process: subprocess.Popen[bytes] | Forked | None = None
        self._started = 0.0
        self._due = 0.0

    @property
    def pid(self) -> int | None:
        """Return the process id, None while nothing runs."""
        return self._process.pid if self._process else None

    def put_off(self, seconds: float) -> None:
        """Start no earlier than that many seconds from now."""
        self._due = monotonic() + seconds

    def tend(self) -> None:
        """Notice a death, and start the program if it is not running and its back-off is over."""
        if self._process is not None and self._process.poll() is not None:
            self._bury(self._process)
        if self._process is None and monotonic() >= self._due:
            self._try_to_start()

    def stop(self) -> None:
        """Request the process to end."""
        if self._process is not None:
            self._process.terminate()

    def is_down(self) -> bool:
        """Return whether no process is running."""
        return self._process is None or self._process.poll() is not None

    def kill(self) -> None:
        """Kill the process and its group; harmless if it has already ended."""
        if self._process is None:
            return
        _kill_group(self._process.pid)
        self._process.wait()
        self._process = None

    def _try_to_start(self) -> None:
        """Start, or try again later if the system does not allow it, as on a full disk."""
        try:
            self._start()
        except OSError as error:
            self._due = monotonic() + PAUSES[-1]
            logger.error("%s does not start: %s; trying again in %.0f s", self.program.name, error, PAUSES[-1])

    def _start(self) -> None:
        with contextlib.ExitStack() as stack:
            output: IO[bytes] | None = stack.enter_context(self.log.open("ab")) if self.log else None
            self._process = self._begin(output)
        self._started = monotonic()
        self.starts += 1

    def _begin(self, output: IO[bytes] | None) -> "subprocess.Popen[bytes] | Forked":
        early, self.early = self.early, None
        if early is not None:
            return early.go(self.environment, self.program.descriptors, output)
        return self._fork(output) if self.program.forked else self._spawn(output)

    def _fork(self, output: IO[bytes] | None) -> Forked:
        return fork(self.program.module, self.program.arguments, self.environment, output)

    def _spawn(self, output: IO[bytes] | None) -> "subprocess.Popen[bytes]":
        tether = ("-m", "service.supervisor.tether", str(os.getpid()))
        return subprocess.Popen(
            (sys.executable, *tether, self.program.module, *self.program.arguments),
            env=self.environment,
            stdin=subprocess.DEVNULL,
            stdout=output or sys.stderr,
            stderr=output or sys.stderr,
            start_new_session=True,  # Ctrl-C is the supervisor's to handle
            pass_fds=self.program.descriptors,
        )

    def _bury(self, process: subprocess.Popen[bytes] | Forked) -> None:
        _kill_group(process.pid)
        self._process = None
        self.deaths = 1 if monotonic() - self._started > STEADY else self.deaths + 1
        pause = PAUSES[min(self.deaths, len(PAUSES)) - 1]
        self._due = monotonic() + pause
        logger.warning("%s %s; starting it again in %.1f s", self.program.name, _ending(process.returncode or 0), pause)


def _kill_group(leader: int) -> None:
    """Kill what is left of a process group, even if its leader is gone."""
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(leader, signal.SIGKILL)


def _ending(code: int) -> str:
    return f"was killed by {signal.Signals(-code).name}" if code < 0 else f"ended with code {code}"
