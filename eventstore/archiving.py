"""Defines how a store hands its games over to an archive, and takes them back.

A finished game takes no room in the log's store: all of it moves into a segment of the archive, and the store notes
only its place, until a run of the archive's index has that too. Whatever changes such a game takes it back first.
`eventstore/archive/archiver.py` puts these steps together.
"""

from abc import ABC, abstractmethod
from collections.abc import Collection, Sequence
from typing import Final

from eventstore.archive.archive import Archive
from eventstore.archive.bundles import Bundle
from eventstore.archive.lists import Bound, Entry
from eventstore.archive.places import Place
from eventstore.keys import SHARDS

FILED: Final = "filed"
"""Names the fact of an owner that has the time (ms) of the newest event of all games that left its list."""


class Archiving(ABC):
    """Moves games between a store and its `archive`; the store has no key of its own for a game that is away there."""

    archive: Archive

    @abstractmethod
    def collect(self, game: str) -> Bundle | None:
        """Return all that the store has of a game whose log is here; None if there is none.

        Raises ChainBroken for a damaged log, and ArchiveAway if a file of an older release cannot be reached.
        """

    @abstractmethod
    def begin_segment(self, shard: int, number: int, now_ms: int) -> None:
        """Note that a segment with games of a shard is being written; until `end_segment` games are let go for it.

        That may be seen and ended by another process, if this one seems to be dead.
        """

    @abstractmethod
    def let_go(self, bundle: Bundle, place: Place) -> bool:
        """Delete a game from the store, and note the place where the archive has it; return whether that was done.

        A game that is no longer as in the bundle stays, and its bytes in that place are to be overwritten. The bundle
        needs only the newest version of the log.
        """

    @abstractmethod
    def end_segment(self, shard: int, number: int) -> None:
        """Note that a segment is finished for a shard: all games of the shard that could be let go for it were."""

    @abstractmethod
    def list_begun(self, shard: int) -> dict[int, int]:
        """Return the segments with games of a shard that are being written, with the time (ms) when that began."""

    @abstractmethod
    def give_up(self, shard: int, number: int, strays: Sequence[Place]) -> None:
        """End the writing of a segment for a shard; these places in it, which do not count, are to be overwritten."""

    @abstractmethod
    def find_here(self, games: Sequence[str]) -> set[str]:
        """Return those games that have a log in the store itself, in one query."""

    @abstractmethod
    def find_away(self, game: str) -> Place | None:
        """Return the place of a game that is away; None if it is here, or unknown.

        Raises ArchiveAway if the archive must be asked and cannot be reached.
        """

    @abstractmethod
    def take_back(self, game: str) -> bool:
        """Take a game back from the archive; return whether it was away. Raises ArchiveAway, and ChainBroken."""

    @abstractmethod
    def list_dead(self, shard: int) -> list[Place]:
        """Return the places of a shard's games that are to be overwritten."""

    @abstractmethod
    def note_dead(self, shard: int, places: Sequence[Place]) -> None:
        """Note places that are to be overwritten."""

    @abstractmethod
    def forget_dead(self, shard: int, places: Sequence[Place]) -> None:
        """Note that places were overwritten."""

    @abstractmethod
    def seal(self, shard: int, least: int) -> int:
        """Move a shard's places into a run of the archive if there are `least` of them; return how many moved.

        Where there are very many, some of them wait for the next time. Raises ObjectsAway, and ChainBroken for a
        damaged run.
        """

    @abstractmethod
    def count_away(self, shard: int) -> int:
        """Return how many places of a shard's games are noted in the store itself."""

    @abstractmethod
    def name_objects(self, shards: Collection[int] = range(SHARDS)) -> list[str]:
        """Name objects of the archive that the store uses: all runs and lists of some shards, a segment of each.

        There are none if nothing was archived. Raises RedisError if a server does not answer.
        """

    @abstractmethod
    def file(self, owner: str, prefix: str, games: Sequence[str], upto_ms: int) -> int:
        """Move games from the list of an owner into the archive's lists; return how many.

        The list consists of the owner's facts that are named by the prefix and the id of a game, with the value `TIME
        NOTE`. The newest event of these games was at `upto_ms`, which the fact `FILED` notes.
        """

    @abstractmethod
    def entries(
        self, owner: str, count: int, after: Bound = None, before: Bound = None, *, is_up: bool = False
    ) -> list[Entry]:
        """Return at most `count` entries of games that left the list of an owner, between two places (time and id).

        Returns the latest, the latest first; with `is_up` the earliest, the earliest first. Raises ArchiveAway, for
        damage too.
        """

    @abstractmethod
    def unfile(self, owner: str, games: Sequence[str] | None = None) -> None:
        """Request that games which left the list of an owner (by default all) are removed from the archive's lists.

        They may be found there until `drop_strays` has written those lists again.
        """

    @abstractmethod
    def seal_lists(self, shard: int, least: int) -> int:
        """Move entries that are noted in the store into a list of the archive, if there are `least`; return how many.

        Raises ObjectsAway, and ChainBroken for a damaged list.
        """

    @abstractmethod
    def count_filed(self, shard: int) -> int:
        """Return how many entries are noted in the store itself."""

    @abstractmethod
    def drop_strays(self, shard: int, now_ms: int) -> int:
        """Delete leftovers of older releases, and replaced runs and lists; write lists again without removed entries.

        Returns how many deleted games had files of an older release. Raises OSError if the archive cannot be read or
        written, and ChainBroken for a damaged list.
        """
