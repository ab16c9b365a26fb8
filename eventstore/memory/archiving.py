"""Keeps everything in memory: no game is let go, since all of them end with the process."""

from collections.abc import Collection, Sequence

from eventstore.archive.archive import Archive
from eventstore.archive.bundles import Bundle
from eventstore.archive.lists import Bound, Entry
from eventstore.archive.places import Place
from eventstore.archiving import Archiving
from eventstore.keys import SHARDS


class MemoryArchiving(Archiving):
    """Represents a store without an archive."""

    archive = Archive()

    def collect(self, game: str) -> Bundle | None:
        """Return None: nothing moves."""
        return None

    def begin_segment(self, shard: int, number: int, now_ms: int) -> None:
        """Do nothing."""

    def let_go(self, bundle: Bundle, place: Place) -> bool:
        """Return False: the game stays."""
        return False

    def end_segment(self, shard: int, number: int) -> None:
        """Do nothing."""

    def list_begun(self, shard: int) -> dict[int, int]:
        """Return none."""
        return {}

    def give_up(self, shard: int, number: int, strays: Sequence[Place]) -> None:
        """Do nothing."""

    def name_objects(self, shards: Collection[int] = range(SHARDS)) -> list[str]:
        """Return none."""
        return []

    def find_away(self, game: str) -> Place | None:
        """Return None: no game is away."""
        return None

    def take_back(self, game: str) -> bool:
        """Return False: no game is away."""
        return False

    def list_dead(self, shard: int) -> list[Place]:
        """Return none."""
        return []

    def note_dead(self, shard: int, places: Sequence[Place]) -> None:
        """Do nothing."""

    def forget_dead(self, shard: int, places: Sequence[Place]) -> None:
        """Do nothing."""

    def seal(self, shard: int, least: int) -> int:
        """Return 0."""
        return 0

    def count_away(self, shard: int) -> int:
        """Return 0."""
        return 0

    def file(self, owner: str, prefix: str, games: Sequence[str], upto_ms: int) -> int:
        """Return 0: no game leaves a list."""
        return 0

    def entries(
        self, owner: str, count: int, after: Bound = None, before: Bound = None, *, is_up: bool = False
    ) -> list[Entry]:
        """Return none."""
        return []

    def unfile(self, owner: str, games: Sequence[str] | None = None) -> None:
        """Do nothing."""

    def seal_lists(self, shard: int, least: int) -> int:
        """Return 0."""
        return 0

    def count_filed(self, shard: int) -> int:
        """Return 0."""
        return 0

    def drop_strays(self, shard: int, now_ms: int) -> int:
        """Return 0."""
        return 0
