"""Quarantines games whose log cannot be read: each is refused by itself, and work over many games skips it.

The bytes decide the reason. A log that breaks its own hash chain is *damaged*: the process that finds it notes it in
the store, so that all processes know within seconds, even about versions that they do not read themselves. Where it is
archived, the archive may soon give the right bytes, so that is answered as an archive that is away. A log whose
archive cannot be reached is refused as long as that lasts, which is not recorded. A log whose chain is sound but which
holds something this code does not know is of a *newer version*: only this process records that, since another one may
be able to read it, and it does so until it ends, since logs are never rewritten.
"""

import logging
import threading
import time
from collections.abc import Collection, Iterator
from contextlib import contextmanager, suppress
from typing import Any, Final, get_args

from redis.exceptions import RedisError

from eventstore.archive.archive import Archive
from eventstore.archive.objects import ArchiveAway, Reason
from eventstore.archive.places import segment_name
from eventstore.budget import TooLong
from eventstore.feed import Projection
from eventstore.keys import SHARDS, shard_of
from eventstore.log.chain import ChainBroken
from eventstore.log.codec import UnknownEvent
from eventstore.log.walking import prove
from eventstore.store import EventStore
from service.problems import Problem

NEWER: Final = "written_by_newer_version"
DAMAGED: Final = "log_damaged"
AWAY: Final = "archive_unavailable"
AWAY_RETRY_S: Final = 10
AWAY_REASONS: Final[tuple[str, ...]] = get_args(Reason)
"""Lists why an archive cannot be reached."""
DAMAGED_THERE: Final = "damaged"
"""Is the reason where the archive gives bytes of the game that do not match its hashes."""
REGISTER: Final = "quarantine"
"""Names the owner under which the register is stored as facts."""
_DAMAGES: Final = "damaged:"
_MISSES: Final = "missed:"
NEWS_S: Final = 2.0
"""Sets how often the register is read while games are requested."""
STALE_S: Final = 10.0
"""Sets the age from which on a request for a game waits until the register has been read again."""
PATIENCE_S: Final = 0.25
"""Limits how long such a request waits."""

log = logging.getLogger(__name__)


class Quarantined(Problem):
    """Reports (409) that the log of a game cannot be read from `version` on, or (503) that its archive is away."""

    def __init__(self, slug: str, game: str, version: int, reason: str = "unconfigured") -> None:
        away = {"retry_after": AWAY_RETRY_S, "reason": reason}
        members: dict[str, Any] = away if slug == AWAY else {"version": version}
        super().__init__(slug, **members)
        self.game = game

    def is_of_all(self, archive: Archive) -> bool:
        """Return whether the whole archive cannot be read, rather than this game alone."""
        reason = self.members.get("reason")
        return reason in AWAY_REASONS and not archive.lacks(reason)


class Unsettled(Problem):
    """Reports (503) that a game could not be read, although its log is sound: it has changed meanwhile.

    That happens while a failover replaces versions. The game is neither gone nor unreadable, and is to be read again.
    """

    def __init__(self) -> None:
        super().__init__("busy", retry_after=1)


UNREAD: Final = (Quarantined, Unsettled)
"""Lists the problems of games that are there, but cannot be read now."""


class Quarantine:
    """Tracks the games that this process knows to be unreadable."""

    def __init__(self, store: EventStore) -> None:
        self._store = store
        self._newer: dict[str, int] = {}
        self._damaged: dict[str, int] = {}
        self._missed: dict[str, list[tuple[int, str]]] = {}
        self._put_off: set[tuple[str, str, int]] = set()
        self._asked = -STALE_S
        self._changing = threading.Lock()

    def check(self, game: str) -> None:
        """Raise Quarantined for a game that is known to be unreadable."""
        self.keep_up()
        if game in self._damaged:
            raise self._refusal(game, self._damaged[game])
        if game in self._newer:
            raise Quarantined(NEWER, game, self._newer[game])

    def holds(self, game: str) -> bool:
        """Return whether a game is known to be unreadable."""
        return game in self._damaged or game in self._newer

    def counts(self) -> dict[str, int]:
        """Count the games known to be unreadable, by the slug of the problem."""
        return {DAMAGED: len(self._damaged), NEWER: len(self._newer)}

    def is_damaged(self, game: str) -> bool:
        """Return whether the log of a game was found damaged."""
        return game in self._damaged

    def list_damaged(self) -> list[str]:
        """List the games whose logs any process found damaged."""
        self.keep_up()
        return list(self._damaged)

    def judge(self, game: str, error: ChainBroken | UnknownEvent) -> Quarantined | None:
        """Diagnose a game whose reading raised an error; None if its log is sound after all, or gone."""
        try:
            self._prove(game, error.version or None)
        except ArchiveAway as away:
            log.warning("%s", away, extra={"game": game})
            return Quarantined(AWAY, game, away.version, away.reason)
        except ChainBroken as broken:
            return self.condemn(game, broken.version)
        if isinstance(error, ChainBroken):
            return None
        why = error if error.__cause__ else None
        of_game = {"game": game}
        log.error("from version %d on it is of a newer version: %s", error.version, error, exc_info=why, extra=of_game)
        self._newer[game] = error.version
        return Quarantined(NEWER, game, error.version)

    def _prove(self, game: str, upto: int | None) -> None:
        """Prove a log up to a version, or to its end if that comes before; raises ChainBroken if it breaks twice.

        A failover may lose the newest versions while they are read, and others may be written in their place.
        """
        for is_last in (False, True):
            try:
                prove(self._store, game, upto)
            except ChainBroken as broken:
                if is_last and broken.version <= self._store.head(game):
                    raise
            else:
                return

    def condemn(self, game: str, version: int) -> Quarantined | None:
        """Mark a log as damaged from a version on, for all processes; None if the game is gone."""
        if not self._store.find_existing([game]):
            return None
        if game not in self._damaged:
            segment = self._segment_of(game)
            where = f", in {segment} of the archive" if segment else ""
            log.error("its log is damaged from version %d on%s", version, where, extra={"game": game})
        with self._changing:
            self._damaged[game] = version
            self._store.set_facts(REGISTER, {f"{_DAMAGES}{game}": b"%d" % version})
        return self._refusal(game, version)

    def _refusal(self, game: str, version: int) -> Quarantined:
        """Return the problem of a damaged log: 503 if it is archived, so that its bytes may come right again."""
        is_here = self._segment_of(game) is None
        return Quarantined(DAMAGED, game, version) if is_here else Quarantined(AWAY, game, version, DAMAGED_THERE)

    def _segment_of(self, game: str) -> str | None:
        """Name the segment of an archived game, which is to be put back from a copy; "" if the index cannot say it."""
        try:
            place = self._store.find_away(game)
        except ChainBroken:
            return ""
        return None if place is None else segment_name(place.segment)

    def forget(self, game: str) -> None:
        """Forget that a game cannot be read here, since it was deleted."""
        self._newer.pop(game, None)

    def release(self, game: str) -> None:
        """Clear the mark of a damaged log that is sound again, or gone, for all processes."""
        log.warning("its log is damaged no more", extra={"game": game})
        with self._changing:
            self._store.set_facts(REGISTER, {f"{_DAMAGES}{game}": b""})
            self._damaged.pop(game, None)

    def miss(self, projection: str, game: str, version: int, why: Problem | None = None) -> None:
        """Note that a projection skipped a version, for a process that can read it.

        If the game was only unsettled, that stays noted until it is read.
        """
        if isinstance(why, Unsettled):
            self._put_off.add((projection, game, version))
        self._store.set_facts(REGISTER, {f"{_MISSES}{projection}:{game}:{version}": b"1"})

    def list_missed(self, projection: str, shards: Collection[int] = range(SHARDS)) -> list[tuple[str, int]]:
        """List the versions that a projection skipped in games of some shards, in order.

        Those of games still known to be unreadable are left out.
        """
        self.keep_up()
        found = sorted(self._missed.get(projection, ()))
        return [(game, version) for version, game in found if not self.holds(game) and shard_of(game) in shards]

    def begin_missed(self, projection: str, taken: list[tuple[str, int]]) -> None:
        """Begin to let a projection read versions that it skipped; those that it skips again are put off again."""
        self._put_off -= {(projection, *one) for one in taken}

    def forget_missed(self, projection: str, taken: list[tuple[str, int]]) -> None:
        """Forget the skipped versions that a projection has caught up on."""
        read = [one for one in taken if not self.holds(one[0]) and (projection, *one) not in self._put_off]
        done = {f"{_MISSES}{projection}:{game}:{version}": b"" for game, version in read}
        if done:
            self._store.set_facts(REGISTER, done)
            self.read()

    def keep_up(self) -> None:
        """Refresh the register in the background now and then; wait for it briefly if it is stale."""
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
        with suppress(RedisError):  # keep what is known
            self.read()

    def read(self) -> None:
        """Read the register; raises RedisError."""
        with self._changing:  # so that an older reading never replaces newer knowledge
            found = self._store.facts(REGISTER)
            self._damaged = {
                name.removeprefix(_DAMAGES): int(version)
                for name, version in found.items()
                if name.startswith(_DAMAGES)
            }
            missed: dict[str, list[tuple[int, str]]] = {}
            for name in [name for name in found if name.startswith(_MISSES)]:
                projection, game, version = name.removeprefix(_MISSES).split(":")
                missed.setdefault(projection, []).append((int(version), game))
            self._missed = missed  # at once, for readers without the lock


class Trouble:
    """Says what went wrong with a game; `is_ours` marks an unexpected error."""

    is_ours = False


@contextmanager
def apart(game: str, archive: Archive | None = None) -> Iterator[Trouble]:
    """Isolate failures of one game, so that the caller goes on with the next one.

    RedisError passes, since a store that does not answer is not the game's fault; so do MemoryError and TooLong. If
    the archive is given, Quarantined passes too while the whole archive cannot be read.
    """
    trouble = Trouble()
    try:
        yield trouble
    except Quarantined as unread:  # already logged when it was found
        if archive is not None and unread.is_of_all(archive):
            raise
    except (RedisError, MemoryError, TooLong):
        raise
    except Exception:  # an error in one game must not stop the work on the others
        trouble.is_ours = True
        log.exception("it was left out", extra={"game": game})


def make_good(quarantine: Quarantine, projection: Projection, shards: Collection[int] = range(SHARDS)) -> None:
    """Let a projection read versions that it skipped, in games of some shards that can be read by now."""
    missed = quarantine.list_missed(projection.name, shards)
    if not missed:
        return
    quarantine.begin_missed(projection.name, missed)
    for game, version in missed:
        projection.apply(game, version)
    projection.settle()
    quarantine.forget_missed(projection.name, missed)
