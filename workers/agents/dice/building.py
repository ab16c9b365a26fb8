"""Tables are built once, whoever needs them first: at the command line, or beside the game that asks for one."""

import contextlib
import fcntl
import logging
import os
import subprocess
import sys
from collections.abc import Iterator
from typing import Final

from workers.agents.dice import tables

READINGS: Final = {"any": False, "one": True}
TETHER: Final = "service.supervisor.tether"  # run, not imported: the builder ends with the process that wants the table

log = logging.getLogger(__name__)
_builders: dict[bool, "subprocess.Popen[bytes]"] = {}


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
    """Have the table built by a process of the lowest priority, unless somebody is at it or ours has failed.

    A process, since a thread of low priority would hold the interpreter's lock while others have the processor.
    """
    ours = _builders.get(one_die)
    if ours is not None and ours.poll() != 0:
        return
    try:
        if _is_free(one_die):
            _builders[one_die] = _start_builder(one_die)
    except OSError:
        log.exception("the table of the dice game cannot be built")


def beside(one_die: bool) -> "subprocess.Popen[bytes] | None":
    """The newest process that this one has started to build the table."""
    return _builders.get(one_die)


def _is_free(one_die: bool) -> bool:
    with _the_only_builder(one_die, wait=False) as is_mine:
        return is_mine


def _start_builder(one_die: bool) -> "subprocess.Popen[bytes]":
    reading = next(name for name, is_one in READINGS.items() if is_one == one_die)
    module = ("workers.agents.dice.build", "--joker-dice", reading, "--gently")
    return subprocess.Popen(
        (sys.executable, "-m", TETHER, str(os.getpid()), *module), stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL
    )
