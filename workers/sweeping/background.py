"""Lets work that may wait for an object store go on beside the sweep, so that nothing else waits for that."""

import logging
import threading
from collections.abc import Callable
from contextlib import suppress

from redis.exceptions import RedisError

from workers.sweeping.long_work import LongWork

log = logging.getLogger(__name__)


class Background(LongWork):
    """Does the steps of some walks in a thread, each after the other; a step begins when the one before has ended."""

    def __init__(self, *walks: LongWork) -> None:
        super().__init__(walks[0].ctx, walks[0].shares)
        self.walks = walks
        self._thread: threading.Thread | None = None

    def step(self) -> None:
        """Begin a step of each walk, unless the last one is still going on."""
        if self._thread is None or not self._thread.is_alive():
            self._thread = threading.Thread(target=self._run, daemon=True, name="archive")
            self._thread.start()

    def wait(self) -> None:
        """Wait until the step is over."""
        if self._thread is not None:
            self._thread.join()

    def _run(self) -> None:
        for walk in self.walks:
            _go_on(walk.step, type(walk).__name__)


def _go_on(step: Callable[[], object], name: str) -> None:
    """Do a step; its exceptions do not stop others, and the log says what went wrong."""
    try:
        with suppress(RedisError):  # the sweep says that the store does not answer
            step()
    except Exception:  # after any exception of one walk the others must go on
        log.exception("%s was cut short", name)
