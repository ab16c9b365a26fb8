"""AI seats are woken beside the requests, so that no command waits for the queue's store."""

from collections.abc import Callable
from queue import Queue
from threading import Thread


class Waker:
    """Tells `wake` of games and versions, one after the other, in a thread of its own that starts with the first.

    What it has not told when the process dies is lost: the sweep finds every AI seat that owes a move.
    """

    def __init__(self, wake: Callable[[str, int], None]) -> None:
        """`wake` must not raise."""
        self._wake = wake
        self._told: Queue[tuple[str, int]] = Queue()
        self._thread: Thread | None = None

    def tell(self, game: str, version: int) -> None:
        """Have the AI seats of a game woken soon, the log having grown to `version`."""
        self._told.put((game, version))
        if self._thread is None:
            self._thread = Thread(target=self._run, name="waker", daemon=True)
            self._thread.start()

    def _run(self) -> None:
        while True:
            self._wake(*self._told.get())
