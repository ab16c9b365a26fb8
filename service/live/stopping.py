"""Keeps callbacks that run on SIGTERM, to end streams, waits and readers of the feed at once."""

from collections.abc import Callable

_callbacks: list[Callable[[], None]] = []


def on_stop(callback: Callable[[], None]) -> None:
    """Call `callback` once when the process stops; it must not raise and must not take long."""
    _callbacks.append(callback)


def announce_stop() -> None:
    """Run every callback once, the newest first."""
    while _callbacks:
        _callbacks.pop()()
