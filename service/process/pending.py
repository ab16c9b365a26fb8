"""Keeps account of what a process writes a moment later, so that it is written before the process ends, and once.

A forked process begins with nothing pending, since its parent writes what was pending until then.
"""

import os
from typing import Final, Protocol
from weakref import WeakSet


class Pending(Protocol):
    """Represents something that collects what it writes later; it must be registered by `register`."""

    def flush(self) -> None:
        """Write what is pending; what the store does not accept now may stay pending. Raises nothing."""

    def start_empty(self) -> None:
        """Begin with nothing pending, and with locks of its own."""


_REGISTERED: Final[WeakSet[Pending]] = WeakSet()


def register(one: Pending) -> None:
    """Let something be flushed before this process ends, and start empty in its forks."""
    _REGISTERED.add(one)


def flush_all() -> None:
    """Write all that is pending in this process, since it is about to end."""
    for one in list(_REGISTERED):
        one.flush()


def _start_all_empty() -> None:
    for one in list(_REGISTERED):
        one.start_empty()


os.register_at_fork(after_in_child=_start_all_empty)
