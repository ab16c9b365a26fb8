"""Remembers which events' store of an operator a host has seen, so that another one is not taken for the same.

Every shard of a store bears an identity (`eventstore.identities`), which a host keeps in a file of its data directory.
Without that file any store is taken.
"""

import json
import os
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from secrets import token_hex
from time import monotonic
from typing import Final

from redis.exceptions import RedisError

from eventstore.identities import NAME, owner_in, owners
from eventstore.store import EventStore
from service.settings import Settings
from service.settings.fields import MAY_LOSE

FILE: Final = "known-store.json"
VARIABLE: Final = "KNOWN_STORE"
"""Names the variable by which the supervisor tells its processes where the file is."""
AGAIN_S: Final = 1.0


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
    """Return whether a part of the store that answers is not the one that this host knows; raises RedisError."""
    known = _read(file)
    if not known:
        return False
    found = _identities(store)
    return any(found.get(owner, known[owner]) != known[owner] for owner in owners() if owner in known)


def remember(store: EventStore, file: Path | None) -> None:
    """Remember what the host has not seen yet, and give an identity to a store without one; raises RedisError."""
    if file is None:
        return
    known = _read(file)
    new = [owner for owner in owners() if owner not in known]
    if new:
        made = {owner: store.keep_data_key(owner, NAME, token_hex(16).encode()).decode() for owner in new}
        _write(file, {**known, **made})


class KnownStore:
    """Says which identity each shard has that a host knows; looks at the file at most once a second."""

    def __init__(self, file: Path | None, clock: Callable[[], float] = monotonic) -> None:
        self._file = file
        self._clock = clock
        self._due = float("-inf") if file is not None else float("inf")
        self._known: dict[str, str] = {}

    def __call__(self, shard: int) -> bytes:
        """Return the identity of a shard, an empty one if any will do."""
        if self._clock() >= self._due:
            self._due = self._clock() + AGAIN_S
            self._known = _read(self._file)
        return self._known.get(owner_in(shard), "").encode()


class Comparison:
    """Compares a process's store again when asked, at most once a second."""

    def __init__(self, store: EventStore, file: Path | None) -> None:
        self._store = store
        self._file = file
        self._due = float("-inf")
        self._is_replaced = False

    def is_replaced(self) -> bool:
        """Return whether the store was another one a moment ago; as before while it does not answer."""
        if self._file is not None and monotonic() >= self._due:
            self._due = monotonic() + AGAIN_S
            with suppress(RedisError):
                self._is_replaced = is_replaced(self._store, self._file)
        return self._is_replaced


def _identities(store: EventStore) -> dict[str, str]:
    """Return the identities by owner: an empty one where there is none, and nothing of a part that is silent."""
    found = store.data_keys_of(owners())
    return {owner: value for owner in owners() for value in _identity(store, owner, found.get(owner, {}))}


def _identity(store: EventStore, owner: str, held: Mapping[str, bytes]) -> Iterator[str]:
    """Yield an identity, asked for again if there seems to be none, since a silent primary looks the same."""
    with suppress(RedisError):
        yield (held.get(NAME) or store.data_key(owner, NAME) or b"").decode()


def _read(file: Path | None) -> dict[str, str]:
    try:
        known: dict[str, str] = json.loads(file.read_bytes()) if file is not None else {}
    except FileNotFoundError:
        return {}
    return known


def _write(file: Path, known: Mapping[str, str]) -> None:
    aside = file.with_suffix(".new")
    aside.write_text(json.dumps(known), encoding="utf-8")
    aside.replace(file)
