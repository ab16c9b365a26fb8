"""Archives a game as 2.0 did: its log in a file, its newest version and what stands beside it in the store."""

from pathlib import Path

from eventstore import keys
from eventstore.log.wire import identity_in, version_of
from eventstore.packing.log_packing import pack
from eventstore.streams import RedisEventStore


def put_in_file(store: RedisEventStore, directory: Path, game: str) -> Path:
    """Move the log of a game to a file in a directory; return its path."""
    entries = list(store._packed.completed(game, 0, None, store._redis.xrange(keys.log(game))))
    packed = pack(game, version_of(entries[-1]), entries)
    path = directory / f"{keys.shard_of(game):02d}" / f"{game}.{packed.to}.{packed.digest[:16]}"
    path.parent.mkdir(mode=0o700, exist_ok=True)
    path.write_bytes(packed.content)
    newest = next(entry for entry in entries if version_of(entry) == packed.to)
    line = f"{packed.to} {packed.digest} archive {len(packed.content)}\n".encode()
    places = [keys.log(game), keys.packed_log(game)]
    assert store._packed._packing(
        keys=places, args=[packed.to, identity_in(newest), store._packed.first_line(game), line]
    )
    return path
