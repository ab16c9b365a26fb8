"""Splits work over copies of this process, which know all that it knew when they were made.

On Linux a copy ends with the process that made it, whatever ends that.
"""

import ctypes
import gc
import os
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from multiprocessing.connection import Connection, Pipe
from typing import Any, Final

from workers.agents.search.teamwork import MOST, TeamError, Work

ANSWER_S: Final = 60.0
"""Limits the seconds until a copy answers."""
_PR_SET_PDEATHSIG: Final = 1  # linux/prctl.h


class Copy:
    """Represents a copy of this process: what is sent to it, and what it answers."""

    def __init__(self, pid: int, pipe: Connection) -> None:
        self.pid = pid
        self._pipe = pipe

    def send(self, message: Any) -> None:
        """Send a message; raises TeamError."""
        try:
            self._pipe.send(message)
        except OSError as error:
            raise TeamError from error

    def receive(self) -> Any:
        """Return the next answer; raises TeamError."""
        try:
            if self._pipe.poll(ANSWER_S):
                return self._pipe.recv()
        except (EOFError, OSError) as error:
            raise TeamError from error
        raise TeamError

    def end(self) -> None:
        """End the copy."""
        self._pipe.close()
        with suppress(ProcessLookupError):
            os.kill(self.pid, signal.SIGKILL)
        with suppress(ChildProcessError):
            os.waitpid(self.pid, 0)


@contextmanager
def team(processes: int, work: Work) -> Iterator[list[Copy]]:
    """Make copies of this process, one less than `processes`; each does `work` with its number, from 1 on, and ends.

    All of them have ended when the block is left. Raises TeamError if no copy can be made.
    """
    mates: list[Copy] = []
    try:
        for number in range(1, min(processes, MOST)):
            mates.append(_copy(number, work))
        yield mates
    finally:
        for one in mates:
            one.end()


def _copy(number: int, work: Work) -> Copy:
    parent, (ours, theirs) = os.getpid(), Pipe()
    try:
        pid = os.fork()
    except OSError as error:
        raise TeamError from error
    if pid:
        theirs.close()
        return Copy(pid, ours)
    try:
        _begin(parent)
        work(number, theirs)
    finally:
        os._exit(0)


def _begin(parent: int) -> None:
    """Tie a new copy to its parent, and let no handler of the parent run in it."""
    if sys.platform.startswith("linux"):
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
    if os.getppid() != parent:
        os._exit(1)
    for one in (signal.SIGTERM, signal.SIGINT, signal.SIGALRM):
        signal.signal(one, signal.SIG_DFL)
    gc.freeze()
