"""Remembers which events' store of an operator a host has seen, so that another one is not taken for the same.

Every shard of a store bears an identity (`eventstore.keys`), which a host keeps in a file of its data directory.
A host without that file takes over what others know (`service.queue.store`), or else any store.
"""

import json
import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from secrets import token_hex
from time import monotonic
from typing import Final

from redis.exceptions import RedisError

from eventstore.keys import IDENTITY, owner_in, owners, shard_of
from eventstore.store import EventStore
from service.settings import Settings
from service.settings.fields import MAY_LOSE

FILE: Final = "known-store.json"
VARIABLE: Final = "KNOWN_STORE"
"""Names the variable by which the supervisor tells its processes where the file is."""
AGAIN_S: Final = 1.0
UNREADABLE: Final = "?"
"""Stands for the identity of the store while the file cannot be read; no store has it, so nothing is written."""


class BadKnownStore(Exception):
    """Reports that the file cannot be read, so that any store may be another one; the message is one line."""


def file_of_host(settings: Settings) -> Path | None:
    """Return the file of a host; None where the store is the host's own, or where any may take its place."""
    if settings.events_url is None or settings.store_promises == MAY_LOSE:
        return None
    return settings.data_dir / FILE


def file_of_process() -> Path | None:
    """Return the file that the supervisor named, None if there is none."""
    named = os.environ.get(VARIABLE)
    return Path(named) if named else None


def is_replaced(store: EventStore, file: Path | None) -> bool:
    """Return whether a part of the store that answers is not the one that this host knows; raises RedisError.

    While the file cannot be read, every store is another one.
    """
    try:
        return differs(store, load_known(file))
    except BadKnownStore:
        return True


def differs(store: EventStore, known: Mapping[str, str]) -> bool:
    """Return whether a part of the store that answers bears another identity than is known; raises RedisError."""
    if not known:
        return False
    held = store.data_keys_of(owners())
    asked = (owner for owner in owners() if owner in known)
    return any(found != known[owner] for owner in asked for found in _identity(store, owner, held.get(owner, {})))


def remember(store: EventStore, file: Path | None, others: Mapping[str, str] | None = None) -> dict[str, str]:
    """Remember what the host has not seen yet, and return what it knows then.

    It is what `others` know, or else the identity of the store, which gets one if it has none. Raises RedisError,
    BadKnownStore and OSError.
    """
    if file is None:
        return {}
    found = load_known(file)
    known = {**(others or {}), **found}
    known |= _make_identities(store, [owner for owner in owners() if owner not in known])
    if known != found:
        _write(file, known)
    return known


def accept(store: EventStore, file: Path) -> dict[str, str]:
    """Remember the store that answers in place of any other, and return its identities; raises RedisError, OSError."""
    made = _make_identities(store, owners())
    _write(file, made)
    return made


class KnownStore:
    """Says which identity each shard has that a host knows; looks at the file at most once a second."""

    def __init__(self, file: Path | None, clock: Callable[[], float] = monotonic) -> None:
        self._file = file
        self._clock = clock
        self._due = float("-inf") if file is not None else float("inf")
        self._known: dict[str, str] = {}
        self._unknown = ""

    def __call__(self, shard: int) -> bytes:
        """Return the identity of a shard, an empty one if any will do."""
        if self._clock() >= self._due:
            self._due = self._clock() + AGAIN_S
            try:  # while the file cannot be read, what was known is still known
                self._known, self._unknown = load_known(self._file), ""
            except BadKnownStore:
                self._unknown = "" if self._known else UNREADABLE
        return self._known.get(owner_in(shard), self._unknown).encode()


class Comparison:
    """Compares a process's store where something is missing: all of it at most once a second, and that shard each time.

    For a while after the store was another one it is taken for another still: what was missing may be back since.
    """

    def __init__(self, store: EventStore, file: Path | None, clock: Callable[[], float] = monotonic) -> None:
        self._store = store
        self._file = file
        self._clock = clock
        self._known = KnownStore(file, clock)
        self._due = self._until = float("-inf")

    def is_replaced(self, missing: str = "") -> bool:
        """Return whether the store, or the part in which `missing` lies, was another one a moment ago."""
        if self._file is None:
            return False
        if self._is_other(missing):
            self._until = self._clock() + 2 * AGAIN_S
        return self._clock() < self._until

    def _is_other(self, missing: str) -> bool:
        """Compare; while the store does not answer, nothing is known."""
        shard = shard_of(missing)
        try:
            if self._clock() >= self._due:
                self._due = self._clock() + AGAIN_S
                return is_replaced(self._store, self._file)
            known = self._known(shard)
            return bool(known) and self._store.data_key(owner_in(shard), IDENTITY) != known
        except RedisError:
            return self._clock() < self._until


def identities_of(store: EventStore) -> dict[str, str]:
    """Return a store's identities by owner: an empty one where there is none, and nothing of a part that is silent."""
    found = store.data_keys_of(owners())
    return {owner: value for owner in owners() for value in _identity(store, owner, found.get(owner, {}))}


def _identity(store: EventStore, owner: str, held: Mapping[str, bytes]) -> Iterator[str]:
    """Yield an identity, asked for again if there seems to be none, since a silent primary looks the same."""
    with suppress(RedisError):
        yield (held.get(IDENTITY) or store.data_key(owner, IDENTITY) or b"").decode()


def load_known(file: Path | None) -> dict[str, str]:
    """Return the identities that a file holds, or none without a file. Raises BadKnownStore if it is damaged."""
    try:
        known = json.loads(file.read_bytes()) if file is not None else {}
    except FileNotFoundError:
        return {}
    except OSError as error:
        raise BadKnownStore(f"{file} cannot be read: {error.strerror}") from error
    except ValueError:
        known = None
    if not isinstance(known, dict) or not all(isinstance(value, str) for value in known.values()):
        raise BadKnownStore(f"{file} is damaged; if the store is the right one, run `longroad accept-store`")
    return known


def _make_identities(store: EventStore, of: Iterable[str]) -> dict[str, str]:
    """Return the identities of some owners, made where there are none."""
    return {owner: store.keep_data_key(owner, IDENTITY, token_hex(16).encode()).decode() for owner in of}


def _write(file: Path, known: Mapping[str, str]) -> None:
    """Replace the file, which stays that of the directory's owner."""
    aside, above = file.with_suffix(".new"), file.parent.stat()
    with os.fdopen(os.open(aside, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w", encoding="utf-8") as written:
        if os.geteuid() == 0:
            os.fchown(written.fileno(), above.st_uid, above.st_gid)
        json.dump(known, written)
        written.flush()
        os.fsync(written.fileno())
    aside.replace(file)
