"""Defines what a store promises of the data beside the logs: personal data and secrets, which may be deleted."""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

BATCH_MS: Final = 600_000
"""Sets for how long a store knows the batches that `Facts.add_up` has added."""
OTHERS: Final = "others"
"""Names the group to which `Facts.add_up` adds what belongs to groups beyond the limit."""


class Facts(ABC):
    """Stores the deletable data beside a log: names, small values such as hashes of tokens, and data keys.

    Personal data is stored encrypted; without its data key it is unreadable for good, in every copy. The owner of data
    keys is an id like a game's; those of a game's seats are deleted with the game. The ids of the forgotten are
    listed for the whole store.
    """

    @abstractmethod
    def set_name(self, game: str, seat: int, name: str) -> None:
        """Set the name of a seat's player; the empty name removes it."""

    @abstractmethod
    def names(self, game: str) -> dict[int, str]:
        """Return the names by seat."""

    @abstractmethod
    def names_of(self, games: Sequence[str]) -> dict[str, dict[int, str]]:
        """Return the names of several games, in one query."""

    @abstractmethod
    def set_facts(self, game: str, facts: Mapping[str, bytes]) -> None:
        """Set small values beside the log (token hashes, ownership); the empty value removes one."""

    @abstractmethod
    def fact(self, game: str, key: str) -> bytes | None:
        """Return one small value beside the log, or None."""

    @abstractmethod
    def facts(self, game: str) -> dict[str, bytes]:
        """Return all small values beside the log."""

    @abstractmethod
    def facts_here(self, owners: Sequence[str]) -> dict[str, dict[str, bytes]]:
        """Return all small values of those owners that have any, in one query; what is archived is left out.

        Raises RedisError if the server of one of them does not answer.
        """

    @abstractmethod
    def count_fact(self, game: str, key: str, by: int) -> int:
        """Add to a numeric fact (0 before it is set) and return its new value, which no other caller gets."""

    @abstractmethod
    def add_up(
        self, owner: str, batch: str, amounts: Mapping[str, Sequence[int]], most_groups: int = 0
    ) -> list[tuple[int, ...]]:
        """Add numbers to facts that hold numbers, once for each `batch`, and return what the facts hold then, in order.

        A batch that comes again within `BATCH_MS` adds nothing. The group of a fact is its name up to the first space;
        once there are `most_groups` (0: any number), what belongs to another one is added under the group `OTHERS`.
        """

    @abstractmethod
    def secret(self) -> bytes:
        """Return 32 random bytes, shared by all processes of the store, for hashes that outsiders cannot compute."""

    @abstractmethod
    def renew_secret(self) -> bytes:
        """Return the secret that the store has now: a failover may have lost the one that this process uses."""

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
        """Replace a fact if it is still `was`; return whether it was.

        An empty value stands for none, as in `set_facts`: so of several callers one alone sets a fact that is missing.
        """

    @abstractmethod
    def swap_facts(self, owner: str, changes: Mapping[str, tuple[bytes, bytes]]) -> bool:
        """Replace several facts (name to what it was and what it becomes) if all are as they were; return whether so.

        That is one step, and an empty value stands for none, as in `swap_fact`. After an answer that was lost it may
        have happened although it returns False.
        """

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
