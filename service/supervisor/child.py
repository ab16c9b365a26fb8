"""Supervises one process: starts it, restarts it with back-off, and ends it with everything it forked.

Some programs run in forks of this process, which has already imported what they need.
"""

import contextlib
import gc
import importlib
import logging
import os
import signal
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import IO, NoReturn

from service.process.signals import hold_signals, take_signals
from service.supervisor.api_prestart import WaitingProcess

os.environ.setdefault("SPT_NOENV", "1")  # a title replaces only the arguments, not the environment

from setproctitle import getproctitle, setproctitle

from service.supervisor.tether import tie_to_parent

getproctitle()  # locates the arguments, which fails once the environment has changed
logger = logging.getLogger("longroad")
PAUSES = (0.1, 0.5, 1.0, 2.0, 5.0, 10.0)  # seconds before each start after another early death
STEADY = 30.0  # seconds after which a death no longer counts as early
LOOK_S = 0.02


class Forked:
    """Represents a forked process, with the methods of `subprocess.Popen`."""

    def __init__(self, pid: int) -> None:
        self.pid = pid
        self.returncode: int | None = None

    def poll(self) -> int | None:
        """Return its exit code, negative for a signal; None while it runs."""
        if self.returncode is None:
            ended, status = os.waitpid(self.pid, os.WNOHANG)
            self.returncode = os.waitstatus_to_exitcode(status) if ended else None
        return self.returncode

    def wait(self, timeout: float | None = None) -> int:
        """Wait for its exit code; raises TimeoutExpired after `timeout` seconds."""
        until = None if timeout is None else time.monotonic() + timeout
        while self.poll() is None:
            if until is not None and time.monotonic() >= until:
                raise subprocess.TimeoutExpired(str(self.pid), timeout or 0.0)
            time.sleep(LOOK_S)
        return self.returncode or 0

    def terminate(self) -> None:
        """Request it to end."""
        if self.poll() is None:
            os.kill(self.pid, signal.SIGTERM)


def warm_up(modules: Sequence[str]) -> None:
    """Import what forks will need, with garbage collection off, since imported modules stay.

    No collection scans them later, either, so that forks share their memory.
    """
    gc.disable()
    for name in modules:
        importlib.import_module(name)
    gc.freeze()
    gc.enable()


def fork(module: str, arguments: Sequence[str], environment: Mapping[str, str], output: IO[bytes] | None) -> Forked:
    """Run `main(arguments)` of a module in its own session, tied to this process; without `output` it keeps stderr."""
    sys.stdout.flush()
    sys.stderr.flush()
    parent = os.getpid()
    with hold_signals():
        pid = os.fork()
        if pid:
            return Forked(pid)
        return _become(parent, module, arguments, environment, output)


def _become(
    parent: int, module: str, arguments: Sequence[str], environment: Mapping[str, str], output: IO[bytes] | None
) -> NoReturn:
    """Be the fork: run the module, and end."""
    code = 1
    try:
        _part_from(parent, environment, output)
        setproctitle(f"longroad {' '.join((module, *arguments))}")
        code = int(importlib.import_module(module).main(list(arguments)) or 0)
    except SystemExit as end:
        code = end.code if isinstance(end.code, int) else 1
    except BaseException:  # nothing above reports it: the process ends here
        sys.excepthook(*sys.exc_info())
    finally:
        _flush()
        os._exit(code)  # skip the parent's exit handlers


def _part_from(parent: int, environment: Mapping[str, str], output: IO[bytes] | None) -> None:
    """Drop everything of the parent except its imports."""
    take_signals()
    os.setsid()  # Ctrl-C is the supervisor's to handle
    tie_to_parent(parent)
    os.environ.clear()
    os.environ.update(environment)
    target = sys.stderr.fileno() if output is None else output.fileno()
    os.dup2(target, sys.stdout.fileno())
    os.dup2(target, sys.stderr.fileno())
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.closerange(3, os.sysconf("SC_OPEN_MAX") if os.sysconf("SC_OPEN_MAX") < 65_536 else 65_536)


def _flush() -> None:
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except (OSError, ValueError):
            continue


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
        self.early: WaitingProcess | None = None  # the first process, while it waits for instructions
        self._process: subprocess.Popen[bytes] | Forked | None = None
        self._started = 0.0
        self._due = 0.0

    @property
    def pid(self) -> int | None:
        """Return the process id, None while nothing runs."""
        return self._process.pid if self._process else None

    def put_off(self, seconds: float) -> None:
        """Start no earlier than that many seconds from now."""
        self._due = time.monotonic() + seconds

    def tend(self) -> None:
        """Notice a death, and start the program if it is not running and its back-off is over."""
        if self._process is not None and self._process.poll() is not None:
            self._bury(self._process)
        if self._process is None and time.monotonic() >= self._due:
            self._start()

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

    def _start(self) -> None:
        """Start, or try again later if the system does not allow it, as on a full disk."""
        try:
            with contextlib.ExitStack() as stack:
                output: IO[bytes] | None = stack.enter_context(self.log.open("ab")) if self.log else None
                self._process = self._begin(output)
        except OSError as error:
            self._due = time.monotonic() + PAUSES[-1]
            logger.error("%s does not start: %s; trying again in %.0f s", self.program.name, error, PAUSES[-1])
            return
        self._started = time.monotonic()
        self.starts += 1

    def _begin(self, output: IO[bytes] | None) -> "subprocess.Popen[bytes] | Forked":
        early, self.early = self.early, None
        if early is not None:
            return early.go(self.environment, self.program.descriptors, output)
        if self.program.forked:
            return fork(self.program.module, self.program.arguments, self.environment, output)
        return self._spawn(output)

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
        self.deaths = 1 if time.monotonic() - self._started > STEADY else self.deaths + 1
        pause = PAUSES[min(self.deaths, len(PAUSES)) - 1]
        self._due = time.monotonic() + pause
        code = process.returncode or 0
        ending = f"was killed by {signal.Signals(-code).name}" if code < 0 else f"ended with code {code}"
        logger.warning("%s %s; starting it again in %.1f s", self.program.name, ending, pause)


def _kill_group(leader: int) -> None:
    """Kill what is left of a process group, even if its leader is gone."""
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(leader, signal.SIGKILL)
