"""Tables are built once, whoever needs them first: at the command line, or beside the game that asks for one."""

import contextlib
import fcntl
import logging
import os
import threading
from collections.abc import Iterator
from typing import Final

from workers.agents.dice import tables

LOWEST_PRIORITY: Final = 19

log = logging.getLogger(__name__)
_threads: dict[bool, threading.Thread] = {}


@contextlib.contextmanager
def _the_only_builder(one_die: bool, *, wait: bool) -> Iterator[bool]:
    """Whether this process is the one that builds the table; without `wait` it may be another."""
    path = tables.path_of(one_die).with_suffix(".lock")
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("ab") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))
        except BlockingIOError:
            yield False
            return
        yield True


def ensure(one_die: bool) -> None:
    """Return when there is a table, built now or by another process meanwhile."""
    with _the_only_builder(one_die, wait=True):
        if tables.find(one_die) is None:
            tables.make(one_die)


def build_beside(one_die: bool) -> None:
    """Have the table built in a thread of the lowest priority, unless somebody is at it."""
    thread = beside(one_die)
    if thread is None or not thread.is_alive():
        _threads[one_die] = threading.Thread(target=_build, args=(one_die,), daemon=True)
        _threads[one_die].start()


def beside(one_die: bool) -> threading.Thread | None:
    """The thread of this process that builds the table, or has built it."""
    return _threads.get(one_die)


def _build(one_die: bool) -> None:
    with contextlib.suppress(OSError, AttributeError):  # a priority of its own is a thing of Linux threads
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), LOWEST_PRIORITY)
    try:
        with _the_only_builder(one_die, wait=False) as is_mine:
            if is_mine and tables.find(one_die) is None:
                tables.make(one_die)
    except OSError:
        log.exception("the table of the dice game could not be built")
