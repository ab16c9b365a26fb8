"""Tests what clients and operators see while the archive is another one, or the store does not say whether it is."""

from pathlib import Path
from typing import Any

from redis import Redis

from eventstore.outages import StoreAway
from tests.conftest import StorePair
from tests.service.http.archived_host import Host
from tests.service.http.client import Table, checked_app
from tests.service.http.keys import new_key, with_key
from tests.service.http.whole_answers import open_game, play


def test_an_empty_mount_point_is_not_taken_for_the_archive(
    stores: StorePair, place: Path, events_redis: Redis, rq_redis: Redis
) -> None:
    host = Host(stores, place, LONGROAD_STORE_PROMISES="may-lose-games")
    key = new_key(host.client())
    table = open_game(host.client(), key, options={"target": 8})
    play(table)
    host.put_away(8)
    kept = place.rename(place.with_name("kept"))
    place.mkdir()
    client = host.client()
    there, late = Table(client, table.id, table.tokens, table.owner, None), open_game(client, options={"target": 8})
    play(late)

    for answer in (there.get("", 0), there.get("/events", 0), client.get("/v1/games?mine=true", headers=with_key(key))):
        assert (answer.status_code, answer.json["type"]) == (503, "/problems/archive_unavailable")
        assert answer.json["reason"] == "other_archive"
    ready = client.get("/readyz")
    assert (ready.status_code, ready.json["status"], ready.json["archive"]) == (200, "ok", "other_archive")
    assert b"longroad_archive_ok 0" in client.get("/metrics").data
    assert client.get(f"/v1/games/{late.id}").status_code == 200
    host.put_away(8)
    assert not [*place.rglob("*")]
    assert is_here(host, late)

    place.rmdir()
    kept.rename(place)
    assert there.get("", 0).status_code == 200
    assert "archive" not in client.get("/readyz").json
    host.put_away(8)
    assert not is_here(host, late)
    context = host.context()
    context.games.quarantine.read()
    assert context.games.quarantine.counts() == {"log_damaged": 0, "written_by_newer_version": 0}


class Silent:
    """Represents the primary that knows the identity of the archive, while it does not answer."""

    def name_objects(self) -> list[str]:
        """Raise StoreAway."""
        raise StoreAway("it does not answer")

    def fact(self, *_: object) -> bytes | None:
        """Raise StoreAway."""
        raise StoreAway("it does not answer")

    set_facts: Any = fact
    swap_fact: Any = fact


def test_metrics_stay_while_the_primary_that_knows_the_archive_is_silent(
    stores: StorePair, place: Path, events_redis: Redis, rq_redis: Redis
) -> None:
    context = Host(stores, place, LONGROAD_STORE_PROMISES="may-lose-games").context()
    context.store.archive.belong_to(Silent())
    client = checked_app(context).test_client()

    metrics = client.get("/metrics").data

    assert b'longroad_store_safe{store="events"} 1' in metrics
    assert b"longroad_archive_ok 1" in metrics
    assert "archive" not in client.get("/readyz").json


def is_here(host: Host, table: Table) -> bool:
    """Return whether the store itself has a game."""
    return bool(host.context().store.find_here([table.id]))
