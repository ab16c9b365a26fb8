"""Provides a process that dies in the middle of its work: its n-th call of the store is its last."""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from threading import get_ident
from typing import Any, Final

from hypothesis import strategies

from eventstore.store import EventStore

MOST_CALLS: Final = 40
MOST_DEATHS: Final = 6
DEATHS: Final = strategies.lists(
    strategies.tuples(strategies.integers(1, MOST_CALLS), strategies.booleans()), min_size=1, max_size=MOST_DEATHS
)
"""When one process after another dies: at which call, and whether the store has still done that one."""


class Died(BaseException):
    """Ends a process whatever it catches."""


@dataclass
class Life:
    """Holds how many calls a process has left, and whether the last of them is still done."""

    calls: int
    is_done: bool
    thread: int = field(default_factory=get_ident)

    def spend(self, call: Callable[..., Any], *args: Any, **options: Any) -> Any:
        """Make a call, and die before or after it if it is the last one; what other threads call does not count."""
        if get_ident() != self.thread:
            return call(*args, **options)
        self.calls -= 1
        if self.calls < 0 or (self.calls == 0 and not self.is_done):
            raise Died
        answer = call(*args, **options)
        if self.calls == 0:
            raise Died
        return answer


class Mortal:
    """Represents a store, or the part of it that keeps rows, as a process has it that is about to die."""

    def __init__(self, store: Any, life: Life) -> None:
        self._store = store
        self._life = life

    def __getattr__(self, name: str) -> Any:
        found = getattr(self._store, name)
        if name == "rows":
            return Mortal(found, self._life)
        return partial(self._life.spend, found) if callable(found) else found


def die_and_go_on(store: EventStore, deaths: list[tuple[int, bool]], work: Callable[[Any], None]) -> None:
    """Do some work on a store that dies again and again, each time from where the last one stopped; then to its end."""
    for calls, is_done in deaths:
        with suppress(Died):
            work(Mortal(store, Life(calls, is_done)))
    work(store)
