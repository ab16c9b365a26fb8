"""A cache: each page of a stream is built once and shared by all clients that may see it."""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from threading import Lock
from typing import Final, Generic, TypeVar

MOST_PAGES: Final = 256
P = TypeVar("P")


class _Place(Generic[P]):
    def __init__(self) -> None:
        self.lock = Lock()
        self.pages: list[P] = []


class Shelf(Generic[P]):
    """The newest pages by key. A page must stay true once it is made, as a part of a log does."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._places: OrderedDict[Hashable, _Place[P]] = OrderedDict()

    def page(self, key: Hashable, make: Callable[[], P]) -> P:
        """The page of a key, made by the first who asks while the others wait."""
        with self._lock:
            place = self._places.setdefault(key, _Place())
            if len(self._places) > MOST_PAGES:
                self._places.popitem(last=False)
        with place.lock:
            if not place.pages:
                place.pages.append(make())
            return place.pages[0]
