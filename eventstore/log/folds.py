"""Folds the events of one game into the states of table and game, and packs those for snapshots; queries nothing.

Because `state@v` is `state@v-1` plus one version, or `state@k` after a HeadMoved, a snapshot of version v is valid on
whatever line v lies. Snapshots are only a shortcut: any of them may be deleted at any time, and a later load makes a
new one.
"""

import struct
import zlib
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Generic, Literal, TypeVar

from eventstore.budget import each
from eventstore.log.chain import ROOT, ChainBroken
from eventstore.log.codec import Codec
from eventstore.log.lineage import HEAD_MOVED, Line, move_target
from eventstore.records import StoredEvent, Tip

S = TypeVar("S")
T = TypeVar("T")
G = TypeVar("G")
EVERY = 100
"""Sets the number of versions between snapshots of a game without undo."""
_FORMAT = "2"
"""Begins the tags of snapshots in this format."""


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


def is_due(before: int, version: int, moved: bool) -> bool:
    """Return whether to store `version`, reached from `before`: every 100 versions, and after a move of the head."""
    return moved or before // EVERY != version // EVERY


def join_parts(parts: Sequence[bytes]) -> bytes:
    """Join several byte strings into one, compressed."""
    sizes = struct.pack(f">{len(parts) + 1}I", len(parts), *map(len, parts))
    return zlib.compress(sizes + b"".join(parts))


def split_parts(packed: bytes) -> list[bytes]:
    """Split what `join_parts` joined; raises zlib.error for damaged bytes."""
    plain = zlib.decompress(packed)
    (count,) = struct.unpack_from(">I", plain)
    sizes = struct.unpack_from(f">{count}I", plain, 4)
    at = 4 + 4 * count
    parts = []
    for size in sizes:
        parts.append(plain[at : at + size])
        at += size
    return parts


class Folding(Generic[T, G]):
    """Carries states of one game forward; decodes each event once, however often it is folded."""

    def __init__(self, folds: Folds[T, G], ruleset: str) -> None:
        self._folds = folds
        self._ruleset = ruleset
        self._events: dict[tuple[int, int], Any] = {}

    @property
    def tag(self) -> str:
        """Return the tag of the snapshots that these folds can read."""
        return "|".join((_FORMAT, self._folds.table.tag, self._folds.game.tag))

    def start(self) -> Loaded[T, G]:
        """Return the states before version 1."""
        return Loaded(0, ROOT, self._folds.table.initial(), self._folds.game.initial(), Line(), self._ruleset)

    def advance(
        self, base: Loaded[T, G], tail: Sequence[StoredEvent], tip: Tip, game_at: Callable[[int], G]
    ) -> Loaded[T, G]:
        """Return the states at a tip, from those at a base, which must not be used again, and the events in between.

        `game_at` finds the game's state at a version before the base, to which the head may have been moved.
        """
        of_game = [self._is_game(event) for event in tail]
        table = base.table
        for event, is_game in each("fold of the table", zip(tail, of_game, strict=True)):
            if not is_game:
                table = self._advance(self._folds.table, table, event)
        marks = [self._folds.mark_of(self._decode(event)) for event in each("marks of events", tail)]
        line = base.line.extend(tail, of_game, marks)
        return Loaded(*tip, table, self._game_state(base, tail, game_at), line, self._ruleset)

    def copy(self, loaded: Loaded[T, G]) -> Loaded[T, G]:
        """Return states that share nothing mutable with these."""
        table, game = self._folds.table.copy(loaded.table), self._folds.game.copy(loaded.game)
        return Loaded(loaded.version, loaded.chain, table, game, loaded.line, loaded.ruleset)

    def pack(self, loaded: Loaded[T, G]) -> bytes:
        """Return the states as the bytes of a snapshot."""
        states = self._folds.table.pack(loaded.table), self._folds.game.pack(loaded.game)
        return join_parts([*states, loaded.line.pack(), bytes.fromhex(loaded.chain)])

    def unpack(self, version: int, snapshot: bytes) -> Loaded[T, G]:
        """Restore the states that `pack` was given; raises ChainBroken for a damaged snapshot."""
        try:
            table, game, line, chain = split_parts(snapshot)
        except (ValueError, zlib.error):
            raise ChainBroken(version, "its snapshot is damaged") from None
        states = self._folds.table.unpack(table), self._folds.game.unpack(game)
        return Loaded(version, chain.hex(), *states, Line.unpack(line), self._ruleset)

    def _game_state(self, base: Loaded[T, G], tail: Sequence[StoredEvent], game_at: Callable[[int], G]) -> G:
        """Compute the game's state: follow the moves of the head back to where they lead, then apply events forward."""
        stretches = []
        while True:
            stretch, to = _after_last_move(tail)
            stretches.append(stretch)
            if to is None or to < base.version:
                break
            tail = [event for event in tail if event.version <= to]
        state = base.game if to is None else game_at(to)
        for stretch in reversed(stretches):
            for event in each("fold of the game", filter(self._is_game, stretch)):
                state = self._advance(self._folds.game, state, event)
        return state

    def _advance(self, fold: Fold[S], state: S, event: StoredEvent) -> S:
        return fold.advance(state, self._folds.codec.name(event.type), self._decode(event), event)

    def _decode(self, event: StoredEvent) -> Any:
        """Decode an event, once."""
        place = event.version, event.index
        if place not in self._events:
            self._events[place] = self._folds.codec.decode(event)
        return self._events[place]

    def _is_game(self, event: StoredEvent) -> bool:
        kind = self._folds.codec.name(event.type)
        return kind != HEAD_MOVED and self._folds.fold_of(kind) == "game"


def _after_last_move(tail: Sequence[StoredEvent]) -> tuple[Sequence[StoredEvent], int | None]:
    """Return the events after the last move of the head, and its target; all events and None without a move."""
    for place in range(len(tail) - 1, -1, -1):
        if tail[place].type == HEAD_MOVED:
            return tail[place + 1 :], move_target(tail[place])
    return tail, None
