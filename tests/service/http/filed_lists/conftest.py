"""Provides hosts with an archive, and people whose finished games go there."""

from pathlib import Path

import pytest
from redis import Redis

from tests.conftest import StorePair
from tests.service.following import follow_feeds
from tests.service.http.archived_host import Host
from tests.service.http.filed_lists.people import OVER, People, open_table
from tests.service.http.keys import new_key, new_player, token_of


@pytest.fixture
def host(stores: StorePair, place: Path, events_redis: Redis, rq_redis: Redis) -> Host:
    """Return the hosts of an empty store with an archive."""
    return Host(stores, place)


@pytest.fixture
def people(host: Host) -> People:
    """Return a key and a player with finished games, and one that goes on."""
    client = host.client()
    key = new_key(client)
    player = new_player(client, key, "Ana")
    token = token_of(client, key, player)
    games = [open_table(client, key, player) for _ in range(OVER + 1)]
    for table in games[:OVER]:
        assert table.post("/resign", {}, 1).status_code in (200, 201)
    follow_feeds(host.context())
    return People(key, player, token, games)
