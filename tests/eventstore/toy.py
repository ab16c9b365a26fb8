"""Provides a toy with the two folds: the game is a list of numbers, the table a list of all that was said there."""

from typing import Any, Literal

import orjson

from eventstore.log.codec import Codec, canonical
from eventstore.log.folds import Fold, Folds, Loaded
from eventstore.log.lineage import HEAD_MOVED
from eventstore.log.loading import Loader
from eventstore.records import Header, NewEvent, StoredEvent, Version
from eventstore.store import EventStore

TABLE_KINDS = {HEAD_MOVED, "Said"}


class Numbers(Fold[list[int]]):
    """Folds the game: `Put` adds a number."""

    tag = "numbers-1"

    def __init__(self) -> None:
        self.applied = 0

    def initial(self) -> list[int]:
        return []

    def apply(self, state: list[int], kind: str, event: Any) -> list[int]:
        self.applied += 1
        state.append(event["n"])
        return state

    def copy(self, state: list[int]) -> list[int]:
        return state[:]

    def pack(self, state: list[int]) -> bytes:
        return orjson.dumps(state)

    def unpack(self, packed: bytes) -> list[int]:
        return list(orjson.loads(packed))


class Sayings(Numbers):
    """Folds the table: it remembers which seat said what at which version."""

    tag = "sayings-1"

    def advance(self, state: list[Any], kind: str, event: Any, stored: StoredEvent) -> list[Any]:
        state.append([stored.version, stored.header.seat, kind])
        return state


def codec() -> Codec:
    """Return a codec in which every event is its own JSON."""
    return Codec(dict.fromkeys(("Put", *TABLE_KINDS), (1, dict, dict)))


def fold_of(kind: str) -> Literal["table", "game"]:
    """Return the fold that a type of event belongs to."""
    return "table" if kind in TABLE_KINDS else "game"


def folds() -> Folds[Any, list[int]]:
    """Return the folds of the toy, with counters of their own."""
    return Folds(Sayings(), Numbers(), codec(), fold_of, mark_of)


def mark_of(event: Any) -> int:
    """Return the mark of an event: one of 16 bits for a number, none without one."""
    return 1 << event["n"] % 16 if "n" in event else 0


def act(number: int, *events: NewEvent, seat: int | None = 0) -> Version:
    """Return a version whose command id is made of its number."""
    return Version(events, Header(f"c{number}", seat, "toy", 1, 0))


def put(n: int) -> NewEvent:
    """Return the event that puts the number n on the list."""
    return NewEvent("Put", 1, canonical({"n": n}))


def said() -> NewEvent:
    """Return an event by which something is said at the table."""
    return NewEvent("Said", 1, b"{}")


def moved(to: int) -> NewEvent:
    """Return the event that moves the head to a version."""
    return NewEvent(HEAD_MOVED, 1, canonical({"to": to}))


def grow(store: EventStore, *acts: NewEvent | tuple[NewEvent, ...], game: str = "g") -> None:
    for events in acts:
        at = store.head(game)
        store.append(game, at, [act(at + 1, *(events if isinstance(events, tuple) else (events,)), seat=at % 3)])


def load(
    store: EventStore, game: str, of: Folds[list[Any], list[int]], version: int | None = None
) -> Loaded[list[Any], list[int]]:
    """Load the states at a version (by default the newest) with snapshots but no cache."""
    return Loader(store, lambda _: of).load(game, version)
