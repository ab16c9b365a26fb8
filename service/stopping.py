"""What is to end at once when this process is told to stop: streams, waits, readers of the feed."""

from collections.abc import Callable

_callbacks: list[Callable[[], None]] = []


def on_stop(callback: Callable[[], None]) -> None:
    """Call `callback` once when the process stops; it must not raise and must not take long."""
    _callbacks.append(callback)


def announce_stop() -> None:
    """Run every callback once, the newest first."""
    while _callbacks:
        _callbacks.pop()()
