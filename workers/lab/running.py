"""Runs the tasks of a measurement in several processes, keeps their results in a file, and prints lines of JSON."""

import argparse
import json
import multiprocessing
import os
import signal
import sys
import time
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final, Generic, Protocol, TypeVar

from service.supervisor.tether import tie_to_parent

REPORT_S: Final = 20.0
"""Seconds between two lines of progress."""
BAR: Final = 30
"""Columns of the bar on a terminal."""

Task = TypeVar("Task")
Result = TypeVar("Result")


def add_processes(parser: argparse.ArgumentParser) -> None:
    """Let the caller say on how many cores to play."""
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1)


def add_record(parser: argparse.ArgumentParser, name: str) -> None:
    """Let the caller say where results are kept."""
    where = "where results are kept; use one file for one state of the code"
    parser.add_argument("--record", type=Path, default=Path("build", name), help=where)


def show(line: Mapping[str, Any]) -> None:
    """Print a result at once."""
    sys.stdout.write(json.dumps(line) + "\n")
    sys.stdout.flush()


def replace_between(page: Path, begin: str, end: str, text: str) -> str:
    """Return a page with another text between two of its lines; raises ValueError if it lacks them."""
    before, _, rest = page.read_text("utf-8").partition(begin)
    _, mark, after = rest.partition(end)
    if not mark:
        raise ValueError(f"{page} has no place for the text")
    return f"{before}{begin}\n{text}\n{end}{after}"


class ProcessLost(ChildProcessError):
    """Reports that one of the processes was killed, with the task that it did; what was done before is kept."""


def spread(
    do: Callable[[Task], Result], tasks: Sequence[Task], processes: int, name: str, before: int = 0
) -> Iterator[Result]:
    """Do tasks in several processes and yield what each comes to, in the order of their ends.

    The lines of progress begin with `name`, and count so many that were done `before`. Raises ProcessLost.
    """
    total, reported = before + len(tasks), time.monotonic()
    with _pool(processes) as pool:
        show_bar(name, before, total)
        doing = [pool.submit(do, task) for task in tasks]
        for done, ended in enumerate(as_completed(doing), before + 1):
            yield ended.result()
            show_bar(name, done, total)
            if not sys.stderr.isatty() and (time.monotonic() > reported + REPORT_S or done == total):
                reported = time.monotonic()
                sys.stderr.write(f"{name}: {done} of {total} played\n")


@contextmanager
def _pool(processes: int) -> Iterator[ProcessPoolExecutor]:
    """Yield a pool, whose processes end at once when the block fails."""
    others = {*multiprocessing.active_children()}
    pool = ProcessPoolExecutor(processes, initializer=_tie, initargs=(os.getpid(),))
    try:
        yield pool
    except BaseException as failure:  # Ctrl-C and an abandoned generator end the processes too
        pool.shutdown(wait=False, cancel_futures=True)
        for process in {*multiprocessing.active_children()} - others:
            process.terminate()
        if isinstance(failure, BrokenProcessPool):
            raise ProcessLost("a process was killed while it worked; a new run goes on with what is left") from failure
        raise
    pool.shutdown()


def show_bar(name: str, done: int, total: int) -> None:
    """Draw the bar of progress over the one before; does nothing where stderr is no terminal."""
    if sys.stderr.isatty():
        filled = BAR * done // max(total, 1)
        bar = "#" * filled + "-" * (BAR - filled)
        sys.stderr.write(f"\r\x1b[K{name} [{bar}] {done} of {total}" + ("\n" if done >= total else ""))
        sys.stderr.flush()


def _tie(parent: int) -> None:
    """Let a process of the pool die with the one that made it; the pool's own would wait for work forever."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if os.getppid() == parent:
        tie_to_parent(parent)


class Row(Protocol):
    """Represents a result; those of equal keys are of the same task."""

    @property
    def key(self) -> Hashable:
        """Say of which task this is the result."""

    def _asdict(self) -> dict[str, Any]: ...


R = TypeVar("R", bound=Row)


class Record(Generic[R]):
    """Keeps results in a file, a JSON object on each line; `read` makes a result of the members of a line."""

    def __init__(self, path: Path, read: Callable[..., R]) -> None:
        self.path = path
        self.read = read

    def rows(self) -> Iterator[R]:
        """Yield all results that the file holds."""
        for line in self.path.read_text().splitlines() if self.path.exists() else []:
            yield self.read(**json.loads(line))

    def mend(self) -> None:
        """Make sure of the file, and remove a last line that was cut off when the measurement was killed."""
        self.path.parent.mkdir(parents=True, exist_ok=True)
        whole = self.path.read_bytes() if self.path.exists() else b""
        if not whole.endswith(b"\n"):
            self.path.write_bytes(whole[: whole.rfind(b"\n") + 1])

    def append(self, row: R) -> None:
        """Write a result at the end of the file."""
        with self.path.open("a") as file:
            file.write(json.dumps(row._asdict()) + "\n")


def complete(
    record: Record[R], tasks: Mapping[Hashable, Task], do: Callable[[Task], R], processes: int, name: str
) -> list[R]:
    """Do the tasks, given by the keys of their results, that a record lacks; return the results of all of them.

    Each result is in the record as soon as it is there, so that a measurement that was stopped goes on where it was.
    """
    record.mend()
    found = {row.key: row for row in record.rows() if row.key in tasks}
    missing = [task for key, task in tasks.items() if key not in found]
    if missing:
        for row in spread(do, missing, processes, name, before=len(found)):
            record.append(row)
            found[row.key] = row
    return [found[key] for key in tasks]
