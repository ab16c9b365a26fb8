"""Damages logs so that no game can be read from them: events of newer versions, and bytes changed on the disk."""

from collections.abc import Mapping
from typing import Any

from redis import Redis

from eventstore import keys
from eventstore.records import Header, NewEvent, Version
from eventstore.store import EventStore

Fields = Mapping[bytes, bytes]
UNHEARD = NewEvent("Unheard", 1, b"{}")


def append_unheard(store: EventStore, game: str, event: NewEvent = UNHEARD, ruleset: str = "toy") -> int:
    """Append an event as a newer version of the service does, and return the game's new version."""
    head = store.head(game)
    time_ms = store.read(game, head - 1)[0].header.time_ms if head else 1
    header = Header(f"newer-{head + 1}", None, ruleset, 1, time_ms)
    return store.append(game, head, [Version((event,), header)])


def change_body(redis: Any, game: str, version: int, old: bytes, new: bytes) -> None:
    """Change bytes in the first event of a version in the store."""

    def changed(fields: Fields) -> Fields:
        assert old in fields[b"e"], fields
        return {**fields, b"e": fields[b"e"].replace(old, new, 1)}

    _rewrite(redis, game, {f"{version}-0".encode(): changed})


def tear_body(redis: Any, game: str, version: int) -> None:
    """Cut off the end of the first event of a version."""

    def torn(fields: Fields) -> Fields:
        event, line, header = fields[b"e"].partition(b"\n")
        return {**fields, b"e": event[:-1] + line + header}

    _rewrite(redis, game, {f"{version}-0".encode(): torn})


def tear_header(redis: Any, game: str, version: int) -> None:
    """Remove the header of a version."""
    _rewrite(redis, game, {f"{version}-0".encode(): lambda fields: {**fields, b"e": fields[b"e"].partition(b"\n")[0]}})


def lose_version(redis: Any, game: str, version: int) -> None:
    """Remove a version from a log."""
    entries = redis.xrange(keys.log(game), f"{version}", f"{version}")
    redis.xdel(keys.log(game), *[entry for entry, _ in entries])


def log_of(redis: Any, game: str) -> list[tuple[bytes, Fields]]:
    """Return the entries of a log as they are in the store."""
    return list(redis.xrange(keys.log(game)))


def put_back(redis: Redis, game: str, entries: list[tuple[bytes, Fields]]) -> None:
    """Replace a log by these entries, as a restored backup does."""
    with redis.pipeline() as pipe:
        pipe.delete(keys.log(game))
        for entry, fields in entries:
            pipe.xadd(keys.log(game), dict(fields), entry)  # type: ignore[arg-type]
        pipe.execute()


def _rewrite(redis: Any, game: str, changes: Mapping[bytes, Any]) -> None:
    """Write a log again with some entries changed, because a stream cannot be changed in the middle."""
    entries = log_of(redis, game)
    put_back(redis, game, [(entry, changes.get(entry, dict)(fields)) for entry, fields in entries])
