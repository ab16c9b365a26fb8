"""Compares what a store says of itself with what the settings promise to players: that no answered command is lost."""

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from redis.exceptions import AuthenticationError

from eventstore.store import Condition
from service.settings import Settings
from service.settings.fields import CHECKED, MAY_LOSE

EVICTS: Final = "evicts"
HAS_EVICTED: Final = "has_evicted"
NO_FILE: Final = "no_append_only_file"
LATE: Final = "writes_late"
HIDDEN: Final = "settings_hidden"
WRONG_PASSWORD: Final = "wrong_password"
REPLACED: Final = "store_replaced"
REASONS: Final = {
    EVICTS: "it may evict games when memory is short; set maxmemory-policy noeviction",
    HAS_EVICTED: "it has evicted keys, perhaps of games; set noeviction, then CONFIG RESETSTAT",
    NO_FILE: "it has no append-only file; set appendonly yes",
    LATE: "it writes later than LONGROAD_DURABILITY says; set appendfsync always, or LONGROAD_DURABILITY=everysec",
    HIDDEN: "it does not tell its settings; check them, then set LONGROAD_STORE_PROMISES=checked",
    WRONG_PASSWORD: "it refuses the password or the user of its address",
    REPLACED: "it was emptied or exchanged; bring the old one back, or run `longroad accept-store`",
}
"""Maps each reason why a store is not safe to what an operator should do."""

_RANKS: Final = ("none", "no", "everysec", "always", "replicated")


def list_broken(settings: Settings, found: Condition) -> list[str]:
    """Return why acknowledged commands may get lost in the events' store; nothing where that is meant to be."""
    return [] if settings.store_promises == MAY_LOSE else [*_find_broken(settings, found)]


def _find_broken(settings: Settings, found: Condition) -> Iterator[str]:
    if found.policy not in ("noeviction", "unknown"):
        yield EVICTS
    if found.evicted:
        yield HAS_EVICTED
    if found.durability == "none":
        yield NO_FILE
    elif found.durability != "unknown":
        # whether there are replicas, each append finds out
        least = "always" if settings.is_replicated else settings.durability
        if _RANKS.index(found.durability) < _RANKS.index(least):
            yield LATE
    if "unknown" in (found.policy, found.durability) and settings.store_promises != CHECKED:
        yield HIDDEN


def is_wrong_password(error: BaseException | None) -> bool:
    """Return whether a store's error comes from a login that it refused."""
    while error is not None:
        if isinstance(error, AuthenticationError):
            return True
        error = error.__cause__ or error.__context__
    return False


def archive_fault(directory: Path | None, *, is_written: bool) -> str | None:
    """Return why an archive cannot be used, or written where that is needed; None if it can, or if there is none."""
    if directory is None:
        return None
    if not directory.is_dir():
        return "there is no such directory"
    if is_written and not os.access(directory, os.W_OK | os.X_OK):
        return "it cannot be written"
    return None
