"""Keeps a fork from taking a signal by the handlers of its parent."""

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

ENDING: Final = (signal.SIGTERM, signal.SIGINT, signal.SIGHUP)


@contextmanager
def hold_signals() -> Iterator[None]:
    """Hold back the signals that end a process while it forks; the parent takes them afterwards.

    A fork must call `take_signals`. One that was sent before that would otherwise run the parent's handler in the fork,
    which would go on as if nothing had been said.
    """
    before = signal.pthread_sigmask(signal.SIG_BLOCK, ENDING)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def take_signals() -> None:
    """Let this fork be ended by signals, also by one that was held back."""
    for number in ENDING:
        signal.signal(number, signal.SIG_DFL)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, ENDING)
