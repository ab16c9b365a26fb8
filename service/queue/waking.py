"""Wakes AI seats in the background, so that no command waits for the queue's store."""

from collections.abc import Callable
from functools import partial
from queue import Queue
from threading import Thread

from service.tracing import spans


class Waker:
    """Calls `wake` with games, versions and whether a person acted, in order, in a thread that starts when needed.

    Calls still waiting when the process dies are lost; the sweep finds every AI seat that must act.
    """

    def __init__(self, wake: Callable[[str, int, bool], None]) -> None:
        """Take `wake`, which must not raise."""
        self._wake = wake
        self._queue: Queue[Callable[[], None]] = Queue()
        self._thread: Thread | None = None

    def tell(self, game: str, version: int, by_person: bool = False) -> None:
        """Have the AI seats of a game woken soon, at `version`."""
        self.do(spans.bound(partial(self._wake, game, version, by_person)))

    def do(self, act: Callable[[], None]) -> None:
        """Run another function in the same thread; it must not raise."""
        self._queue.put(act)
        if self._thread is None:
            self._thread = Thread(target=self._run, name="waker", daemon=True)
            self._thread.start()

    def _run(self) -> None:
        while True:
            self._queue.get()()
