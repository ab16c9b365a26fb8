"""Spreads work over several processes, with progress on stderr, and leaves out what was done before."""

import multiprocessing
import sys
import time
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from typing import Final, TypeVar

from workers.experiments.record import R, Record

REPORT_S: Final = 20.0
"""Seconds between two lines of progress."""

Task = TypeVar("Task")
Result = TypeVar("Result")


def spread(
    do: Callable[[Task], Result], tasks: Sequence[Task], processes: int, name: str, before: int = 0
) -> Iterator[Result]:
    """Do tasks in several processes and yield what each comes to, in the order of their ends.

    The lines of progress begin with `name`, and count so many that were done `before`.
    """
    total, reported = before + len(tasks), time.monotonic()
    with multiprocessing.Pool(processes) as pool:
        for done, result in enumerate(pool.imap_unordered(do, tasks), before + 1):
            yield result
            if time.monotonic() > reported + REPORT_S or done == total:
                reported = time.monotonic()
                sys.stderr.write(f"{name}: {done} of {total} played\n")


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
