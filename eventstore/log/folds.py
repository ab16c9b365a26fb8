"""Says what the loader needs to know of a ruleset: how its events become the states of table and game."""

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Generic, Literal, TypeVar

from eventstore.log.codec import Codec
from eventstore.log.lineage import Line
from eventstore.records import StoredEvent, Tip

S = TypeVar("S")
T = TypeVar("T")
G = TypeVar("G")


class Fold(ABC, Generic[S]):
    """Says how events become a state. `tag` names what packed bytes depend on: the versions of pack and ruleset."""

    tag: str

    @abstractmethod
    def initial(self) -> S:
        """Return the state before the first event; it must be packable, too."""

    @abstractmethod
    def apply(self, state: S, kind: str, event: Any) -> S:
        """Return the state after an event of type `kind`; may change `state` itself, which the caller owns."""

    @abstractmethod
    def copy(self, state: S) -> S:
        """Return a state that shares nothing mutable with this one."""

    @abstractmethod
    def pack(self, state: S) -> bytes:
        """Return the state as bytes."""

    @abstractmethod
    def unpack(self, packed: bytes) -> S:
        """Restore a state that `pack` made."""

    def advance(self, state: S, kind: str, event: Any, stored: StoredEvent) -> S:
        """Apply an event for the loader; override it if a fold also needs the event's version, seat or time."""
        return self.apply(state, kind, event)


@dataclass(frozen=True, slots=True)
class Folds(Generic[T, G]):
    """Holds what the loader needs for a ruleset. `fold_of` says to which fold an event type belongs.

    `mark_of` returns the bits (of 16) that the line keeps of an event.
    """

    table: Fold[T]
    game: Fold[G]
    codec: Codec
    fold_of: Callable[[str], Literal["table", "game"]]
    mark_of: Callable[[Any], int] = lambda event: 0


@dataclass(slots=True)
class Loaded(Generic[T, G]):
    """Holds table and game right after a version with this chain; the caller owns them, except for `line`."""

    version: int
    chain: str
    table: T
    game: G
    line: Line
    ruleset: str

    @property
    def tip(self) -> Tip:
        """Return the version with its chain."""
        return Tip(self.version, self.chain)
