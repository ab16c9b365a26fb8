"""Provides a running supervisor for tests, and shows the processes below it (on Linux, from /proc)."""

import os
import re
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

from tests.ports import free_port

PATIENCE_S = 180.0  # what a busy machine may need for what takes a moment
COMMAND = (sys.executable, "-m", "service.supervisor")
API = r"service\.server|longroad-api"  # gunicorn calls itself so where setproctitle is installed


def wait_for(is_true: Callable[[], object], seconds: float = PATIENCE_S) -> bool:
    """Wait until `is_true` comes true or that many seconds have passed, and return whether it came true."""
    deadline = time.monotonic() + seconds
    while not is_true():
        if time.monotonic() > deadline:
            return False
        time.sleep(0.05)
    return True


def is_alive(pid: int) -> bool:
    """Return whether the process exists and is not a zombie whose last thread has ended."""
    try:
        return _lives(pid, _stat(pid)[0])
    except (FileNotFoundError, ProcessLookupError):
        return False


def waits_for_lock(pid: int) -> bool:
    """Return whether a process waits for a lock on a file, as a spare API does that has loaded everything."""
    waiting = (line.split() for line in Path("/proc/locks").read_text().splitlines() if "->" in line)
    return any(str(pid) in fields for fields in waiting)


def below(pid: int) -> dict[int, str]:
    """Return every living descendant of a process with its command line."""
    return {child: _command(child) for child in _below(pid, _living())}


def left_over(data_dir: Path) -> list[int]:
    """Return the living processes that were started for a data directory or work in it, as the stores do."""
    tag = f"LONGROAD_DATA_DIR={data_dir}".encode()
    return [pid for pid in _living() if tag in _environment(pid) or _works_in(pid, data_dir)]


class RunningSupervisor:
    """Represents `python -m service.supervisor`, or another command, on a port and data directory of its own."""

    def __init__(
        self, data_dir: Path, command: Sequence[str] = COMMAND, cwd: Path | None = None, **environment: str
    ) -> None:
        self.port = free_port()
        self.data_dir = data_dir
        self.errors = data_dir.with_suffix(".stderr")
        ours = {"LONGROAD_PORT": str(self.port), "LONGROAD_DATA_DIR": str(data_dir), **environment}
        ours.setdefault(
            "LONGROAD_STORE_PROMISES", "may-lose-games" if "LONGROAD_EVENTS_URL" in ours else "kept"
        )  # tests' stores are fast
        if cwd is not None:  # the sources of an older release know the names without their prefix, and compile
            ours |= {name.removeprefix("LONGROAD_"): value for name, value in ours.items()} | {"COMPILE": "off"}
        kept = {name: value for name, value in os.environ.items() if not name.endswith("_URL")}
        with self.errors.open("wb") as errors:
            self.process = subprocess.Popen(
                command, cwd=cwd, env={**kept, **ours}, stderr=errors, start_new_session=True
            )

    @property
    def said(self) -> str:
        """Return what the supervisor has written to stderr so far."""
        return self.errors.read_text()

    def await_ready(self) -> None:
        """Wait until the supervisor says that the API answers."""
        assert wait_for(lambda: "ready:" in self.said or self.process.poll() is not None), self.said
        assert self.process.poll() is None, self.said

    def get(self, path: str, seconds: float = PATIENCE_S) -> int:
        """Return the status of an answer of the API; raises HTTPError for one that is no success."""
        with urllib.request.urlopen(f"http://127.0.0.1:{self.port}{path}", timeout=seconds) as answer:
            return int(answer.status)

    def pid_of(self, what: str) -> int | None:
        """Return the process right below the supervisor whose command line matches, or None when there is none now."""
        living = _living()
        children = [child for child in _children(self.process.pid, living) if re.search(what, _command(child))]
        return max(children, key=lambda child: len(_below(child, living)), default=None)  # a spare has none below

    def pids_of(self, what: str) -> list[int]:
        """Return all processes right below the supervisor whose command line matches."""
        return [child for child in _children(self.process.pid, _living()) if re.search(what, _command(child))]

    def status(self, path: str) -> int | None:
        """Return the status of whatever answer comes within a second, or None without one."""
        try:
            return self.get(path, 1.0)
        except urllib.error.HTTPError as answer:
            return answer.code
        except OSError:
            return None

    def store_pid(self, name: str) -> int | None:
        """Return the server that works in the part of the data directory with this name, or None when there is none."""
        servers = (pid for pid in _living() if _works_in(pid, self.data_dir / name))
        return next(servers, None)

    def kill(self) -> None:
        """Kill the supervisor itself with SIGKILL."""
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()


def refusal(running: RunningSupervisor, code: int) -> str:
    """Return the one line with which the supervisor ended at once, leaving nothing running."""
    try:
        assert running.process.wait(90) == code
    except subprocess.TimeoutExpired:
        running.kill()
        raise AssertionError(f"still running: {running.said}") from None
    assert left_over(running.data_dir) == []
    (line,) = running.said.splitlines()
    return line


@contextmanager
def supervisor(data_dir: Path, **environment: str) -> Iterator[RunningSupervisor]:
    """Yield a supervisor that is ready, and end it afterwards."""
    running = RunningSupervisor(data_dir, **environment)
    try:
        running.await_ready()
        yield running
    finally:
        running.process.terminate()
        running.process.wait(PATIENCE_S)


def _stat(pid: int) -> list[bytes]:
    """Return the state and the parent of a process; the name before them may hold spaces and parentheses."""
    with open(f"/proc/{pid}/stat", "rb") as file:
        return file.read().rpartition(b")")[2].split(None, 2)[:2]


def _lives(pid: int, state: bytes) -> bool:
    """Return whether a process in this state lives; threads of a zombie may, and keep its files open and locked."""
    return state != b"Z" or len(os.listdir(f"/proc/{pid}/task")) > 1


def _living() -> dict[int, int]:
    """Return the parent of every process that is not a zombie, from one look at all of them."""
    found: dict[int, int] = {}
    for name in os.listdir("/proc"):
        if name.isdigit():
            with suppress(FileNotFoundError, ProcessLookupError):
                state, parent = _stat(int(name))
                if _lives(int(name), state):
                    found[int(name)] = int(parent)
    return found


def _children(pid: int, living: Mapping[int, int]) -> list[int]:
    return [child for child, parent in living.items() if parent == pid]


def _below(pid: int, living: Mapping[int, int]) -> list[int]:
    children = _children(pid, living)
    return [*children, *(one for child in children for one in _below(child, living))]


def _command(pid: int) -> str:
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
    except (FileNotFoundError, ProcessLookupError):
        return ""


def _environment(pid: int) -> list[bytes]:
    try:
        return Path(f"/proc/{pid}/environ").read_bytes().split(b"\0")
    except OSError:
        return []


def _works_in(pid: int, directory: Path) -> bool:
    try:
        place = os.readlink(f"/proc/{pid}/cwd")
    except OSError:
        return False
    return f"{place}/".startswith(f"{directory}/")
