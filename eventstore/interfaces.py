"""Defines what a store promises of logs and feeds; `eventstore.store` joins them with the facts.

A game's log is a gapless sequence of versions 1, 2, 3, ...; a version is one or more events, appended atomically.
Beside the log there are names and facts (`eventstore.facts`), snapshots (deletable at any time), deadlines, and one
feed per shard that lists every version of the shard's games in the order of appending.
"""

from abc import ABC, abstractmethod
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Final

from eventstore.keys import SHARDS
from eventstore.log.chain import ROOT
from eventstore.records import (
    NOTHING,
    Beside,
    FeedItem,
    StoredEvent,
    Tip,
    Version,
    check_beside,
    check_game,
    check_versions,
)
from eventstore.rows import Rows

START: Final = "0-0"
"""Represents the cursor before the first item of a feed."""
NEWS: Final = 1_000
"""Limits the items of a shard that `Feeds.news` returns."""


class Log(ABC):
    """Stores what happened in games: versions, claims and snapshots. Appends are atomic."""

    def append(
        self,
        game: str,
        expected: int,
        versions: Sequence[Version],
        chain: str | None = None,
        beside: Beside = NOTHING,
    ) -> int:
        """Append versions expected+1, expected+2, ... and the data `beside` them, and return the new head.

        `chain` is the chain hash of the expected version on which these versions were decided; without it, any history
        will do. The facts that are `given` were decided on too.

        The append is atomic: the events, the feed, and everything beside them. It is idempotent: repeating it (same
        game, expected version, command ids and events) writes nothing and returns the head that it made. Otherwise it
        raises OtherFacts if a given fact has another value; Duplicate for a claimed key, whatever the version; Conflict
        if the log is not at `expected`; OtherPast if it is, with another chain; ValueError for malformed arguments.
        """
        check_game(game)
        check_versions(expected, versions)
        check_beside(beside)
        if chain is None:
            chain = self.tip(game, expected).chain if expected else ROOT
        return self._append(game, Tip(expected, chain), versions, beside)

    @abstractmethod
    def _append(self, game: str, base: Tip, versions: Sequence[Version], beside: Beside) -> int:
        """Append well-formed arguments after a version."""

    def head(self, game: str) -> int:
        """Return the newest version of a game; 0 for an unknown one."""
        return self.tip(game).version

    @abstractmethod
    def tip(self, game: str, version: int | None = None) -> Tip:
        """Return a version of a game (by default the newest) with its chain; version 0 if there is none.

        The chain is that of version 0 if a log was trimmed and no entry with the chain is left.
        """

    @abstractmethod
    def find_existing(self, games: Sequence[str]) -> set[str]:
        """Return those games that have a log."""

    @abstractmethod
    def read(
        self, game: str, after: int = 0, upto: int | None = None, limit_events: int | None = None
    ) -> list[StoredEvent]:
        """List the events of versions after+1..upto in order.

        Returns at most `limit_events` events, but only whole versions; the first version is always whole, whatever the
        limit.
        """

    @abstractmethod
    def find_claim(self, game: str, scope_key: str) -> tuple[str, bytes] | None:
        """Return the request hash and the answer of the claim of a key in the game's shard, or None without one."""

    @abstractmethod
    def snapshot(self, game: str, version: int, tag: str) -> tuple[int, bytes] | None:
        """Return the newest snapshot with this tag at or below a version, with its version."""

    @abstractmethod
    def put_snapshot(self, game: str, version: int, tag: str, snapshot: bytes) -> None:
        """Store a snapshot. The tag names everything its bytes depend on, such as the versions of pack and ruleset."""

    @abstractmethod
    def drop_snapshots(self, game: str) -> None:
        """Delete the snapshots of a game; they only save time."""

    @abstractmethod
    def delete(self, game: str) -> None:
        """Delete a game and everything beside its log; the feed announces it as version 0.

        Claims expire by themselves.
        """


class Feeds(ABC):
    """Lists all versions of all games in the order of appending, and how far projections have read them.

    `rows` stores the projections' rows.
    """

    rows: Rows

    @abstractmethod
    def feed(self, shard: int, after: str, count: int) -> list[FeedItem]:
        """Return at most `count` items of a shard's feed after a cursor (`START`: from the first)."""

    @abstractmethod
    def feeds(self, shards: Iterable[int], after: str, count: int) -> dict[int, list[FeedItem] | None]:
        """Return the same for several shards in one query: at most `count` items of each after one cursor.

        Returns None for a shard whose feed was trimmed after the cursor: then `own_feeds` has the missing items.
        """

    @abstractmethod
    def own_feeds(self, games: Sequence[str], after: str, count: int) -> dict[str, list[FeedItem] | None]:
        """Return at most `count` items of each game in its shard's feed after a cursor, without reading others' items.

        Returns None for a game whose positions are not all recorded: its log is from an older version, and `mark` has
        not been called for it.
        """

    @abstractmethod
    def mark(self, items: Sequence[FeedItem]) -> None:
        """Record the feed positions of versions for `own_feeds`, if they are missing; appends do so by themselves."""

    @abstractmethod
    def trim_feeds(self, before_ms: int, projections: Sequence[str], shards: Collection[int] = range(SHARDS)) -> int:
        """Remove items that came before a moment (ms) and that all of these projections have read; return how many.

        Every feed keeps its newest item. Nothing is removed from a feed that one of them has not begun to read.
        """

    @abstractmethod
    def trim_cursor(self, shard: int) -> str:
        """Return the cursor from which on a shard's feed is complete; `START` if it was never trimmed."""

    @abstractmethod
    def feed_ends(self, shards: Collection[int] = range(SHARDS)) -> dict[int, str]:
        """Return the cursor of the newest item of each shard's feed (`START` if it is empty)."""

    @abstractmethod
    def watermark_ms(self, shards: Collection[int] = ()) -> int:
        """Return a time (ms, by the clock of the feeds' cursors) that no future entry of any feed can precede.

        Reading all feeds up to it gives a complete order. Where feeds lie on several servers, those that do not answer
        are left out, unless they have one of these `shards`: then raises RedisError.
        """

    @abstractmethod
    def news(self, cursors: Mapping[int, str]) -> list[tuple[int, FeedItem]]:
        """Return items (shard, item) after the given cursors, by shard, at most `NEWS` of a shard, without waiting.

        Where feeds lie on several servers, those that do not answer are left out.
        """

    @abstractmethod
    def wait(self, cursors: Mapping[int, str], timeout_ms: int) -> list[tuple[int, FeedItem]]:
        """Return new items (shard, item) after the given cursors; blocks up to `timeout_ms` while there are none."""

    def checkpoints(self, projection: str, shards: Collection[int] = range(SHARDS)) -> dict[int, str]:
        """Return how far a projection has read the feed of each of these shards whose server answers.

        That is `START` for a shard of which it has read nothing.
        """
        return {shard: read[projection] for shard, read in self.progress([projection], shards).items()}

    @abstractmethod
    def put_checkpoint(self, projection: str, shard: int, cursor: str) -> None:
        """Save how far a projection has read a shard's feed.

        A cursor before the one that is kept changes nothing, so that a process that was suspended takes nothing back;
        with `START` the projection begins again.
        """

    @abstractmethod
    def progress(self, projections: Sequence[str], shards: Collection[int]) -> dict[int, dict[str, str]]:
        """Return the checkpoints of several projections by shard and projection, of shards whose server answers."""

    @abstractmethod
    def put_progress(self, projections: Sequence[str], cursors: Mapping[int, str]) -> Collection[int]:
        """Save that several projections have read the feeds of some shards up to these cursors, as `put_checkpoint`.

        Where feeds lie on several servers, those that do not answer are left out: returns the shards that are saved.
        """

    @abstractmethod
    def oldest_unread_ms(self, projection: str) -> int:
        """Return the time of the oldest version that a projection has not read, in ms by the feeds' clock; or 0."""
