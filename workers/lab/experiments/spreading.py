"""Spreads work over several processes, with progress on stderr, and leaves out what was done before."""

import multiprocessing
import os
import signal
import sys
import time
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from typing import Final, TypeVar

from service.supervisor.tether import tie_to_parent
from workers.lab.experiments.record import R, Record

REPORT_S: Final = 20.0
"""Seconds between two lines of progress."""
BAR: Final = 30
"""Columns of the bar on a terminal."""

Task = TypeVar("Task")
Result = TypeVar("Result")


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


def complete(
    record: Record[R], tasks: Mapping[Hashable, Task], do: Callable[[Task], R], processes: int, name: str
) -> list[R]:
    """Do the tasks, given by the keys of their results, that a record lacks; return the results of all of them.

    Each result is in the record as soon as it is there.
    """
    record.mend()
    found = {row.key: row for row in record.rows() if row.key in tasks}
    missing = [task for key, task in tasks.items() if key not in found]
    if missing:
        for row in spread(do, missing, processes, name, before=len(found)):
            record.append(row)
            found[row.key] = row
    return [found[key] for key in tasks]
