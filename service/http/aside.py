"""Runs what takes some milliseconds of CPU beside those that the process serves."""

import sys
from collections.abc import Callable
from functools import cache
from time import thread_time
from typing import Any, Final, TypeVar, cast

from eventstore.budget import add_cpu
from service.problems import busy

MOST_WAITING: Final = 64
"""Limits how many requests wait for their turn; further ones are refused."""
R = TypeVar("R")
_waiting: list[None] = []


def run_aside(act: Callable[[], R]) -> R:
    """Return what a function does, which runs in a thread of its own where requests are served by gevent.

    The interpreter lets other threads run every few milliseconds, so no other request waits for its end. One
    runs at a time, since more would gain nothing. Raises Problem (503) if too many wait, and what the function raises.
    """
    if "gevent.monkey" not in sys.modules or not sys.modules["gevent.monkey"].is_module_patched("socket"):
        return act()
    if len(_waiting) >= MOST_WAITING:
        raise busy()
    _waiting.append(None)
    try:
        found, seconds = _pool().apply(_measured, (act,))
        add_cpu(seconds)
        return cast(R, found)
    finally:
        _waiting.pop()


def _measured(act: Callable[[], R]) -> tuple[R, float]:
    """Return what a function does, and the CPU seconds that it used."""
    begun = thread_time()
    return act(), thread_time() - begun


@cache
def _pool() -> Any:
    """Return the pool with the one thread."""
    return sys.modules["gevent"].get_hub().threadpool.__class__(1)
