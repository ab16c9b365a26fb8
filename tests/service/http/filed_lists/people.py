"""Makes people with games, reads all lists of them, and lets sweeps move these lists into the archive."""

import json
from typing import Any, NamedTuple

from flask.testing import FlaskClient

from eventstore.keys import SHARDS
from service.clients import fact_names
from tests.service.http.archived_host import Host
from tests.service.http.client import Table
from tests.service.http.keys import with_key

OVER = 5
"""Sets how many games are over, and go to the archive."""
LISTS = ("/v1/games?mine=true", "/v1/players/{player}", "/v1/me/records")
"""Lists the paths of lists that go on in the archive."""


class People(NamedTuple):
    """Holds a key with a player, and their games, the oldest first; the last one goes on."""

    key: str
    player: str
    token: str
    games: list[Table]

    @property
    def key_id(self) -> str:
        return self.key.partition(".")[0]

    @property
    def owners(self) -> list[str]:
        return [self.key_id, self.player]


def open_table(client: FlaskClient, key: str, player: str) -> Table:
    """Make a game of a player of a key, and somebody else."""
    seats = [{"kind": "human", "name": "Ana", "player": player}, {"kind": "human", "name": "Bea"}]
    body = client.post("/v1/games", json={"ruleset": "toy", "seats": seats}, headers=with_key(key)).json
    return Table(client, body["id"], [seat.get("token", "") for seat in body["seats"]], body["owner_token"], None)


def in_pages(client: FlaskClient, path: str, key: str, member: str) -> list[Any]:
    """Return all entries of a list that comes in pages."""
    found, after = [], ""
    while True:
        page = client.get(f"{path}{after}", headers=with_key(key)).json
        found += page[member]
        if "next" not in page:
            return found
        after = f"&after={page['next']}"


def exported(client: FlaskClient, key: str) -> list[Any]:
    """Return all lines of the export of a key or a player that hold a record."""
    found, after = [], ""
    while True:
        answer = client.get(
            f"/v1/me/records?limit=3{after}", headers=with_key(key) | {"Accept": "application/x-ndjson"}
        )
        lines = [json.loads(line) for line in answer.data.splitlines()]
        found += [line for line in lines if "record" in line]
        if "next" not in lines[-1]:
            return found
        after = f"&after={lines[-1]['next']}"


def read_all(host: Host, people: People) -> list[Any]:
    """Return everything that is read across the games of both."""
    client, found = host.client(), []
    for key in (people.key, people.token):
        found += [in_pages(client, f"/v1/games?mine=true&limit={limit}", key, "games") for limit in (2, 50)]
        found += [in_pages(client, f"/v1/players/{people.player}?limit=3", key, "games"), exported(client, key)]
        for place in ("/v1/me/pending", "/v1/me/events", "/v1/me/events?after=1-0-0-0"):
            found.append(client.get(place, headers=with_key(key)).json)
    return found


def listed(host: Host, owner: str) -> list[str]:
    """Return the games that the facts of an owner name."""
    return [name for name in host.context().store.facts(owner) if name.startswith(fact_names.GAMES)]


def seal(host: Host) -> None:
    """Let a sweep move all that waits in the store into lists of the archive."""
    store = host.context().store
    for shard in range(SHARDS):
        store.seal_lists(shard, 1)
