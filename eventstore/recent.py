"""A small memory of what was used last."""

import threading
from collections import OrderedDict
from collections.abc import Callable
from typing import Generic, TypeVar

K = TypeVar("K")
V = TypeVar("V")


class Recent(Generic[K, V]):
    """The `size` entries used last; safe to share between threads and greenlets."""

    def __init__(self, size: int) -> None:
        self._size = size
        self._entries: OrderedDict[K, V] = OrderedDict()
        self._lock = threading.Lock()

    def get(self, key: K) -> V | None:
        """The value under a key, which thereby counts as used; None when it was forgotten."""
        with self._lock:
            if key not in self._entries:
                return None
            self._entries.move_to_end(key)
            return self._entries[key]

    def put(self, key: K, value: V) -> None:
        """Remember a value, forgetting the one not used for longest when there is no room."""
        with self._lock:
            self._entries[key] = value
            self._entries.move_to_end(key)
            if len(self._entries) > self._size:
                self._entries.popitem(last=False)

    def drop(self, key: K) -> None:
        """Forget a value."""
        with self._lock:
            self._entries.pop(key, None)

    def drop_where(self, is_meant: Callable[[K], bool]) -> None:
        """Forget the values of all keys that are meant."""
        with self._lock:
            for key in [key for key in self._entries if is_meant(key)]:
                del self._entries[key]
