"""Lets processes that start import compiled rules instead of the plain ones, and compiles them if they are missing."""

import logging
import os
import signal
import subprocess
import sys
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

from service.compiling.state import PENDING, Compiling
from service.process.own_modules import with_own_modules
from service.settings import Settings

logger = logging.getLogger("longroad")


def prefer_compiled(settings: Settings, environment: Mapping[str, str]) -> dict[str, str]:
    """Let this process import compiled rules, if proven ones exist; return an environment in which children do so, too.

    Must be called before the rules are imported.
    """
    found = Compiling(settings).usable()
    if found is None:
        return with_own_modules(environment)
    sys.path.insert(0, str(found))
    return with_own_modules({**environment, "PYTHONPATH": str(found)})


class Compiler:
    """Represents the process that compiles the rules, while it runs."""

    def __init__(self, settings: Settings, environment: Mapping[str, str]) -> None:
        self._compiling = Compiling(settings)
        self._environment = environment
        self._process: subprocess.Popen[bytes] | None = None

    def begin(self, log: Path | None) -> None:
        """Start it if the rules have yet to be compiled; its output goes to the file `log`, with None to stderr."""
        if not self._compiling.is_due():
            if self._compiling.state() != PENDING:
                logger.info("compiled rules: %s", self._compiling.state())
            return
        tether = ("-m", "service.supervisor.tether", str(os.getpid()))
        command = (sys.executable, *tether, "service.compiling", "--gently")
        with open(os.devnull if log is None else log, "ab") as output:
            where = sys.stderr if log is None else output
            self._process = subprocess.Popen(
                command,
                env=dict(self._environment),
                stdin=subprocess.DEVNULL,
                stdout=where,
                stderr=where,
                start_new_session=True,
            )

    def tend(self) -> None:
        """Log the result if it has ended."""
        if self._process is not None and self._process.poll() is not None:
            self._process = None
            logger.info("compiled rules: %s", self._compiling.state())

    def stop(self) -> None:
        """End it with all that it started; what it has compiled so far is lost."""
        if self._process is None:
            return
        self._process.terminate()
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(timeout=1.0)
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
        self._process = None
