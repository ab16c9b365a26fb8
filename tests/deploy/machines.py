"""Provides three hosts on this machine: each has a home directory, a loopback address and the programs of the page."""

import os
import re
import shutil
import signal
import subprocess
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from pathlib import Path
from random import Random
from typing import Final

from eventstore.embedded.engines import find_engine
from tests.deploy.page import Block
from tests.service.processes import left_over, wait_for

NAMES: Final = ("host-1", "host-2", "host-3")
SECRET: Final = re.compile(r"^(PASSWORD|ADMIN_KEY)=$", re.MULTILINE)
"""Finds where the page leaves it to the reader to put a secret in."""
ON_PAGE: Final = ("10.0.0.1", "10.0.0.2", "10.0.0.3")
"""Lists the addresses of the page, which whoever follows it replaces by his own."""
CLIENTS: Final = ("valkey-cli", "redis-cli")
MOST_S: Final = 600.0
SMALL: Final = {
    "LONGROAD_API_PROCESSES": "1",
    "LONGROAD_AI_WORKERS": "1",
    "LONGROAD_WEBHOOKS": "loopback",
}
"""Keeps three hosts small enough for one machine; the page does not say otherwise."""
KEPT: Final = ("PIP_", "SSL_", "HTTP", "http", "NO_PROXY", "no_proxy", "LANG", "LC_")


class Failed(Exception):
    """Says which commands of the page failed, and what they said."""


class Machine:
    """Represents a host by its name."""

    def __init__(self, name: str, home: Path, address: str) -> None:
        self.name, self.home, self.address = name, home, address
        programs = home.parent / f"{name}-bin"
        programs.mkdir(parents=True)
        home.mkdir()
        (programs / "valkey-server").symlink_to(find_engine().binary)
        (programs / "valkey-cli").symlink_to(client())
        self.environment = {
            **{name: value for name, value in os.environ.items() if name.startswith(KEPT)},
            **SMALL,
            "HOME": str(home),
            "PATH": f"{programs}:{os.environ['PATH']}",
            "PIP_CACHE_DIR": os.environ.get("PIP_CACHE_DIR") or str(Path.home() / ".cache" / "pip"),
        }

    def run(self, commands: str, **more: str) -> str:
        """Run commands as a shell does that ends at the first fault, and return what they print; raises Failed."""
        said = self.home.parent / f"{self.name}.said"
        with said.open("w+") as file:  # a pipe would stay open as long as what the commands leave running
            done = subprocess.run(
                ["sh", "-e", "-c", commands],
                cwd=self.home,
                env={**self.environment, **more},
                stdin=subprocess.DEVNULL,
                stdout=file,
                stderr=subprocess.STDOUT,
                start_new_session=True,
                timeout=MOST_S,
            )
        if done.returncode:
            raise Failed(f"{self.name}: {done.returncode}\n{commands}\n{said.read_text()[-3000:]}{self._log()}")
        return said.read_text()

    def _log(self) -> str:
        log = self.home / "longroad.log"
        return log.read_text()[-2000:] if log.exists() else ""

    def pids(self) -> list[int]:
        """Return all its living processes."""
        return left_over(self.home)

    def lose(self) -> None:
        """SIGKILL all that runs on it at once."""
        self.kill(self.pids())
        assert wait_for(lambda: not self.pids())

    def kill(self, pids: Sequence[int]) -> None:
        """SIGKILL some of its processes at the same moment."""
        for number in (signal.SIGSTOP, signal.SIGKILL):
            for pid in pids:
                with suppress(ProcessLookupError):
                    os.kill(pid, number)


def client() -> str:
    """Return the path of a command line for the stores."""
    found = next(filter(None, map(shutil.which, CLIENTS)), None)
    assert found, "neither valkey-cli nor redis-cli is installed (packages valkey-tools, redis-tools)"
    return found


class Machines:
    """Represents all hosts; the addresses of the page are replaced by theirs."""

    def __init__(self, directory: Path, rng: Random) -> None:
        self.secret = rng.randbytes(16).hex()
        network = f"127.{rng.randrange(1, 255)}.{rng.randrange(1, 255)}"
        self.all = {
            name: Machine(name, directory / name, f"{network}.{number}") for number, name in enumerate(NAMES, 2)
        }

    def __getitem__(self, name: str) -> Machine:
        return self.all[name]

    @property
    def addresses(self) -> list[str]:
        """Return the address of each."""
        return [one.address for one in self.all.values()]

    def follow(self, block: Block, **more: str) -> None:
        """Run a block of the page on its hosts, at the same time."""
        commands = block.commands
        for theirs, ours in zip(ON_PAGE, self.addresses, strict=True):
            commands = commands.replace(theirs, ours)
        commands = SECRET.sub(rf"\g<0>{self.secret}", commands)
        with ThreadPoolExecutor(len(block.hosts)) as pool:
            list(pool.map(lambda name: self[name].run(commands, **more), block.hosts))


@contextmanager
def machines(directory: Path, rng: Random) -> Iterator[Machines]:
    """Yield the hosts, with nothing on them; all that was started there is killed afterwards."""
    made = Machines(directory, rng)
    try:
        yield made
    finally:
        for one in made.all.values():
            one.lose()
