"""Runs programs in forks of this process, which has already imported what they need."""

import gc
import importlib
import os
import signal
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from typing import IO

os.environ.setdefault("SPT_NOENV", "1")  # a title replaces only the arguments, not the environment

from setproctitle import getproctitle, setproctitle

from service.supervisor.tether import tie_to_parent

getproctitle()  # locates the arguments, which fails once the environment has changed
SIGNALS = (signal.SIGTERM, signal.SIGINT, signal.SIGHUP)
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
    """Import what forks will need, with garbage collection off, since imported modules stay."""
    gc.disable()
    for name in modules:
        importlib.import_module(name)
    gc.enable()


def fork(module: str, arguments: Sequence[str], environment: Mapping[str, str], output: IO[bytes] | None) -> Forked:
    """Run `main(arguments)` of a module in its own session, tied to this process; without `output` it keeps stderr."""
    sys.stdout.flush()
    sys.stderr.flush()
    parent = os.getpid()
    pid = os.fork()
    if pid:
        return Forked(pid)
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
    raise AssertionError("unreachable")


def _part_from(parent: int, environment: Mapping[str, str], output: IO[bytes] | None) -> None:
    """Drop everything of the parent except its imports."""
    for name in SIGNALS:
        signal.signal(name, signal.SIG_DFL)
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
