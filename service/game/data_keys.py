"""Keeps the data keys that encrypt stored names, and the list of forgotten people.

Personal data is stored encrypted: under the data key of the person's API key, or without one under that of their seat.
An id in the list of forgotten people has no data key any more, whatever the store holds, so a process shows nothing of
that person once it has read the list again, at most FRESH_S later.
"""

import re
import secrets
import time
from collections.abc import Collection
from typing import Final

from redis.exceptions import RedisError

from eventstore.lru_cache import Recent
from eventstore.store import EventStore

FRESH_S: Final = 1.0
"""Sets after how many seconds the list of forgotten people is read again."""
KEY_ID: Final = re.compile(r"key-[0-9a-f]{18}")
"""Matches the ids of API keys, but not of the administrator's."""
PLAYER_PREFIX: Final = "player-"
CLIENT_ID: Final = re.compile(rf"(?:key|{PLAYER_PREFIX[:-1]})-[0-9a-f]{{18}}")
"""Matches the ids of all who have a data key and a list of games of their own: API keys, and players."""
BYTES: Final = 32
OWN: Final = "own"
"""Names the data key of an owner that has a single one: an API key, or a webhook of a seat."""


def new_data_key() -> bytes:
    """Return a new data key, for AES-256."""
    return secrets.token_bytes(BYTES)


def entry_of_key(key_id: str) -> str:
    """Return the entry of an API key in the list of forgotten people."""
    return f"key {key_id}"


def place_of(key_id: str) -> str:
    """Return the owner of an API key's data key, which is kept longer than the API key, as names of its seats are."""
    return f"of-{key_id}"


class DataKeys:
    """Caches data keys and names in one process; safe to share between threads and greenlets."""

    def __init__(self, store: EventStore) -> None:
        self._store = store
        self._due = 0.0
        self._forgotten: frozenset[str] | None = None
        self._known: Recent[str, bytes] = Recent(4096)
        self.opened: Recent[tuple[str, bytes], str] = Recent(2_048)
        """Caches decrypted values, by their place and encrypted form."""
        self.names: Recent[tuple[str, int, str], str] = Recent(16_384)
        """Caches decrypted names, by game, seat and encrypted form."""

    def generation(self) -> int:
        """Return a number that grows whenever this process learns of a forgotten person; -1 until it knows the list."""
        now = time.monotonic()
        if now >= self._due:
            self._due = now + FRESH_S
            self._look()
        return -1 if self._forgotten is None else len(self._forgotten)

    def is_forgotten(self, key_id: str) -> bool:
        """Return whether the person of an API key was forgotten; also true if the list cannot be read."""
        self.generation()
        return self._forgotten is None or entry_of_key(key_id) in self._forgotten

    @property
    def knows_the_forgotten(self) -> bool:
        """Return whether the list of forgotten people was ever read; until then no client's names are shown."""
        return self._forgotten is not None

    def _look(self) -> None:
        try:
            if self._forgotten is None or self._store.count_forgotten() != len(self._forgotten):
                self._forgotten = frozenset(self._store.list_forgotten())
                self._known.drop_all()
                self.opened.drop_all()
                self.names.drop_all()
        except RedisError:  # while the list cannot be read, no entry can be added either
            return

    def of_client(self, key_id: str) -> bytes | None:
        """Return the data key of an API key; None if it has none, for example because its person was forgotten."""
        found = self._known.get(key_id) or self._store.data_key(place_of(key_id), OWN)
        if found:
            self._known.put(key_id, found)
        return found

    def of_clients(self, key_ids: Collection[str]) -> dict[str, bytes]:
        """Return the data keys of those API keys that have one and were not forgotten; takes one query at most."""
        asked = [one for one in key_ids if not self.is_forgotten(one)]
        new = [one for one in asked if self._known.get(one) is None]
        found = self._store.data_keys_of([place_of(key_id) for key_id in new]) if new else {}
        for key_id in new:
            if data_key := found[place_of(key_id)].get(OWN):
                self._known.put(key_id, data_key)
        known = {key_id: self._known.get(key_id) for key_id in asked}
        return {key_id: data_key for key_id, data_key in known.items() if data_key}

    def of_seats(self, games: Collection[str]) -> dict[str, dict[str, bytes]]:
        """Return the data keys of the seats of some games, by game and seat; takes one query at most."""
        return self._store.data_keys_of([*games]) if games else {}

    def make_for_client(self, key_id: str) -> bytes:
        """Return the data key of an API key, made if the store has none, even if this process remembers one.

        A store may have lost it; what is sealed under a key that is stored nowhere would be lost, too.
        """
        if self.knows_the_forgotten and self.is_forgotten(key_id):
            return new_data_key()  # no value is ever decrypted with it
        place = place_of(key_id)
        found = self._store.data_key(place, OWN) or self._store.keep_data_key(place, OWN, new_data_key())
        self._known.put(key_id, found)
        return found

    def reload(self, key_id: str) -> bytes | None:
        """Return the data key that the store has now, because the cached one fails to decrypt a value."""
        self._known.drop(key_id)
        return self.of_client(key_id)

    def drop_client(self, key_id: str) -> None:
        """Delete the data key of an API key."""
        self._store.drop_data_keys(place_of(key_id), [OWN])
        self._known.drop(key_id)
        self.opened.drop_all()
        self.names.drop_all()
        self._due = 0.0
