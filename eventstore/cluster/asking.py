"""Queries several nodes at once, so that a silent one delays only the callers that need it."""

import time
from collections.abc import Callable, Iterable
from threading import Event, Thread
from typing import Generic, TypeVar

from eventstore.outages import StoreAway

A = TypeVar("A")


class Question(Generic[A]):
    """Represents a query that is made in the background, or at once."""

    def __init__(self, ask: Callable[[], A], in_background: bool = True) -> None:
        self._ask = ask
        self._over = Event()
        self._answer: list[A] = []
        self._error: Exception = StoreAway("a node of the cluster does not answer in time")
        if in_background:
            Thread(target=self._run, daemon=True).start()
        else:
            self._run()

    def _run(self) -> None:
        try:
            self._answer.append(self._ask())
        except Exception as error:  # whatever it is, it is raised where the answer is taken
            self._error = error
        finally:
            self._over.set()

    def is_over(self, seconds: float = 0.0) -> bool:
        """Wait for the answer, at most for `seconds`; return whether it has come."""
        return self._over.wait(max(0.0, seconds))

    def answer(self) -> A:
        """Return the answer; raises the query's error, or StoreAway if there is no answer yet."""
        if not self._answer:
            raise self._error
        return self._answer[0]


def await_all(questions: Iterable[Question[A]], seconds: float) -> None:
    """Wait for the answers to all questions, at most `seconds` in total."""
    ends = time.monotonic() + seconds
    for question in questions:
        question.is_over(ends - time.monotonic())
