"""Folds a log into states: two folds over one stream, with snapshots and a cache of the states used last.

The *table* (seats, votes, clocks, undo rights) sees each of its events in order and is never rewound. For the *game*,
`HeadMoved(to=k)` makes its state that of version k. So `state@v` exists for every v, including abandoned lines.

States are cached by version and chain hash, since after a failover a version may be written again. A cached state is
used only for the very chain that the log has there, or as the base of a tail that is proven to follow from it.
"""

from collections.abc import Callable, Sequence
from typing import Generic, TypeVar

from eventstore.append_counts import OTHER_PAST, TALLY
from eventstore.interfaces import Log
from eventstore.log.chain import ROOT, ChainBroken, verify_chain
from eventstore.log.folds import EVERY, Folding, Folds, Loaded, is_due
from eventstore.lru_cache import Recent
from eventstore.records import OtherPast, StoredEvent, Tip

_ATTEMPTS = 5
"""Limits how often a load restarts because the log's history changes while it reads."""
T = TypeVar("T")
G = TypeVar("G")


class UnknownVersion(LookupError):
    """Reports that the game is unknown, or has no such version."""

    def __init__(self, game: str, version: int) -> None:
        super().__init__(f"no version {version} of {game}")
        self.version = version


class Loader(Generic[T, G]):
    """Loads games of many rulesets and caches the states used last; shared by the threads of a process.

    `folds` returns the folds of a ruleset by its name in the first version's header.
    """

    def __init__(self, store: Log, folds: Callable[[str], Folds[T, G]], size: int = 512) -> None:
        self._store = store
        self._folds_of = folds
        self._states: Recent[tuple[str, Tip], Loaded[T, G]] = Recent(size)
        self._newest: Recent[str, Tip] = Recent(size)
        self._rulesets: Recent[str, str] = Recent(8 * size)

    def load(self, game: str, version: int | Tip | None = None, newest: Tip | None = None) -> Loaded[T, G]:
        """Load the states at a version, by default the newest; raises UnknownVersion.

        With `newest`, the tip of the newest version, and with the tip of a version, which the caller has just seen, the
        log is not queried again; for the latter raises OtherPast if the log no longer has it. Everything read from the
        log must follow from a cached state, or from version 0; otherwise the log is damaged, and ChainBroken says from
        which version on.
        """
        if isinstance(version, Tip):
            return self._at(game, version)
        for _ in range(_ATTEMPTS - 1):
            try:
                return self._now(game, version, newest)
            except OtherPast:
                self.forget(game)
                newest = None
        return self._now(game, version)

    def _now(self, game: str, version: int | None, newest: Tip | None = None) -> Loaded[T, G]:
        loaded = self._at(game, self._tip(game, version, newest))
        if version is None:
            self._newest.put(game, loaded.tip)
        return loaded

    def _tip(self, game: str, version: int | None, newest: Tip | None = None) -> Tip:
        if version is not None and version < 1:
            raise UnknownVersion(game, version)
        tip = newest or self._store.tip(game, version)
        if tip.chain == ROOT:
            raise UnknownVersion(game, tip.version if version is None else version)
        return tip

    def _at(self, game: str, tip: Tip) -> Loaded[T, G]:
        if tip.version <= EVERY and self._rulesets.get(game) is None:
            return self._short(game, tip)
        return _Loading(self, game, self._ruleset(game, tip.version)).at(tip)

    def _short(self, game: str, tip: Tip) -> Loaded[T, G]:
        """Load a game that is new to this process by one query; reading so short a log is faster than its snapshots."""
        events = self._store.read(game, 0, tip.version)
        if not events:
            raise UnknownVersion(game, tip.version)
        ruleset = events[0].header.ruleset
        loaded = _Loading(self, game, ruleset).whole(events, tip)
        self._rulesets.put(game, ruleset)
        return loaded

    def recall(self, game: str) -> Loaded[T, G] | None:
        """Return the newest cached states without a query; callers may only read them, and the log may be newer."""
        newest = self._newest.get(game)
        return self._states.get((game, newest)) if newest else None

    def newest(self, game: str) -> Tip | None:
        """Return the newest cached version."""
        return self._newest.get(game)

    def learn(self, game: str, base: Tip, missed: Sequence[StoredEvent]) -> Tip | None:
        """Cache the newest states, given the events after a cached version; return their tip, None if nothing is known.

        Raises ChainBroken if the events do not follow.
        """
        known = self._states.get((game, base))
        if known is None or not missed:
            return None
        newest = Tip(missed[-1].version, missed[-1].chain)
        if self._states.get((game, newest)):
            return newest
        learned = _Loading(self, game, known.ruleset).after(base, missed)
        return None if learned is None else learned.tip

    def keep(self, game: str, loaded: Loaded[T, G], before: int) -> None:
        """Cache the states after an append to version `before`, so that the next load need not read it.

        The loader owns them from here on; callers may only read them.
        """
        _Loading(self, game, loaded.ruleset).keep_if_due(loaded, before)
        self._rulesets.put(game, loaded.ruleset)
        self._states.put((game, loaded.tip), loaded)
        self._newest.put(game, loaded.tip)

    def pack(self, game: str) -> tuple[str, bytes]:
        """Return a snapshot of the newest states, and its name `tag:version`; raises what `load` does."""
        loaded = self.load(game)
        folding = Folding(self._folds_of(loaded.ruleset), loaded.ruleset)
        return f"{folding.tag}:{loaded.version}", folding.pack(loaded)

    def forget(self, game: str) -> None:
        """Drop a game from the cache: it was deleted, or its log has another history than assumed."""
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
    """Carries out one load of one game."""

    def __init__(self, loader: Loader[T, G], game: str, ruleset: str) -> None:
        self._loader = loader
        self._store = loader._store
        self._game = game
        self._folding = Folding(loader._folds_of(ruleset), ruleset)

    def at(self, tip: Tip) -> Loaded[T, G]:
        """Return the states at a version with a known chain."""
        return self._recall(tip) or self._read(tip)

    def whole(self, events: Sequence[StoredEvent], tip: Tip) -> Loaded[T, G]:
        """Return the states after all events up to a version; raises ChainBroken, OtherPast."""
        base = self._folding.start()
        return self._carry_on(base, self._prove(base, events, tip), tip, tip.version - 1)

    def after(self, tip: Tip, tail: Sequence[StoredEvent]) -> Loaded[T, G] | None:
        """Return the states after events that follow a cached version; raises ChainBroken."""
        base = self._recall(tip)
        if base is None:
            return None
        chain = verify_chain(tail, tip.version, tip.chain)
        return self._advance(base, tail, Tip(tail[-1].version, chain))

    def _read(self, tip: Tip) -> Loaded[T, G]:
        """Read the states from the log: on top of a cached base, or from the start if that has another history."""
        newest = self._loader._newest.get(self._game)
        if newest and newest.version == tip.version and newest.chain != tip.chain:
            TALLY.count(OTHER_PAST)
        try:
            known = self._recall_before(tip.version)
            base = known or self._unpack_before(tip.version)
            tail = self._tail(base, tip)
            if known:
                return self._advance(base, tail, tip)
        except ChainBroken:
            base = self._folding.start()
            tail = self._tail(base, tip)
            TALLY.count(OTHER_PAST)
            self._loader.forget(self._game)
            self._store.drop_snapshots(self._game)
        return self._carry_on(base, tail, tip, base.version)

    def _carry_on(self, base: Loaded[T, G], tail: Sequence[StoredEvent], tip: Tip, before: int) -> Loaded[T, G]:
        """Return the states at a tip, after the base and the tail; caches them, with a snapshot if one is due."""
        loaded = self._advance(base, tail, tip)
        self.keep_if_due(loaded, before)
        return loaded

    def _advance(self, base: Loaded[T, G], tail: Sequence[StoredEvent], tip: Tip) -> Loaded[T, G]:
        """Do the same, but store no snapshot: the process that appended the tail has stored one if it was due."""
        loaded = self._folding.advance(base, tail, tip, self._game_at) if tail else base
        self._remember(loaded)
        return loaded

    def _tail(self, base: Loaded[T, G], tip: Tip) -> Sequence[StoredEvent]:
        """Read the events from the base to the tip, verified to connect the two; raises ChainBroken, OtherPast."""
        if base.version == tip.version and base.chain != tip.chain:
            raise ChainBroken(tip.version, "what is remembered of it is of another past")
        return self._prove(base, self._store.read(self._game, base.version, tip.version), tip)

    def _prove(self, base: Loaded[T, G], tail: Sequence[StoredEvent], tip: Tip) -> Sequence[StoredEvent]:
        """Return events that connect a base with a tip; raises ChainBroken, OtherPast."""
        chain = verify_chain(tail, base.version, base.chain)
        if (tail[-1].version if tail else base.version, chain) != tip:
            raise OtherPast(tip.version)
        return tail

    def keep_if_due(self, loaded: Loaded[T, G], before: int) -> None:
        """Store a snapshot of states that were reached from version `before`, if one is due."""
        if is_due(before, loaded.version, loaded.line.has_moved_after(before)):
            self._store.put_snapshot(self._game, loaded.version, self._folding.tag, self._folding.pack(loaded))

    def _game_at(self, version: int) -> G:
        """Return the game's state at a version to which the head was moved from beyond the base."""
        return self.at(self._loader._tip(self._game, version)).game if version else self._folding.start().game

    def _recall_before(self, target: int) -> Loaded[T, G] | None:
        """Return the newest cached states if they are below a version; the caller owns them and must verify them."""
        newest = self._loader._newest.get(self._game)
        return self._recall(newest) if newest and newest.version < target else None

    def _unpack_before(self, target: int) -> Loaded[T, G]:
        """Return the nearest stored states up to a version, which the caller owns and must still verify."""
        found = self._store.snapshot(self._game, target, self._folding.tag)
        return self._folding.unpack(*found) if found else self._folding.start()

    def _recall(self, tip: Tip) -> Loaded[T, G] | None:
        known = self._loader._states.get((self._game, tip))
        return self._folding.copy(known) if known else None

    def _remember(self, loaded: Loaded[T, G]) -> None:
        self._loader._states.put((self._game, loaded.tip), self._folding.copy(loaded))
        newest = self._loader._newest.get(self._game)
        if newest is None or loaded.version > newest.version:
            self._loader._newest.put(self._game, loaded.tip)
