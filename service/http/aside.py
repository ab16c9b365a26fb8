"""Runs what takes some milliseconds of CPU beside the requests that the process serves, and ends it in time."""

import ctypes
import sys
from collections.abc import Callable
from functools import cache
from time import clock_gettime, pthread_getcpuclockid, thread_time
from typing import Any, Final, Generic, TypeVar, cast

from eventstore.budget import TooLong, add_cpu, measure_cpu
from service.problems import busy

MOST_S: Final = 0.25
"""Limits the CPU seconds of a request that does some of its work aside."""
LEAST_S: Final = 0.02
"""Sets what is left for the work aside at least."""
MOST_WAITING: Final = 64
"""Limits how many requests wait for their turn; further ones are refused."""
SWITCH_S: Final = 0.001
"""Sets how soon the interpreter lets the thread go on that serves the requests."""
R = TypeVar("R")
_waiting: list[None] = []


class Struck(BaseException):
    """Ends a function whose time is used up. It is raised in the function's thread, wherever that is."""


class Run(Generic[R]):
    """Represents a function that is run once in another thread, and that can be ended there.

    Afterwards `failure` is what it raised, or TooLong if it was ended, and `seconds` the CPU time that it used.
    """

    def __init__(self, act: Callable[[], R]) -> None:
        self._act = act
        self._lock = _original("_thread", "allocate_lock")()
        self._thread = 0
        self._begun = self.seconds = 0.0
        self._is_over = self._is_struck = False
        self.found: R | None = None
        self.failure: Exception | None = None

    def run(self) -> None:
        """Run the function in this thread. Raises nothing."""
        self._begun = thread_time()
        try:
            try:
                self._begin()
                self.found = self._act()
            except Exception as error:  # the thread that waits for the answer raises it again
                self.failure = error
            self._end()
        except Struck:
            self.failure = TooLong("aside")
        self.seconds = thread_time() - self._begun

    def spent(self) -> float:
        """Return the CPU seconds that it has used until now, seen from another thread."""
        return clock_gettime(pthread_getcpuclockid(self._thread)) - self._begun if self._thread else 0.0

    def strike(self) -> None:
        """End the function, if it has not come to its end; one that has not begun never will."""
        with self._lock:
            if self._is_over or self._is_struck:
                return
            self._is_struck = True
            if self._thread:
                thread, error = ctypes.c_ulong(self._thread), ctypes.py_object(Struck)
                ctypes.pythonapi.PyThreadState_SetAsyncExc(thread, error)

    def _begin(self) -> None:
        with self._lock:
            if self._is_struck:
                raise Struck
            self._thread = _original("_thread", "get_ident")()

    def _end(self) -> None:
        """Let nothing strike from now on; wait for a stroke that is on its way."""
        with self._lock:
            self._is_over = True
            is_coming = self._is_struck and self._thread
        while is_coming:
            pass


def run_aside(act: Callable[[], R], *, is_limited: bool = True) -> R:
    """Return what a function does, which runs in a thread of its own where requests are served by gevent.

    The interpreter lets other threads run every millisecond, so no other request waits for its end. One runs at a time,
    since more would gain nothing. If the request has used `MOST_S`, the function is ended, unless it is not limited; so
    it must be one that can end anywhere without harm. Raises TooLong then, Problem (503) if too many wait, and what the
    function raises.
    """
    if not _is_served_by_gevent():
        return act()
    if len(_waiting) >= MOST_WAITING:
        raise busy()
    run = Run(act)
    _waiting.append(None)
    try:
        _await(run, max(LEAST_S, MOST_S - measure_cpu()) if is_limited else None)
        add_cpu(run.seconds)
    finally:
        _waiting.pop()
        run.strike()
    if run.failure is not None:
        raise run.failure
    return cast(R, run.found)


def _await(run: Run[Any], most_s: float | None) -> None:
    """Wait until a function has ended, and end it if it takes more CPU time than it may."""
    done = _pool().spawn(run.run)
    done.wait(most_s)
    while most_s is not None and not done.ready():
        left = most_s - run.spent()
        if left <= 0:
            run.strike()
            most_s = None
        done.wait(None if most_s is None else left)


def _is_served_by_gevent() -> bool:
    return "gevent.monkey" in sys.modules and bool(sys.modules["gevent.monkey"].is_module_patched("socket"))


def _original(module: str, name: str) -> Any:
    """Return a function of the standard library as it is without gevent."""
    if "gevent.monkey" in sys.modules:
        return sys.modules["gevent.monkey"].get_original(module, name)
    return getattr(sys.modules[module], name)


@cache
def _pool() -> Any:
    """Return the pool with the one thread."""
    sys.setswitchinterval(SWITCH_S)
    return sys.modules["gevent"].get_hub().threadpool.__class__(1)
