"""What a store of events promises, in four parts: who needs only one of them takes that one.

A game's log is a gapless row of versions 1, 2, 3, ...; a version is one or more events, appended whole or not at all.
Beside the log stand names and facts (personal data and secrets that may be deleted), snapshots (deletable at any
time), deadlines, and one feed a shard that names every version of the shard's games in the order of appending.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from eventstore.chain import ROOT
from eventstore.checks import check_beside, check_game, check_versions
from eventstore.records import NONE, Beside, Claim, Deadline, FeedItem, StoredEvent, Tip, Version
from eventstore.rows import Rows

START: Final = "0-0"
"""The cursor before the first item of a feed."""


class Log(ABC):
    """What happened in games: versions, claims and snapshots. A log is written whole or not at all."""

    def append(
        self,
        game: str,
        expected: int,
        versions: Sequence[Version],
        *,
        chain: str | None = None,
        claim: Claim | None = None,
        deadlines: Mapping[str, int] = NONE,
        facts: Mapping[str, bytes] = NONE,
        names: Mapping[int, str] = NONE,
    ) -> int:
        """Append versions expected+1, expected+2, ...; returns the new head.

        `chain` is the chain hash of the version expected, on which these versions were decided; without it they go on
        whatever stands there.

        All of it happens or nothing: the events, the feed, the claim, the deadlines (name -> due time in ms since the
        epoch, 0 removes it), the facts and the names (the empty value removes one). Repeating an append that already
        happened (same game, expected version, command ids and events) writes nothing and returns the head it made.
        Otherwise a claimed key raises Duplicate, whatever the version, and a log that does not stand at `expected`
        raises Conflict, one that stands there with another chain OtherPast. Malformed arguments raise ValueError.
        """
        check_game(game)
        check_versions(expected, versions)
        beside = Beside(claim, deadlines, facts, names)
        check_beside(beside)
        if chain is None:
            chain = self.tip(game, expected).chain if expected else ROOT
        return self._append(game, Tip(expected, chain), versions, beside)

    @abstractmethod
    def _append(self, game: str, base: Tip, versions: Sequence[Version], beside: Beside) -> int:
        """The append of well-formed arguments upon a version."""

    def head(self, game: str) -> int:
        """The newest version of a game; 0 when it is unknown."""
        return self.tip(game).version

    @abstractmethod
    def tip(self, game: str, version: int | None = None) -> Tip:
        """The newest version of a game, or the one asked for, with its chain; version 0 where there is none.

        The chain is the root's where a log was trimmed and has nothing left to tell it by.
        """

    @abstractmethod
    def known(self, games: Sequence[str]) -> set[str]:
        """Those of some games that have a log."""

    @abstractmethod
    def read(
        self, game: str, after: int = 0, upto: int | None = None, limit_events: int | None = None
    ) -> list[StoredEvent]:
        """The events of versions after+1..upto in order.

        At most `limit_events` of them, but whole versions only; the first version is given whole whatever the limit.
        """

    @abstractmethod
    def claimed(self, game: str, scope_key: str) -> tuple[str, bytes] | None:
        """The request hash and the sealed answer under an idempotency key of the game's shard, or None."""

    @abstractmethod
    def snapshot(self, game: str, version: int, tag: str) -> tuple[int, bytes] | None:
        """The newest snapshot with this tag at or below a version, and the version it is of."""

    @abstractmethod
    def put_snapshot(self, game: str, version: int, tag: str, snapshot: bytes) -> None:
        """Keep a snapshot. The tag names everything its bytes depend on, such as the versions of pack and ruleset."""

    @abstractmethod
    def drop_snapshots(self, game: str) -> None:
        """Delete the snapshots of a game; they are only ever a shortcut."""

    @abstractmethod
    def delete(self, game: str) -> None:
        """Remove a game and all that stands beside it; the feed says so with version 0. Claims end by themselves."""


class Facts(ABC):
    """What stands beside a log and may be deleted: names, and small values such as hashes of tokens."""

    @abstractmethod
    def set_name(self, game: str, seat: int, name: str) -> None:
        """Say who sits on a seat; the empty name forgets it."""

    @abstractmethod
    def names(self, game: str) -> dict[int, str]:
        """The names by seat."""

    @abstractmethod
    def names_of(self, games: Sequence[str]) -> dict[str, dict[int, str]]:
        """The names at several games at once."""

    @abstractmethod
    def set_facts(self, game: str, facts: Mapping[str, bytes]) -> None:
        """Set small values beside the log (token hashes, seeds); the empty value removes one."""

    @abstractmethod
    def fact(self, game: str, key: str) -> bytes | None:
        """One small value beside the log, or None."""

    @abstractmethod
    def facts(self, game: str) -> dict[str, bytes]:
        """All the small values beside the log."""

    @abstractmethod
    def count_fact(self, game: str, key: str, by: int) -> int:
        """Add to a fact that is a number (0 before it is set); what it is then. No two callers are told the same."""

    @abstractmethod
    def secret(self) -> bytes:
        """32 random bytes, the same for all processes that share the store, for hashes that nobody else can make."""


class Deadlines(ABC):
    """What is due when, by game and name."""

    @abstractmethod
    def due(self, shard: int, now_ms: int, count: int) -> list[Deadline]:
        """At most `count` deadlines of a shard that are due, the oldest first; they stay until removed."""

    @abstractmethod
    def set_deadlines(self, game: str, deadlines: Mapping[str, int]) -> None:
        """Set deadlines (0 removes) without an append, as a sweep does."""

    @abstractmethod
    def overdue(self, before_ms: int) -> int:
        """How many deadlines came due before a moment and stand there still."""


class Feeds(ABC):
    """All versions of all games in the order of appending, and how far projections have read them.

    `rows` is what projections keep.
    """

    rows: Rows

    @abstractmethod
    def feed(self, shard: int, after: str, count: int) -> list[FeedItem]:
        """At most `count` items of a shard's feed after a cursor (`START`: from the first)."""

    @abstractmethod
    def feeds(self, shards: Iterable[int], after: str, count: int) -> dict[int, list[FeedItem]]:
        """The same of some shards at once: at most `count` items of each after one cursor."""

    @abstractmethod
    def own_feeds(self, games: Sequence[str], after: str, count: int) -> dict[str, list[FeedItem] | None]:
        """Of each game at most `count` items that its shard's feed has of it after a cursor, at a cost that other
        games have no part in. None where it is not noted where they stand: the log is of an older version, and
        nobody has told `mark` of it yet.
        """

    @abstractmethod
    def mark(self, items: Sequence[FeedItem]) -> None:
        """Note for `own_feeds` where versions stand, as far as it is not noted yet; appends do so by themselves."""

    @abstractmethod
    def feed_ends(self) -> dict[int, str]:
        """The cursor of the newest item of every shard's feed (`START` where it is empty)."""

    @abstractmethod
    def settled_ms(self) -> int:
        """A time (ms, by the clock of the feeds' cursors) that no future entry of any feed can precede.

        Reading all feeds up to it gives a complete order.
        """

    @abstractmethod
    def wait(self, cursors: Mapping[int, str], timeout_ms: int) -> list[tuple[int, FeedItem]]:
        """New items (shard, item) after the given cursors; blocks up to `timeout_ms` while there are none."""

    @abstractmethod
    def checkpoint(self, projection: str, shard: int) -> str:
        """How far a projection has read a shard's feed; `START` when it has not begun."""

    @abstractmethod
    def checkpoints(self, projection: str) -> dict[int, str]:
        """How far a projection has read the feed of every shard."""

    @abstractmethod
    def put_checkpoint(self, projection: str, shard: int, cursor: str) -> None:
        """Remember how far a projection has read a shard's feed."""

    @abstractmethod
    def unread_since(self, projection: str) -> int:
        """When the first version came to the feeds that a projection has not taken in, by their clock in ms; or 0."""
