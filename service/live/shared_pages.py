"""Caches pages of streams: each is built once and shared by all clients that may see it."""

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
    """Caches the newest pages by key (single-flight). A page must stay valid, as a part of a log does."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._places: OrderedDict[Hashable, _Place[P]] = OrderedDict()

    def page(self, key: Hashable, make: Callable[[], P]) -> P:
        """Return the page of a key, built by the first caller while the others wait."""
        built = self._places.get(key)
        if built is not None and built.pages:
            return built.pages[0]
        with self._lock:
            place = self._places.setdefault(key, _Place())
            if len(self._places) > MOST_PAGES:
                self._places.popitem(last=False)
        with place.lock:
            if not place.pages:
                place.pages.append(make())
            return place.pages[0]
