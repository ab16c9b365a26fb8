"""Does what a failover or a disk may do to a log on a real server: its newest versions vanish, or its bytes change."""

from collections.abc import Callable
from typing import Any

from redis import Redis

from eventstore import keys
from eventstore.log.wire import unpack_items

Change = Callable[[dict[bytes, bytes]], None]


def lose(client: Redis, game: str, after: int) -> None:
    """Remove the versions of a game above this one from its log and from the feed, as on a replica that lagged."""
    _rewrite(client, game, [entry for entry in _entries(client, game) if _version(entry) <= after])
    feed = keys.feed(keys.shard_of(game))
    items: Any = client.xrange(feed)
    for item in unpack_items(items):
        if item.game == game and item.version > after:
            client.xdel(feed, item.cursor)


def damage(client: Redis, game: str, version: int, change: Change) -> None:
    """Change the fields of the first entry of a version without the knowledge of the store."""
    entries = _entries(client, game)
    change(next(fields for entry_id, fields in entries if entry_id == b"%d-0" % version))
    _rewrite(client, game, entries)


def another_digit(fields: dict[bytes, bytes]) -> None:
    """Change one digit in the body of an event."""
    body, line, header = fields[b"e"].partition(b"\n")
    at = max(body.rfind(b"%d" % digit) for digit in range(10))
    fields[b"e"] = body[:at] + (b"3" if body[at : at + 1] != b"3" else b"4") + body[at + 1 :] + line + header


def _entries(client: Redis, game: str) -> list[tuple[bytes, dict[bytes, bytes]]]:
    found: Any = client.xrange(keys.log(game))
    return list(found)


def _version(entry: tuple[bytes, Any]) -> int:
    return int(entry[0].partition(b"-")[0])


def _rewrite(client: Redis, game: str, entries: list[tuple[bytes, dict[bytes, bytes]]]) -> None:
    """Put these entries in place of the log, so that its last id is the last of theirs."""
    with client.pipeline() as pipe:
        pipe.delete(keys.log(game))
        for entry_id, fields in entries:
            pipe.xadd(keys.log(game), fields, id=entry_id)  # type: ignore[arg-type]
        pipe.execute()
