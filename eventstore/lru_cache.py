"""Implements a small least-recently-used cache."""

import threading
from collections import OrderedDict
from collections.abc import Callable
from typing import Generic, TypeVar

K = TypeVar("K")
V = TypeVar("V")


class Recent(Generic[K, V]):
    """Keeps the `size` entries used last; safe to share between threads and greenlets."""

    def __init__(self, size: int) -> None:
        self._size = size
        self._entries: OrderedDict[K, V] = OrderedDict()
        self._lock = threading.Lock()

    def get(self, key: K) -> V | None:
        """Return the value under a key, which then counts as used; None if it was dropped."""
        with self._lock:
            if key not in self._entries:
                return None
            self._entries.move_to_end(key)
            return self._entries[key]

    def put(self, key: K, value: V) -> None:
        """Store a value, and drop the least recently used one if there are too many."""
        with self._lock:
            self._entries[key] = value
            self._entries.move_to_end(key)
            if len(self._entries) > self._size:
                self._entries.popitem(last=False)

    def drop(self, key: K) -> None:
        """Drop a value."""
        with self._lock:
            self._entries.pop(key, None)

    def drop_all(self) -> None:
        """Drop everything."""
        with self._lock:
            self._entries.clear()

    def drop_where(self, is_meant: Callable[[K], bool]) -> None:
        """Drop the values of all keys that match."""
        with self._lock:
            for key in [key for key in self._entries if is_meant(key)]:
                del self._entries[key]
