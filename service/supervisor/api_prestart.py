"""Starts the API's process before the supervisor has imported anything, so that both import concurrently.

Once the address is bound and the stores answer, the supervisor sends it over a socket what to serve and where. If the
start fails, it ends without having done anything. This file must import little.
"""

import json
import os
import socket
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import IO, Any, Final

ROOT: Final = Path(__file__).parents[2]
GO_FD: Final = "GO_FD"
"""The environment variable with the socket's descriptor, for a process that was started early."""
HANDED: Final = ("LISTENER_FD", "TURN_FD")
"""The environment variables that hold a file descriptor."""
MOST_DESCRIPTORS: Final = 8
CHUNK: Final = 65_536  # bytes
PRIVATE: Final = 0o077
"""The umask that keeps files private: the log holds the seeds of running games."""


def with_own_modules(environment: Mapping[str, str]) -> dict[str, str]:
    """Return an environment in which `python -m` looks for modules where this process found them.

    By itself it looks first in the current directory, which may hold a package `service` of another project.
    """
    path = os.pathsep.join(filter(None, (environment.get("PYTHONPATH"), str(ROOT))))
    return {**environment, "PYTHONPATH": path, "PYTHONSAFEPATH": "1"}


class WaitingProcess:
    """Runs `python -m module`, which dies with this process; it imports its modules and then waits for `go`."""

    def __init__(self, module: str, environment: Mapping[str, str]) -> None:
        self._socket, theirs = socket.socketpair()
        tether = ("-m", "service.supervisor.tether", str(os.getpid()))
        with theirs:
            self.process = subprocess.Popen(
                (sys.executable, *tether, module),
                env={**environment, "PYTHONUNBUFFERED": "1", GO_FD: str(theirs.fileno())},
                stdin=subprocess.DEVNULL,
                start_new_session=True,  # Ctrl-C is the supervisor's to handle
                pass_fds=(theirs.fileno(),),
                umask=PRIVATE,
            )

    def end(self) -> None:
        """Kill it and wait until it is gone; it may have ended already."""
        self._socket.close()
        self.process.kill()
        self.process.wait()

    def go(
        self, environment: Mapping[str, str], descriptors: Sequence[int], output: IO[bytes] | None
    ) -> "subprocess.Popen[bytes]":
        """Let it serve with this environment, which holds the descriptors' numbers, and write to this output.

        Raises OSError if it has died.
        """
        where = sys.stderr.fileno() if output is None else output.fileno()
        message = json.dumps({"environment": dict(environment), "descriptors": list(descriptors)}).encode()
        with self._socket:
            sent = socket.send_fds(self._socket, [message], [where, *descriptors])
            self._socket.sendall(message[sent:])
        return self.process


def await_word() -> None:
    """Wait for instructions, in a process that was started early; exit if the supervisor ended without sending any.

    The process adopts the output and the environment; each descriptor there gets its number in this process.
    """
    descriptor = os.environ.pop(GO_FD, None)
    if descriptor is None:
        return
    with socket.socket(fileno=int(descriptor)) as parent:
        message, [*passed], _, _ = socket.recv_fds(parent, CHUNK, MOST_DESCRIPTORS)
        while more := parent.recv(CHUNK):
            message += more
    if not message:
        sys.exit(0)
    word: dict[str, Any] = json.loads(message)
    output, *here = passed
    numbers = dict(zip(map(str, word["descriptors"]), map(str, here), strict=True))
    os.environ.clear()
    os.environ.update(word["environment"])
    for name in HANDED:
        if name in os.environ:
            os.environ[name] = numbers.get(os.environ[name], os.environ[name])
    os.dup2(output, 1)
    os.dup2(output, 2)
    os.close(output)
