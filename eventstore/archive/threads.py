"""Does several tasks at once that wait for an object store, in threads that end with them."""

from collections.abc import Callable, Iterable
from contextvars import copy_context
from threading import BoundedSemaphore, Thread
from typing import Final

Task = Callable[[], object]
THREADS: Final = 8
"""Limits how many tasks of a caller are under way at once, its own thread included."""
MORE_THREADS: Final = 14
"""Limits the threads begun for all callers of a process; a caller that finds none free does its tasks alone."""
_free: Final = BoundedSemaphore(MORE_THREADS)


def do_at_once(tasks: Iterable[Task]) -> None:
    """Do tasks, also in this thread; after an exception no further one begins, and it is raised."""
    some = list(tasks)
    left, errors = iter(some), list[Exception]()
    threads = list[Thread]()
    while len(threads) < min(len(some), THREADS) - 1 and (thread := _begin(lambda: _do(left, errors))):
        threads.append(thread)
    try:
        _do(left, errors)
    finally:
        for thread in threads:
            thread.join()
    if errors:
        raise errors[0]


def _begin(work: Callable[[], None]) -> Thread | None:
    """Begin a thread that works in the context of this one; None if too many run, or the system has no more."""
    if not _free.acquire(blocking=False):
        return None
    context = copy_context()

    def run() -> None:
        try:
            context.run(work)
        finally:
            _free.release()

    thread = Thread(target=run, daemon=True, name="archive")
    try:
        thread.start()
    except RuntimeError:
        _free.release()
        return None
    return thread


def _do(left: Iterable[Task], errors: list[Exception]) -> None:
    """Do tasks of a list that other threads take from, too, until there are none or one has failed."""
    for task in left:
        try:
            task()
        except Exception as error:  # the caller raises it
            errors.append(error)
        if errors:
            return
