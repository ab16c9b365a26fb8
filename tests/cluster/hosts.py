"""Provides the hosts: two `longroad run`, each with a data directory and a port of its own, over the same stores."""

import os
import signal
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Final

from tests.chaos.house import COMMAND
from tests.service.processes import PATIENCE_S, RunningSupervisor, below, wait_for

HOSTS: Final = 2
SMALL: Final = {
    "LONGROAD_API_PROCESSES": "1",
    "LONGROAD_AI_WORKERS": "1",
    "LONGROAD_JOB_WORKERS": "1",
    "LONGROAD_CONNECTIONS_PER_ADDRESS": "2000",
    "LONGROAD_STREAMS_PER_ADDRESS": "1000",
    "LONGROAD_WEBHOOKS": "loopback",
}


class Host:
    """Represents one `longroad run`; it may be killed and started again on its port."""

    def __init__(self, data_dir: Path, **settings: str) -> None:
        self.data_dir = data_dir
        self.settings = {**SMALL, **settings}
        self.start()
        self.settings["LONGROAD_PORT"] = str(self.running.port)

    def start(self) -> None:
        """Start it; it is not ready yet."""
        self.running = RunningSupervisor(self.data_dir, COMMAND, None, **self.settings)
        self.running.port = int(self.settings.get("LONGROAD_PORT", self.running.port))

    @property
    def port(self) -> int:
        """Return where its API listens."""
        return self.running.port

    def is_ready(self) -> bool:
        """Return whether its API answers that it is ready."""
        return self.running.status("/readyz") == 200

    def kill(self) -> None:
        """SIGKILL all of it at once, as a machine that loses its power."""
        pids = [self.running.process.pid, *below(self.running.process.pid)]
        for pid in pids:
            os.kill(pid, signal.SIGSTOP)
        for pid in pids:
            os.kill(pid, signal.SIGKILL)
        self.running.process.wait(PATIENCE_S)

    def end(self) -> None:
        """Ask it to end, and see that it does."""
        self.running.process.terminate()
        self.running.process.wait(PATIENCE_S)


@contextmanager
def hosts(directory: Path, **settings: str) -> Iterator[list[Host]]:
    """Yield the hosts, all ready; ended afterwards."""
    directory.mkdir(parents=True)
    with ExitStack() as stack:
        made = []
        for number in range(HOSTS):
            made.append(Host(directory / f"host{number}", **settings))
            stack.callback(made[-1].end)
        for host in made:
            assert wait_for(host.is_ready), host.running.said
        yield made
