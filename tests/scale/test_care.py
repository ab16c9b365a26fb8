"""Tests that what keeping games in order takes is measured part by part."""

from pathlib import Path

from redis import Redis

from eventstore.archive.opening import open_archive
from eventstore.keys import shard_of
from eventstore.streams import open_store
from service.game.context import compose
from service.queue.jobs import Jobs
from service.settings import read_settings
from tests.conftest import StorePair
from tests.eventstore.archive.putting_away import put_away
from tests.scale.care import take_care
from tests.scale.scrubbing import usual_round
from tests.scale.stored import Mix
from tests.toy import TOY
from tests.workers.sweeping.aged import ended


def test_proof_and_look_up_are_measured_apart(stores: StorePair, rq_redis: Redis, place: Path) -> None:
    settings = read_settings({"LONGROAD_EVENTS_URL": stores.events_url, "LONGROAD_RQ_URL": stores.rq_url})
    store = open_store(stores.events_url, archive=open_archive(place))
    ctx = compose(settings, store, {TOY.name: TOY}, Jobs(rq_redis))
    ended(ctx)
    games = [ended(ctx) for _ in range(3)]
    put_away(store, *games)
    for shard in {shard_of(game) for game in games}:
        store.seal(shard, 1)
    found = take_care(ctx, Mix(0, 1, 3000))
    assert found["segment_proof_s"] > 0
    assert found["look_up_s"] > 0
    assert found["look_up_reads_a_game"] == 3.0 or len({shard_of(game) for game in games}) < 3
    assert usual_round({**found, "archived": 3000}).cpu_s < found["segment_proof_s"] + found["look_up_s"]
