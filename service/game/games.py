"""Games as they stand at a version: loaded from the log, remembered, and moved on by what was just appended."""

import hmac
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache
from hashlib import blake2b
from random import Random
from typing import Any

import orjson

from domain.core.agenda import Awaited
from domain.core.chance import Chance
from domain.core.ruleset import Config, Result, Ruleset
from eventstore.chain import ROOT, ChainBroken
from eventstore.codec import Codec, UnknownEvent
from eventstore.lineage import Line
from eventstore.loading import Folds, Loaded, Loader, UnknownVersion
from eventstore.store import EventStore, OtherPast, Tip
from service.game.folds import folds_of
from service.game.position import Play
from service.game.quarantine import Quarantine
from service.problems import Problem, busy, not_found
from service.table.state import Table

_REMEMBERED = 512


@dataclass(slots=True)
class Game:
    """A game right after a version, whose chain hash says on which past; the caller's own, but for `line`."""

    id: str
    ruleset: Ruleset
    version: int
    table: Table
    play: Play
    line: Line
    chain: str

    @property
    def tip(self) -> Tip:
        """The version with its chain."""
        return Tip(self.version, self.chain)

    @property
    def position(self) -> Any:
        """The position, None before the game is set up."""
        return self.play.position

    @property
    def chance(self) -> Chance:
        """The chance of this game."""
        return self.table.chance

    @property
    def codec(self) -> Codec:
        """How its events are written."""
        return folds_of(self.ruleset).codec

    @property
    def lexicon(self) -> Mapping[str, Mapping[str, str]]:
        """The words that the board has in place of the game's own, by language."""
        return {} if self.position is None else self.ruleset.lexicon(self.position)

    @property
    def config(self) -> Config:
        """What the game is played with, complete, also where it was stored before an option existed."""
        stored = self.table.config
        return _completed(self.ruleset, stored.seats, stored.map, stored.modules, orjson.dumps(stored.options))

    @property
    def result(self) -> Result | None:
        """The result, once the game is over, by the rules or by the table."""
        closed = self.table.closed
        if closed is not None:
            return Result(tuple(closed.winners), tuple(closed.points))
        return None if self.position is None else self.ruleset.result(self.position)

    def time_of(self, version: int) -> int:
        """When a version up to this one was appended, in ms since the epoch."""
        return self.line.time_of(version)

    def awaiting(self) -> list[Awaited]:
        """Who may or must act; nobody unless the game is running."""
        return self.play.awaiting(self.ruleset) if self.table.status == "running" else []

    def luck(self, seat: int) -> Random:
        """What is chosen at random in a seat's name now, by an agent or for somebody absent.

        It follows from the commands that led here, so that whoever undoes meets the same choice again; but from the
        seed and its salt too, so that nobody can tell a hand by computing the choice.
        """
        opened = self.table.opened
        said = b"luck:%b:%d" % (self.play.course, seat)
        return Random(hmac.digest(f"{opened.seed}{opened.salt}".encode(), said, "sha256"))

    def debts(self) -> dict[tuple[int, str], int]:
        """Since which version each awaited seat has owed its frame; a move of the head makes all of it new."""
        moved = self.table.moved
        return {key: max(since, moved, self.table.started) for key, since in self.play.debts(self.ruleset).items()}


@lru_cache(_REMEMBERED)
def _completed(ruleset: Ruleset, seats: int, map_name: str, modules: tuple[str, ...], options: bytes) -> Config:
    """A stored configuration with every option of today; its values are only read."""
    return ruleset.completed(Config(seats, map_name, modules, orjson.loads(options)))


def digest_of(ruleset: Ruleset, position: Any) -> str | None:
    """The digest of a position: blake2b-128 over its packed bytes; None where there is no position."""
    return None if position is None else blake2b(ruleset.pack(position), digest_size=16).hexdigest()


class Games:
    """All games of a store, loaded by id; an unknown game or version is a Problem, and so is one that is unreadable."""

    def __init__(self, store: EventStore, rulesets: Mapping[str, Ruleset]) -> None:
        self.store = store
        self.rulesets = rulesets
        self.quarantine = Quarantine(store)
        self._loader: Loader[Table, Play] = Loader(store, self._folds, _REMEMBERED)

    def load(self, game: str, version: int | Tip | None = None) -> Game:
        """The game at a version, by default the newest; raises OtherPast where the log has not the tip asked for.

        Where the log cannot be read the Problem is Quarantined and tells the version from which on it cannot.
        """
        self.quarantine.check(game)
        try:
            loaded = self._loader.load(game, version)
        except UnicodeEncodeError:
            raise not_found() from None
        except UnknownVersion as unknown:
            raise self._missing(game, unknown.version) from None
        except (ChainBroken, UnknownEvent) as error:
            raise self._at_fault(game, error) from error
        except OtherPast:
            if isinstance(version, Tip):
                raise
            raise busy() from None
        ruleset = self.rulesets[loaded.ruleset]
        return Game(game, ruleset, loaded.version, loaded.table, loaded.game, loaded.line, loaded.chain)

    def _missing(self, game: str, version: int) -> Problem:
        """Why there is no such version: the log has not come to it, or has lost it."""
        if 0 < version <= self.store.head(game):
            return self._at_fault(game, ChainBroken(version, "the version is missing"))
        return not_found()

    def _at_fault(self, game: str, error: ChainBroken | UnknownEvent) -> Problem:
        """What to answer where reading raised an error; a log that is sound when looked at again is asked for again."""
        return self.quarantine.judge(game, error) or busy()

    def _folds(self, name: str) -> Folds[Table, Play]:
        if name not in self.rulesets:
            raise UnknownEvent(f"no ruleset {name}", 1)
        return folds_of(self.rulesets[name])

    @contextmanager
    def reading(self, game: str) -> Iterator[None]:
        """Where events of a game are read from the log itself: what is at fault there is a Problem."""
        try:
            yield
        except (ChainBroken, UnknownEvent) as error:
            raise self._at_fault(game, error) from error

    def keep(self, game: Game, before: int) -> None:
        """Remember a game that an append moved on from version `before`; it is only read from here on."""
        loaded = Loaded(game.version, game.chain, game.table, game.play, game.line, game.ruleset.name)
        self._loader.keep(game.id, loaded, before)

    def forget(self, game: str) -> None:
        """Forget a game that was deleted, or whose log has another past than was thought."""
        self._loader.forget(game)
        self.quarantine.forget(game)


def blank(game: str, ruleset: Ruleset) -> Game:
    """A game before its first version."""
    return Game(game, ruleset, 0, Table(), Play(), Line(), ROOT)
