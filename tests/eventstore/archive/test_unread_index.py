"""Tests that games begin, under an idempotency key too, although the index of the archive cannot be read."""

from itertools import count
from pathlib import Path

import pytest

from eventstore import keys
from eventstore.archive.opening import open_archive
from eventstore.embedded.server import EmbeddedStore
from eventstore.log.chain import ChainBroken
from eventstore.records import Beside, Claim
from eventstore.redis.store import RedisEventStore
from eventstore.streams import open_store
from tests.eventstore.archive.putting_away import put_away
from tests.eventstore.samples import versions

GAME = "g"


@pytest.mark.parametrize("fault", ["away", "damaged"])
def test_games_begin_though_the_index_cannot_be_read(
    server: EmbeddedStore, archiving: RedisEventStore, place: Path, fault: str
) -> None:
    archiving.append(GAME, 0, versions(3))
    put_away(archiving, GAME)
    archiving.seal(keys.shard_of(GAME), 1)
    new = next(game for game in map(str, count()) if keys.shard_of(game) == keys.shard_of(GAME))
    (run,) = (path for path in (place / "index").rglob("*") if path.is_file())
    run.write_bytes(b"x" + run.read_bytes()[1:])
    if fault == "away":
        run.unlink()
    fresh = open_store(server.url, archive=open_archive(place))

    assert fresh.append(new, 0, versions(1), beside=Beside(claim=Claim("key", "hash", b"answer"))) == 1
    with pytest.raises(ChainBroken):
        fresh.head(GAME)
