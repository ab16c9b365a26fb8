"""Loads games at a version from the log, caches them, and describes what is done in them next."""

import hmac
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache
from hashlib import blake2b
from random import Random
from typing import Any

import orjson

from domain.core.agenda import Awaited
from domain.core.config import Config
from domain.core.ruleset import Result, Ruleset
from eventstore.log.chain import ROOT, ChainBroken
from eventstore.log.codec import Codec, UnknownEvent
from eventstore.log.folds import Folds, Loaded
from eventstore.log.lineage import Line
from eventstore.log.loading import Loader, UnknownVersion
from eventstore.records import Glance, OtherPast, StoredEvent, Tip
from eventstore.store import EventStore
from service.game.causes import NO_CAUSE, Cause
from service.game.folds import folds_of
from service.game.position import Play
from service.game.quarantine import Quarantine, Unsettled
from service.problems import Problem, not_found
from service.table.events import TABLE_EVENTS
from service.table.evolving import evolve
from service.table.state import Table

_REMEMBERED = 512


@dataclass(slots=True)
class Game:
    """Holds a game right after a version; `chain` identifies its history.

    The caller owns it, except for the shared `line`.
    """

    id: str
    ruleset: Ruleset
    version: int
    table: Table
    play: Play
    line: Line
    chain: str

    @property
    def tip(self) -> Tip:
        """Return the version with its chain hash."""
        return Tip(self.version, self.chain)

    @property
    def position(self) -> Any:
        """Return the position, None before the game is set up."""
        return self.play.position

    @property
    def codec(self) -> Codec:
        """Return the codec of the game's events."""
        return folds_of(self.ruleset).codec

    @property
    def lexicon(self) -> Mapping[str, Mapping[str, str]]:
        """Return the words that the board uses in place of the usual ones, by language."""
        return {} if self.position is None else self.ruleset.lexicon(self.position)

    @property
    def config(self) -> Config:
        """Return the game's configuration, completed by options that were added after it was stored."""
        stored = self.table.config
        return _complete(self.ruleset, stored.seats, stored.map, stored.modules, orjson.dumps(stored.options))

    @property
    def result(self) -> Result | None:
        """Return the result once the game is over, by the rules or by the table."""
        closed = self.table.closed
        if closed is not None:
            return Result(tuple(closed.winners), tuple(closed.points))
        return None if self.position is None else self.ruleset.result(self.position)

    def time_of(self, version: int) -> int:
        """Return when a version up to this one was appended, in ms since the epoch."""
        return self.line.time_of(version)

    def awaiting(self) -> list[Awaited]:
        """List who may or must act; empty unless the game is running."""
        return self.play.awaiting(self.ruleset) if self.table.status == "running" else []

    def luck(self, seat: int) -> Random:
        """Return the random generator for choices made for a seat by an agent or in absence.

        It depends on the public course, so an undo leads to the same choice again. It also depends on the secret seed
        and salt, so no player can infer a hand by computing the choice.
        """
        opened = self.table.opened
        said = b"luck:%b:%d" % (self.play.course, seat)
        return Random(hmac.digest(f"{opened.seed}{opened.salt}".encode(), said, "sha256"))

    def debts(self) -> dict[tuple[int, str], int]:
        """Return since which version each awaited seat has owed its frame; a move of the head restarts all of them."""
        moved = self.table.moved
        return {key: max(since, moved, self.table.started) for key, since in self.play.debts(self.ruleset).items()}


@dataclass(frozen=True, slots=True)
class Act:
    """Describes one version to append: the acting seat (None: the table), events, time, play after it, and cause."""

    seat: int | None
    events: Sequence[Any]
    time_ms: int
    play: Play
    cause: Cause = NO_CAUSE


def table_after(game: Game, acts: Sequence[Act]) -> Table:
    """Return the table as it would be after acts that are not written yet."""
    table = game.table.copy()
    for number, act in enumerate(acts, game.version + 1):
        table.version = number
        for event in act.events:
            if type(event) in TABLE_EVENTS.by_class:
                evolve(table, event)
    return table


@lru_cache(_REMEMBERED)
def _complete(ruleset: Ruleset, seats: int, map_name: str, modules: tuple[str, ...], options: bytes) -> Config:
    """Return a stored configuration with all of today's options; callers must not change it."""
    return ruleset.completed(Config(seats, map_name, modules, orjson.loads(options)))


def digest_of(ruleset: Ruleset, position: Any) -> str | None:
    """Return the digest of a position: blake2b-128 over its packed bytes; None without a position."""
    return None if position is None else blake2b(ruleset.pack(position), digest_size=16).hexdigest()


class Games:
    """Loads the games of a store by id; raises Problem for an unknown game or version, or an unreadable one."""

    def __init__(self, store: EventStore, rulesets: Mapping[str, Ruleset]) -> None:
        self.store = store
        self.rulesets = rulesets
        self.quarantine = Quarantine(store)
        self._loader: Loader[Table, Play] = Loader(store, self._folds, _REMEMBERED)

    def load(self, game: str, version: int | Tip | None = None, newest: Tip | None = None) -> Game:
        """Load a game at a version, by default the newest, whose tip the caller may have just seen.

        Raises OtherPast if a given tip is not in the log, and Quarantined with the first unreadable version if the log
        cannot be read.
        """
        self.quarantine.check(game)
        try:
            loaded = self._loader.load(game, version, newest)
        except UnicodeEncodeError:
            raise not_found() from None
        except UnknownVersion as unknown:
            if 0 < unknown.version <= self.store.head(game):  # it has been lost
                raise self._at_fault(game, ChainBroken(unknown.version, "the version is missing")) from None
            raise not_found() from None
        except (ChainBroken, UnknownEvent) as error:
            raise self._at_fault(game, error) from error
        except OtherPast:
            if isinstance(version, Tip):
                raise
            raise Unsettled from None
        return self._game(game, loaded)

    def glance(self, game: str, key: str) -> Glance:
        """Return what a reader with the token of this fact needs, and update the cached game by missed events.

        Raises Problem for an impossible id, and Quarantined if the newest version cannot be read.
        """
        known = self._loader.newest(game)
        try:
            glance = self.store.glance(game, key, known.version if known else 0)
        except UnicodeEncodeError:
            raise not_found() from None
        except ChainBroken as error:
            raise self._at_fault(game, error) from error
        if known is not None:
            self.learn(game, known, glance.missed)
        return glance

    def follow(self, game: str) -> Game:
        """Load a game at its newest version, by one query if an earlier one is cached; raises Problem as `load`."""
        self.quarantine.check(game)
        return self.load(game, newest=self.glance(game, "").tip)

    def pack(self, game: str) -> dict[bytes, bytes]:
        """Return a snapshot of the newest state by its name; raises Problem as `load` does."""
        self.load(game)  # which says why a game cannot be read
        name, snapshot = self._loader.pack(game)
        return {name.encode(): snapshot}

    def learn(self, game: str, base: Tip, missed: Sequence[StoredEvent]) -> Tip | None:
        """Update a cached game by the events after its version; return the tip, None if they cannot be applied."""
        try:
            return self._loader.learn(game, base, missed)
        except (ChainBroken, UnknownEvent, UnknownVersion, OtherPast):
            return None  # the next load of the game finds the cause

    def recall(self, game: str) -> Game | None:
        """Return the newest cached state of a game without a query, None without one; raises Quarantined.

        Callers may only read it. The log may be ahead: decisions on this state are appended only to its chain.
        """
        self.quarantine.check(game)
        loaded = self._loader.recall(game)
        return None if loaded is None else self._game(game, loaded)

    def is_cached(self, game: str) -> bool:
        """Return whether a state of a game is cached."""
        return self._loader.recall(game) is not None

    def _game(self, game: str, loaded: Loaded[Table, Play]) -> Game:
        ruleset = self.rulesets[loaded.ruleset]
        return Game(game, ruleset, loaded.version, loaded.table, loaded.game, loaded.line, loaded.chain)

    def _at_fault(self, game: str, error: ChainBroken | UnknownEvent) -> Problem:
        """Return the problem for a failed read; if the log proves sound on a second look, the client should retry."""
        return self.quarantine.judge(game, error) or Unsettled()

    def _folds(self, name: str) -> Folds[Table, Play]:
        if name not in self.rulesets:
            raise UnknownEvent(f"no ruleset {name}", 1)
        return folds_of(self.rulesets[name])

    @contextmanager
    def reading(self, game: str) -> Iterator[None]:
        """Turn errors of direct reads of the log into a Problem."""
        try:
            yield
        except (ChainBroken, UnknownEvent) as error:
            raise self._at_fault(game, error) from error

    def keep(self, game: Game, before: int) -> None:
        """Cache a game that an append advanced from version `before`; it must not change from here on."""
        loaded = Loaded(game.version, game.chain, game.table, game.play, game.line, game.ruleset.name)
        self._loader.keep(game.id, loaded, before)

    def forget(self, game: str) -> None:
        """Drop a game from the cache: it was deleted, or its log has another history than assumed."""
        self._loader.forget(game)
        self.quarantine.forget(game)


def blank(game: str, ruleset: Ruleset) -> Game:
    """Return a game before its first version."""
    return Game(game, ruleset, 0, Table(), Play(), Line(), ROOT)
