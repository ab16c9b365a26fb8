"""Spreads work over several processes, with progress on stderr, and leaves out what was done before."""

import multiprocessing
import os
import signal
import sys
import time
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from typing import Final, TypeVar

from service.supervisor.tether import tie_to_parent
from workers.experiments.record import R, Record

REPORT_S: Final = 20.0
"""Seconds between two lines of progress."""
BAR: Final = 30
"""Columns of the bar on a terminal."""

Task = TypeVar("Task")
Result = TypeVar("Result")


def spread(
    do: Callable[[Task], Result], tasks: Sequence[Task], processes: int, name: str, before: int = 0
) -> Iterator[Result]:
    """Do tasks in several processes and yield what each comes to, in the order of their ends.

    The lines of progress begin with `name`, and count so many that were done `before`.
    """
    total, reported = before + len(tasks), time.monotonic()
    with multiprocessing.Pool(processes, _tie, (os.getpid(),)) as pool:
        show_bar(name, before, total)
        for done, result in enumerate(pool.imap_unordered(do, tasks), before + 1):
            yield result
            show_bar(name, done, total)
            if not sys.stderr.isatty() and (time.monotonic() > reported + REPORT_S or done == total):
                reported = time.monotonic()
                sys.stderr.write(f"{name}: {done} of {total} played\n")


def show_bar(name: str, done: int, total: int) -> None:
    """Show a bar in place of the one before; only on a terminal, where it ends with its line."""
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


def completed(
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
