"""From a log to states: two folds over one stream, snapshots, and a memory of the states used last.

The *table* (seats, votes, clocks, undo rights) sees each of its events in order and is never rewound. The *game* is:
`HeadMoved(to=k)` makes its state that of version k. So `state@v` exists for every v, abandoned lines included.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Generic, Literal, TypeVar

from eventstore import snapshots
from eventstore.codec import Codec
from eventstore.lineage import HEAD_MOVED, Line, move_target
from eventstore.recent import Recent
from eventstore.records import StoredEvent
from eventstore.store import EventStore

S = TypeVar("S")
T = TypeVar("T")
G = TypeVar("G")


class UnknownVersion(LookupError):
    """The game is unknown, or has no such version."""

    def __init__(self, game: str, version: int) -> None:
        super().__init__(f"no version {version} of {game}")
        self.version = version


class Fold(ABC, Generic[S]):
    """How events become a state. `tag` names what packed bytes depend on: the versions of pack and ruleset."""

    tag: str

    @abstractmethod
    def initial(self) -> S:
        """The state before the first event; it must pack, too."""

    @abstractmethod
    def apply(self, state: S, kind: str, event: Any) -> S:
        """The state after an event of type `kind`; may change `state` itself, which the caller owns."""

    @abstractmethod
    def copy(self, state: S) -> S:
        """A state that shares nothing changeable with this one."""

    @abstractmethod
    def pack(self, state: S) -> bytes:
        """The state as bytes."""

    @abstractmethod
    def unpack(self, packed: bytes) -> S:
        """The state from `pack`'s bytes."""

    def advance(self, state: S, kind: str, event: Any, stored: StoredEvent) -> S:
        """What the loader calls: `apply`, unless a fold also wants the event's version, seat or time."""
        return self.apply(state, kind, event)


@dataclass(frozen=True, slots=True)
class Folds(Generic[T, G]):
    """All that the loader must know of a ruleset. `fold_of` says to which fold an event type belongs.

    `mark_of` gives the bits (of 16) that the line keeps of an event.
    """

    table: Fold[T]
    game: Fold[G]
    codec: Codec
    fold_of: Callable[[str], Literal["table", "game"]]
    mark_of: Callable[[Any], int] = lambda event: 0


@dataclass(slots=True)
class Loaded(Generic[T, G]):
    """The table and the game right after a version; the caller's own, but for `line`."""

    version: int
    table: T
    game: G
    line: Line
    ruleset: str


def load(store: EventStore, game: str, folds: Folds[T, G], version: int | None = None) -> Loaded[T, G]:
    """The states at a version (by default the newest) with snapshots but no memory; raises UnknownVersion."""
    return Loader[T, G](store, lambda _: folds).load(game, version)


class Loader(Generic[T, G]):
    """Loads games of many rulesets and remembers the states used last; shared by the threads of a process.

    `folds` gives the folds of a ruleset by its name in the first version's header.
    """

    def __init__(self, store: EventStore, folds: Callable[[str], Folds[T, G]], size: int = 512) -> None:
        self._store = store
        self._folds_of = folds
        self._states: Recent[tuple[str, int], Loaded[T, G]] = Recent(size)
        self._newest: Recent[str, int] = Recent(size)
        self._rulesets: Recent[str, str] = Recent(8 * size)

    def load(self, game: str, version: int | None = None) -> Loaded[T, G]:
        """The states at a version, by default the newest; raises UnknownVersion."""
        target = self._store.head(game) if version is None else version
        if target < 1:
            raise UnknownVersion(game, target)
        return _Loading(self, game, self._ruleset(game, target)).at(target)

    def keep(self, game: str, loaded: Loaded[T, G], before: int) -> None:
        """Remember the states after an append on version `before`, so that the next load need not read it.

        They belong to the loader from here on and are only read by others.
        """
        _Loading(self, game, loaded.ruleset).keep_if_due(loaded, before)
        self._rulesets.put(game, loaded.ruleset)
        self._states.put((game, loaded.version), loaded)
        self._newest.put(game, loaded.version)

    def forget(self, game: str) -> None:
        """Forget the states of a game that was deleted."""
        self._rulesets.drop(game)
        self._newest.drop(game)
        self._states.drop_where(lambda key: key[0] == game)

    def _ruleset(self, game: str, version: int) -> str:
        known = self._rulesets.get(game)
        if known is None:
            first = self._store.read(game, 0, 1)
            if not first:
                raise UnknownVersion(game, version)
            known = first[0].header.ruleset
            self._rulesets.put(game, known)
        return known


class _Loading(Generic[T, G]):
    """One load of one game."""

    def __init__(self, loader: Loader[T, G], game: str, ruleset: str) -> None:
        self._loader = loader
        self._store = loader._store
        self._game = game
        self._ruleset = ruleset
        self._folds = loader._folds_of(ruleset)
        self._events: dict[tuple[int, int], Any] = {}
        self._tag = snapshots.tag(self._folds.table.tag, self._folds.game.tag)

    def at(self, target: int) -> Loaded[T, G]:
        known = self._known(target)
        if known:
            return known
        base = self._base(target)
        if base.version == target:
            self._remember(base)
            return base
        tail = self._store.read(self._game, base.version, target)
        if not tail or tail[-1].version != target:
            raise UnknownVersion(self._game, target)
        before = base.version
        loaded = self._moved_on(base, tail, target)
        self._remember(loaded)
        self.keep_if_due(loaded, before)
        return loaded

    def keep_if_due(self, loaded: Loaded[T, G], before: int) -> None:
        """Put a snapshot of states that were reached from those of version `before`, where one is worth keeping."""
        if snapshots.is_due(before, loaded.version, loaded.line.moved_after(before)):
            self._store.put_snapshot(self._game, loaded.version, self._tag, self._pack(loaded))

    def _moved_on(self, base: Loaded[T, G], tail: Sequence[StoredEvent], target: int) -> Loaded[T, G]:
        of_game = [self._is_game(event) for event in tail]
        table = base.table
        for event, is_game in zip(tail, of_game, strict=True):
            if not is_game:
                table = self._advance(self._folds.table, table, event)
        marks = [self._folds.mark_of(self._decoded(event)) for event in tail]
        line = base.line.extended(tail, of_game, marks)
        return Loaded(target, table, self._game_state(base, tail), line, self._ruleset)

    def _game_state(self, base: Loaded[T, G], tail: Sequence[StoredEvent]) -> G:
        """The game's state: back over the moves of the head to where they lead, then forward again."""
        stretches = []
        while True:
            stretch, to = _after_last_move(tail)
            stretches.append(stretch)
            if to is None:
                break
            if to < base.version:
                base = self._base(to)
                tail = self._store.read(self._game, base.version, to)
            else:
                tail = [event for event in tail if event.version <= to]
        state = base.game
        for stretch in reversed(stretches):
            for event in filter(self._is_game, stretch):
                state = self._advance(self._folds.game, state, event)
        return state

    def _base(self, target: int) -> Loaded[T, G]:
        """The nearest known states at or below a version, owned by the caller."""
        newest = self._loader._newest.get(self._game) or 0
        known = self._known(target) or (self._known(newest) if newest < target else None)
        if known:
            return known
        found = self._store.snapshot(self._game, target, self._tag)
        if found:
            return self._unpack(*found)
        return Loaded(0, self._folds.table.initial(), self._folds.game.initial(), Line(), self._ruleset)

    def _known(self, version: int) -> Loaded[T, G] | None:
        known = self._loader._states.get((self._game, version))
        return self._copy(known) if known else None

    def _advance(self, fold: Fold[S], state: S, event: StoredEvent) -> S:
        return fold.advance(state, self._folds.codec.name(event.type), self._decoded(event), event)

    def _decoded(self, event: StoredEvent) -> Any:
        """The event itself, decoded once a load."""
        place = event.version, event.index
        if place not in self._events:
            self._events[place] = self._folds.codec.decode(event)
        return self._events[place]

    def _is_game(self, event: StoredEvent) -> bool:
        kind = self._folds.codec.name(event.type)
        return kind != HEAD_MOVED and self._folds.fold_of(kind) == "game"

    def _remember(self, loaded: Loaded[T, G]) -> None:
        self._loader._states.put((self._game, loaded.version), self._copy(loaded))
        if loaded.version > (self._loader._newest.get(self._game) or 0):
            self._loader._newest.put(self._game, loaded.version)

    def _copy(self, loaded: Loaded[T, G]) -> Loaded[T, G]:
        table, game = self._folds.table.copy(loaded.table), self._folds.game.copy(loaded.game)
        return Loaded(loaded.version, table, game, loaded.line, loaded.ruleset)

    def _pack(self, loaded: Loaded[T, G]) -> bytes:
        folds = self._folds
        return snapshots.pack([folds.table.pack(loaded.table), folds.game.pack(loaded.game), loaded.line.pack()])

    def _unpack(self, version: int, snapshot: bytes) -> Loaded[T, G]:
        table, game, line = snapshots.unpack(snapshot)
        folds = self._folds
        return Loaded(version, folds.table.unpack(table), folds.game.unpack(game), Line.unpack(line), self._ruleset)


def _after_last_move(tail: Sequence[StoredEvent]) -> tuple[Sequence[StoredEvent], int | None]:
    """The events after the last move of the head, and where that led; all of them and None when there was no move."""
    for place in range(len(tail) - 1, -1, -1):
        if tail[place].type == HEAD_MOVED:
            return tail[place + 1 :], move_target(tail[place])
    return tail, None
