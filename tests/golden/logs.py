"""Provides golden logs of running games: every key of a game, byte by byte as the store of commit 76f8dc5 held it.

The first line of a file names the game, its tokens with what they opened, and the draws of its chance. Every other line
is an entry of a stream, or a field of a hash: the key, the entry's id or the field, and the bytes as Latin-1.
"""

from collections.abc import Iterator
from typing import Any, NamedTuple

from redis import Redis

from eventstore.log.wire import Entry, unpack_entries
from eventstore.memory.store import MemoryEventStore
from eventstore.records import NewEvent, StoredEvent, Version, in_versions
from tests.golden.files import path_of, read_values, write_values

BYTES = "latin-1"
STREAM, HASH = "stream", "hash"


class Log(NamedTuple):
    """Represents one game as it lay in the store, with the first line of its file."""

    head: dict[str, Any]
    rows: list[list[Any]]

    @property
    def game(self) -> str:
        """Return the id of the game."""
        return str(self.head["game"])

    def entries(self) -> list[Entry]:
        """Return the entries of the game's stream."""
        return [(_bytes(entry_id), _fields(words)) for kind, _, entry_id, words in self.rows if kind == STREAM]

    def hash(self, what: str) -> dict[str, bytes]:
        """Return the fields of the game's hash whose key ends with `what`."""
        rows = [row for row in self.rows if row[0] == HASH and row[1].endswith(f":{what}")]
        return {field: _bytes(value) for _, _, field, value in rows}


def read_log(name: str) -> Log:
    """Return a golden log."""
    head, *rows = read_values(path_of(name))
    return Log(head, rows)


def put_into(redis: Redis, log: Log) -> None:
    """Write every key of a golden log to a server by plain commands."""
    with redis.pipeline(transaction=False) as pipe:
        for kind, key, place, value in log.rows:
            if kind == STREAM:
                pipe.execute_command("XADD", key, place, *map(_bytes, value))
            else:
                pipe.execute_command("HSET", key, place, _bytes(value))
        pipe.execute()


def memory_log(log: Log) -> MemoryEventStore:
    """Return a store in memory that holds a golden log and computes its chains again."""
    store = MemoryEventStore()
    versions = in_versions(unpack_entries(log.entries()))
    store.append(log.game, 0, [Version(tuple(map(_new, events)), events[0].header) for events in versions])
    store.set_facts(log.game, log.hash("facts"))
    for seat, name in log.hash("names").items():
        store.set_name(log.game, int(seat), name.decode())
    return store


def write_log(name: str, redis: Redis, head: dict[str, Any]) -> None:
    """Write a golden log from the keys of the game on a server."""
    keys = sorted(redis.scan_iter(f"*:g:{head['game']}:*"))
    write_values(path_of(name), [head, *(row for key in keys for row in _rows(redis, key))])


def _rows(redis: Redis, key: bytes) -> Iterator[list[Any]]:
    kind: Any = redis.type(key)
    if key.endswith(b":snap"):
        return  # a shortcut, made anew by whoever reads the log
    if kind == b"stream":
        for entry_id, *words in _raw_entries(redis, key):
            yield [STREAM, _text(key), _text(entry_id), [_text(word) for word in words]]
    else:
        found: Any = redis.hgetall(key)
        for field, value in sorted(found.items()):
            yield [HASH, _text(key), _text(field), _text(value)]


def _raw_entries(redis: Redis, key: bytes) -> Iterator[list[bytes]]:
    """Yield every entry of a stream: its id, then the words of its fields in order."""
    entries: Any = redis.xrange(key)
    for entry_id, fields in entries:
        yield [entry_id, *(word for field in fields.items() for word in field)]


def _new(event: StoredEvent) -> NewEvent:
    return NewEvent(event.type, event.schema, event.body)


def _fields(words: list[str]) -> dict[bytes, bytes]:
    plain = list(map(_bytes, words))
    return dict(zip(plain[::2], plain[1::2], strict=True))


def _bytes(text: str) -> bytes:
    return text.encode(BYTES)


def _text(raw: bytes) -> str:
    return raw.decode(BYTES)
