"""Games whose log cannot be read. Each is refused by itself; whatever goes over many games goes on without it.

The bytes decide what is the matter. A log that does not follow its own chain is *damaged*: whoever finds that notes it
in the store, so that all processes know within seconds, also of a past that they do not read themselves. A log that
proves true, yet holds what this code does not know, is of a *newer version*: that is known to this process alone, for
another one may be able to read it, and for as long as the process lives, for logs are never rewritten.
"""

import logging
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from typing import Final

import orjson
from redis.exceptions import RedisError

from eventstore.chain import ChainBroken
from eventstore.codec import UnknownEvent
from eventstore.feed import Projection
from eventstore.store import EventStore
from eventstore.walking import prove
from service.problems import Problem

NEWER: Final = "written_by_newer_version"
DAMAGED: Final = "log_damaged"
REGISTER: Final = "quarantine"
"""Where the register stands, as facts stand beside a game."""
_DAMAGES: Final = "damaged:"
_MISSES: Final = "missed:"
SCRUB: Final = "scrub"
"""Where in the register stands how far the scrub has come."""
NEWS_S: Final = 2.0
"""How often the register is read while games are asked for."""
STALE_S: Final = 10.0
"""A register that was read so long ago is read anew before the next game is,"""
PATIENCE_S: Final = 0.25
"""unless that takes longer than this."""

log = logging.getLogger(__name__)


class Quarantined(Problem):
    """409: the log of a game cannot be read; `version` is the first at which it cannot."""

    def __init__(self, slug: str, game: str, version: int) -> None:
        super().__init__(slug, version=version)
        self.game = game


class Quarantine:
    """The games that this process knows it cannot read."""

    def __init__(self, store: EventStore) -> None:
        self._store = store
        self._newer: dict[str, int] = {}
        self._damaged: dict[str, int] = {}
        self._missed: dict[str, list[tuple[int, str]]] = {}
        self._scrub: dict[str, int] = {}
        self._asked = -STALE_S
        self._changing = threading.Lock()

    def check(self, game: str) -> None:
        """Raise Quarantined for a game that is known to be unreadable."""
        self.keep_up()
        if game in self._damaged:
            raise Quarantined(DAMAGED, game, self._damaged[game])
        if game in self._newer:
            raise Quarantined(NEWER, game, self._newer[game])

    def holds(self, game: str) -> bool:
        """Whether a game is known to be unreadable."""
        return game in self._damaged or game in self._newer

    def counts(self) -> dict[str, int]:
        """How many games are known to be unreadable, by the problem that tells why."""
        return {DAMAGED: len(self._damaged), NEWER: len(self._newer)}

    def scrubbed(self, what: str) -> int:
        """Of the scrub of all logs: how many `versions` it has proven, or when (ms) its last full pass had `passed`."""
        return self._scrub.get(what, 0)

    def is_damaged(self, game: str) -> bool:
        """Whether the log of a game was found damaged."""
        return game in self._damaged

    def damaged(self) -> list[str]:
        """The games whose logs were found damaged, by whatever process."""
        self.keep_up()
        return list(self._damaged)

    def judge(self, game: str, error: ChainBroken | UnknownEvent) -> Quarantined | None:
        """What is the matter with a game of which reading raised an error; None where its log is sound, or gone."""
        try:
            prove(self._store, game, error.version or None)
        except ChainBroken as broken:
            return self.condemn(game, broken.version)
        if isinstance(error, ChainBroken):
            return None
        why = error if error.__cause__ else None
        told = {"game": game}
        log.error("from version %d on it is of a newer version: %s", error.version, error, exc_info=why, extra=told)
        self._newer[game] = error.version
        return Quarantined(NEWER, game, error.version)

    def condemn(self, game: str, version: int) -> Quarantined | None:
        """Let all processes know that a log is damaged from a version on; None where the game is gone."""
        if not self._store.head(game):
            return None
        if game not in self._damaged:
            log.error("its log is damaged from version %d on", version, extra={"game": game})
        with self._changing:
            self._damaged[game] = version
            self._store.set_facts(REGISTER, {_damage_of(game): b"%d" % version})
        return Quarantined(DAMAGED, game, version)

    def forget(self, game: str) -> None:
        """Forget that a game cannot be read here: it was deleted."""
        self._newer.pop(game, None)

    def release(self, game: str) -> None:
        """Let all processes know that a log which was damaged is sound again, or gone."""
        log.warning("its log is damaged no more", extra={"game": game})
        with self._changing:
            self._store.set_facts(REGISTER, {_damage_of(game): b""})
            self._damaged.pop(game, None)

    def miss(self, projection: str, game: str, version: int) -> None:
        """Remember that a projection went on without a version, for whoever can read it."""
        self._store.set_facts(REGISTER, {_miss_of(projection, game, version): b"1"})

    def missed(self, projection: str) -> list[tuple[str, int]]:
        """What a projection went on without, of games that are not known to be unreadable here; in order."""
        self.keep_up()
        found = sorted(self._missed.get(projection, ()))
        return [(game, version) for version, game in found if not self.holds(game)]

    def made_good(self, projection: str, taken: list[tuple[str, int]]) -> None:
        """Forget what a projection has taken in since."""
        done = {_miss_of(projection, game, version): b"" for game, version in taken if not self.holds(game)}
        if done:
            self._store.set_facts(REGISTER, done)
            self.read()

    def keep_up(self) -> None:
        """Have the register read now and then, beside what is going on; one that is stale is waited for a little."""
        now = time.monotonic()
        age = now - self._asked
        if age < NEWS_S:
            return
        self._asked = now
        reader = threading.Thread(target=self._read_if_there, daemon=True)
        reader.start()
        if age >= STALE_S:
            reader.join(PATIENCE_S)

    def _read_if_there(self) -> None:
        with suppress(RedisError):  # what is known holds on
            self.read()

    def read(self) -> None:
        """Read the register; raises RedisError."""
        with self._changing:  # or what was read earlier might replace what was learned since
            found = self._store.facts(REGISTER)
            self._damaged = {
                name.removeprefix(_DAMAGES): int(version)
                for name, version in found.items()
                if name.startswith(_DAMAGES)
            }
            self._missed = _missed(found)
            self._scrub = orjson.loads(found.get(SCRUB, b"{}"))


def _damage_of(game: str) -> str:
    """The fact that holds the version at which the log of a game breaks."""
    return f"{_DAMAGES}{game}"


def _miss_of(projection: str, game: str, version: int) -> str:
    """The fact that a projection went on without a version."""
    return f"{_MISSES}{projection}:{game}:{version}"


def _missed(found: Mapping[str, bytes]) -> dict[str, list[tuple[int, str]]]:
    missed: dict[str, list[tuple[int, str]]] = {}
    for name in found:
        if name.startswith(_MISSES):
            projection, game, version = name.removeprefix(_MISSES).split(":")
            missed.setdefault(projection, []).append((int(version), game))
    return missed


class Trouble:
    """What went wrong with a game: `is_ours` when nobody knows what."""

    is_ours = False


@contextmanager
def apart(game: str) -> Iterator[Trouble]:
    """What goes wrong with this game is its fault alone: the caller goes on with the next one.

    A store that does not answer is no game's fault: RedisError passes.
    """
    trouble = Trouble()
    try:
        yield trouble
    except Quarantined:
        pass  # it was logged when it was found
    except (RedisError, MemoryError):
        raise
    except Exception:
        trouble.is_ours = True
        log.exception("it was left out", extra={"game": game})


def make_good(quarantine: Quarantine, projection: Projection) -> None:
    """Have a projection take in what it went on without, of games that can be read by now."""
    missed = quarantine.missed(projection.name)
    if not missed:
        return
    for game, version in missed:
        projection.apply(game, version)
    projection.settle()
    quarantine.made_good(projection.name, missed)
