"""Defines what a store keeps so that a person can be forgotten: data keys, and the list of forgotten people.

Personal data is stored encrypted, outside of the log; the store holds the data keys beside it and reads neither.
Without its data key it is unreadable for good, in every copy.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence


class People(ABC):
    """Stores data keys by owner and name, and the ids of the forgotten.

    An owner is an id like a game's; the data keys of a game's seats are deleted with the game.
    """

    @abstractmethod
    def data_key(self, owner: str, name: str) -> bytes | None:
        """Return a data key, None if there is none."""

    @abstractmethod
    def data_keys_of(self, owners: Sequence[str]) -> dict[str, dict[str, bytes]]:
        """Return all data keys of several owners by name, in one query."""

    @abstractmethod
    def keep_data_key(self, owner: str, name: str, made: bytes) -> bytes:
        """Store a data key unless there is one, and return the one that is there then."""

    @abstractmethod
    def drop_data_keys(self, owner: str, names: Iterable[str]) -> None:
        """Delete some of an owner's data keys."""

    @abstractmethod
    def note_forgotten(self, ids: Mapping[str, int]) -> None:
        """Put ids into the list of the forgotten, with a time (ms) or 0 while they are being erased."""

    @abstractmethod
    def list_forgotten(self) -> dict[str, int]:
        """Return the list of the forgotten."""

    @abstractmethod
    def count_forgotten(self) -> int:
        """Return how many ids are in the list, which no id ever leaves."""

    @abstractmethod
    def swap_name(self, game: str, seat: int, was: str, now: str) -> bool:
        """Replace a name if it is still `was`; return whether it was."""

    @abstractmethod
    def swap_fact(self, owner: str, key: str, was: bytes, now: bytes) -> bool:
        """Replace a fact if it is still `was`; return whether it was."""

    @abstractmethod
    def with_names(self) -> Iterator[str]:
        """Yield all games that have names; some may come twice."""

    @abstractmethod
    def with_facts(self, prefix: str) -> Iterator[str]:
        """Yield all ids with this prefix that have facts; some may come twice."""

    @abstractmethod
    def rewrite(self) -> bool:
        """Let all servers rewrite their files, without deleted data; return whether all of them do.

        A rewrite that is under way may keep data deleted since it began, so callers wait for its end first.
        """

    @abstractmethod
    def is_rewriting(self) -> bool:
        """Return whether a server is rewriting its file."""
