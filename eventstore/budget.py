"""Limits the CPU time of a request, by checks at named points of long loops.

A server gives each request a budget; jobs and open streams have none, and checks cost them nothing. The time in which a
request waits, and others run, does not count, if `follow` was called in the thread that serves them.

A request that writes is sealed: from the first write on, no check ends it any more. So TooLong promises that nothing
was written, and is never raised between the start of an append and its answer.
"""

from collections.abc import Iterable, Iterator
from time import perf_counter, thread_time
from typing import Any, Final, TypeVar

from greenlet import getcurrent, settrace

T = TypeVar("T")
SECONDS: Final = 2.0
STRIDE: Final = 16
"""The number of items of a loop per check of the clock."""


class TooLong(Exception):
    """Ends a request that has used up its CPU time; nothing was written."""


class Budget:
    """Counts the CPU time of one request, limited within `with`; of nested budgets the outer one counts."""

    __slots__ = ("_before", "_began", "_since", "_taken", "_used", "_was_struck", "is_sealed", "only_reads")

    def __init__(self, *, only_reads: bool = False) -> None:
        self.is_sealed = self._was_struck = False
        self.only_reads = only_reads
        self._before = self._used = self._taken = 0.0
        self._began, self._since = perf_counter(), thread_time()

    def __enter__(self) -> None:
        """Limit what follows."""
        _BUDGETS.setdefault(getcurrent(), self)

    def __exit__(self, *_: object) -> None:
        """Limit it no longer."""
        here = getcurrent()
        if _BUDGETS.get(here) is self:
            del _BUDGETS[here]

    @property
    def spent(self) -> float:
        """Return the seconds that were used in all, also before the last `renew`."""
        return self._before + self._used + thread_time() - self._since

    def take(self) -> float:
        """Return the seconds that were used since the last call, or in all at the first one."""
        spent = self.spent
        taken, self._taken = spent - self._taken, spent
        return taken

    def check(self, point: str) -> None:
        """Raise TooLong if the time is used up, then and at every later point, unless the request is sealed."""
        if not self.is_sealed and (self._was_struck or self.is_over(point)):
            self._was_struck = True
            raise TooLong(point)

    def is_over(self, point: str) -> bool:
        """Return whether the time is used up at a point; reads the wall clock first, which is cheaper."""
        return perf_counter() - self._began > SECONDS and self._used + thread_time() - self._since > SECONDS

    def renew(self) -> None:
        """Count from zero."""
        self._before = self.spent
        self._began, self._used, self._since = perf_counter(), 0.0, thread_time()

    def add(self, seconds: float) -> None:
        """Count what another thread used."""
        self._used += seconds

    def rest(self) -> None:
        """Stop counting: the request waits."""
        self._used += thread_time() - self._since

    def go_on(self) -> None:
        """Count again."""
        self._since = thread_time()


_BUDGETS: Final[dict[Any, Budget]] = {}
"""Holds the budgets of requests that are being answered, by greenlet; a thread without any has one of its own."""


def check(point: str) -> None:
    """Raise TooLong if this request has used up its time."""
    budget = _BUDGETS.get(getcurrent())
    if budget is not None:
        budget.check(point)


def each(point: str, items: Iterable[T]) -> Iterable[T]:
    """Return the items of a loop, with a check before the first one and some of the others."""
    budget = _BUDGETS.get(getcurrent())
    return items if budget is None else _check_each(budget, point, items)


def _check_each(budget: Budget, point: str, items: Iterable[T]) -> Iterator[T]:
    for number, item in enumerate(items):
        if not number % STRIDE:
            budget.check(point)
        yield item


def seal(*, is_upkeep: bool = True) -> bool:
    """Let no check end this request from now on, since it writes; return whether it was sealed before.

    Writes of a request that only reads are upkeep and do not seal it, unless `is_upkeep` is False.
    """
    budget = _BUDGETS.get(getcurrent())
    if budget is None or (budget.only_reads and is_upkeep):
        return False
    was, budget.is_sealed = budget.is_sealed, True
    return was


def reopen(was_sealed: bool) -> None:
    """Undo a seal, given the result of `seal`, because nothing was written after all."""
    budget = _BUDGETS.get(getcurrent())
    if budget is not None:
        budget.is_sealed = was_sealed


def renew() -> None:
    """Count this request's time from the beginning: it has let others run for a while."""
    budget = _BUDGETS.get(getcurrent())
    if budget is not None:
        budget.renew()


def measure_cpu() -> float:
    """Return the CPU seconds that this request has used, without those of other requests."""
    budget = _BUDGETS.get(getcurrent())
    return 0.0 if budget is None else budget.spent


def take_cpu() -> float:
    """Return the CPU seconds that this request has used since they were taken last.

    So the time of requests that are made within another one is taken once.
    """
    budget = _BUDGETS.get(getcurrent())
    return 0.0 if budget is None else budget.take()


def add_cpu(seconds: float) -> None:
    """Count CPU time that another thread used for this request."""
    budget = _BUDGETS.get(getcurrent())
    if budget is not None:
        budget.add(seconds)


def follow() -> None:
    """Count only the time in which a request runs, in a thread whose requests take turns."""
    settrace(_note_switch)


def _note_switch(_event: str, greenlets: tuple[Any, Any]) -> None:
    """Note that one greenlet of the thread waits and another one runs."""
    if not _BUDGETS:
        return
    before, now = greenlets
    if before in _BUDGETS:
        _BUDGETS[before].rest()
    if now in _BUDGETS:
        _BUDGETS[now].go_on()
