"""Provides a store in memory whose process dies before one of its writes."""

from collections.abc import Mapping, Sequence

from eventstore.memory.store import MemoryEventStore
from eventstore.records import Beside, Tip, Version


class Killed(BaseException):
    """Stands for the end of a process."""


class Mortal(MemoryEventStore):
    """Represents a store whose process dies right before one of its writes, until it is revived."""

    left: int | None = None

    def _live(self) -> None:
        if self.left is not None:
            if self.left <= 0:
                raise Killed
            self.left -= 1

    def set_facts(self, game: str, facts: Mapping[str, bytes]) -> None:
        """Write, or die."""
        self._live()
        super().set_facts(game, facts)

    def set_name(self, game: str, seat: int, name: str) -> None:
        """Write, or die."""
        self._live()
        super().set_name(game, seat, name)

    def keep_data_key(self, owner: str, name: str, made: bytes) -> bytes:
        """Write, or die."""
        self._live()
        return super().keep_data_key(owner, name, made)

    def count_fact(self, game: str, key: str, by: int) -> int:
        """Write, or die."""
        self._live()
        return super().count_fact(game, key, by)

    def delete(self, game: str) -> None:
        """Delete, or die."""
        self._live()
        super().delete(game)

    def swap_fact(self, owner: str, key: str, was: bytes, now: bytes) -> bool:
        """Write, or die."""
        self._live()
        return super().swap_fact(owner, key, was, now)

    def swap_facts(self, owner: str, changes: Mapping[str, tuple[bytes, bytes]]) -> bool:
        """Write, or die."""
        self._live()
        return super().swap_facts(owner, changes)

    def set_deadlines(self, game: str, deadlines: Mapping[str, int], *, promised: bool = False) -> None:
        """Write, or die."""
        self._live()
        super().set_deadlines(game, deadlines, promised=promised)

    def _append(self, game: str, base: Tip, versions: Sequence[Version], beside: Beside) -> int:
        self._live()
        return super()._append(game, base, versions, beside)
