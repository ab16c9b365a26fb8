"""Folds the events of one game into its states, and packs those for snapshots; queries and caches nothing."""

from collections.abc import Callable, Sequence
from typing import Any, Generic, TypeVar

from eventstore.budget import each
from eventstore.log import snapshots
from eventstore.log.chain import ROOT, ChainBroken
from eventstore.log.folds import Fold, Folds, Loaded
from eventstore.log.lineage import HEAD_MOVED, Line, move_target
from eventstore.records import StoredEvent, Tip

S = TypeVar("S")
T = TypeVar("T")
G = TypeVar("G")


class Folding(Generic[T, G]):
    """Carries states of one game forward; decodes each event once, however often it is folded."""

    def __init__(self, folds: Folds[T, G], ruleset: str) -> None:
        self._folds = folds
        self._ruleset = ruleset
        self._events: dict[tuple[int, int], Any] = {}

    @property
    def tag(self) -> str:
        """Return the tag of the snapshots that these folds can read."""
        return snapshots.tag(self._folds.table.tag, self._folds.game.tag)

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
        folds, chain = self._folds, bytes.fromhex(loaded.chain)
        states = folds.table.pack(loaded.table), folds.game.pack(loaded.game)
        return snapshots.pack([*states, loaded.line.pack(), chain])

    def unpack(self, version: int, snapshot: bytes) -> Loaded[T, G]:
        """Restore the states that `pack` was given; raises ChainBroken for a damaged snapshot."""
        try:
            table, game, line, chain = snapshots.unpack(snapshot)
        except ValueError:
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
