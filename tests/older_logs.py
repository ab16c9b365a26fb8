"""Turns a log into what an older release would have written: an entry per event, no place in the feed, no marks.

Its items in the feed have a field for the game and one for the version.
"""

from collections.abc import Iterator
from typing import Any

from redis import Redis

from eventstore import keys
from tests.damage import Fields, log_of, put_back


def grow_old(redis: Redis, game: str, *, upto: int | None = None, like_1_0: bool = False) -> None:
    """Write the versions up to one (by default all) as older releases did, 1.0.0 with a field for the header."""
    put_back(redis, game, [older for entry in log_of(redis, game) for older in _older(*entry, upto, like_1_0)])
    redis.delete(keys.marks(game))
    _grow_old_in_feed(redis, game, upto)


def _grow_old_in_feed(redis: Redis, game: str, upto: int | None) -> None:
    feed = keys.feed(keys.shard_of(game))
    entries: Any = redis.xrange(feed)
    with redis.pipeline() as pipe:
        pipe.delete(feed)
        for cursor, fields in entries:
            own, _, version = fields[b"g"].decode().partition(":")
            is_older = own == game and version and (upto is None or int(version) <= upto)
            pipe.xadd(feed, {"g": own, "v": version} if is_older else fields, cursor)
        pipe.execute()


def _older(entry_id: bytes, fields: Fields, upto: int | None, like_1_0: bool) -> Iterator[tuple[bytes, Fields]]:
    version = int(entry_id.partition(b"-")[0])
    if upto is not None and version > upto:
        yield entry_id, fields
        return
    event, _, header = fields[b"e"].partition(b"\n")
    others = [fields[name] for name in fields if name.isdigit()]
    if like_1_0:
        yield entry_id, {b"e": event, b"h": _with_decimal_time(header)}
        yield from ((b"%d-%d" % (version, index), {b"e": one, b"h": b""}) for index, one in enumerate(others, 1))
    else:
        yield entry_id, {b"e": fields[b"e"]}
        yield from ((b"%d-%d" % (version, index), {b"e": one}) for index, one in enumerate(others, 1))


def _with_decimal_time(header: bytes) -> bytes:
    words: Any = header.split(b" ", 4)
    return b" ".join([*words[:3], b"%d" % int(words[3], 36), words[4]])
