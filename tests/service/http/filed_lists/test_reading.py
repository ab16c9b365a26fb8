"""Tests that lists of keys and players go on in the archive, and take nothing in the store for games that are there."""

import pytest
from flask.testing import FlaskClient

from eventstore import keys
from eventstore.keys import SHARDS
from service.clients import fact_names
from service.clients.feed import EARLIER_MS
from service.clients.own_games import UNMADE_MS
from tests.service.http.archived_host import Host, later
from tests.service.http.client import Table
from tests.service.http.filed_lists.people import LISTS, People, in_pages, listed, read_all, seal
from tests.service.http.keys import with_key
from tests.service.processes import wait_for
from workers.sweeping.list_filing import ListFiling


def test_every_list_is_the_same_and_nothing_of_it_is_in_the_store(host: Host, people: People) -> None:
    before = read_all(host, people)
    host.put_away(8)
    for owner in people.owners:
        assert listed(host, owner) == [fact_names.game(people.games[-1].id)]
    assert read_all(host, people) == before
    seal(host)
    assert not [key for shard in range(SHARDS) for key in host.events.keys(keys.list_entries(shard))]
    assert read_all(host, people) == before


def test_only_what_needs_the_archive_waits_for_it(host: Host, people: People) -> None:
    host.put_away(8)
    seal(host)
    assert host.archive is not None
    host.archive.rename(host.archive.with_name("away"))
    client = host.client()
    assert client.get("/v1/me/pending", headers=with_key(people.key)).status_code == 200
    later_ms = host.context().clock() + 2 * EARLIER_MS
    assert client.get(f"/v1/me/events?after={later_ms}-0-0-0", headers=with_key(people.key)).status_code == 200
    refused = client.get("/v1/games?mine=true", headers=with_key(people.key))
    assert (refused.status_code, refused.json["type"]) == (503, "/problems/archive_unavailable")


@pytest.mark.parametrize("path", LISTS)
def test_no_list_leaves_out_the_games_of_an_archive_that_is_away(host: Host, people: People, path: str) -> None:
    host.put_away(8)
    assert host.archive is not None
    away = host.archive.with_name("away")
    place = path.format(player=people.player)
    host.archive.rename(away)
    client = host.client()
    for _ in range(2):  # what a refused export has begun is over, or the second one would be 429
        refused = client.get(place, headers=with_key(people.key))
        assert (refused.status_code, refused.json["type"]) == (503, "/problems/archive_unavailable")
    assert client.get("/v1/me/pending", headers=with_key(people.key)).status_code == 200
    away.rename(host.archive)
    for segment in host.archive.rglob("*.seg"):
        segment.unlink()
    left = host.client().get(place, headers=with_key(people.key))
    assert left.status_code == 200, "games that are lost do not end the list of all others"


def test_an_archived_game_that_goes_on_is_heard_of_and_listed_once(host: Host, people: People) -> None:
    host.put_away(8)
    seal(host)
    client, old = host.client(), people.games[2]
    newest = client.get("/v1/me/events?after=latest", headers=with_key(people.token)).json["cursor"]
    there = Table(client, old.id, old.tokens, old.owner, None)
    again = there.post("/rematch", {}, 0)
    assert again.status_code == 201, again.text
    assert wait_for(lambda: (old.id, "RematchOpened") in in_events(client, people.token, newest), 30)
    mine = [row["id"] for row in in_pages(client, "/v1/games?mine=true&limit=2", people.token, "games")]
    assert sorted(mine) == sorted({*mine})
    assert {table.id for table in people.games} <= {*mine}

    host.put_away(30)
    context = host.context()
    filing = ListFiling(later(context, UNMADE_MS))
    filing.step(60)
    assert not [name for name in context.store.facts(people.player) if name.startswith(fact_names.AGAIN)]
    assert (old.id, "RematchOpened") in in_events(host.client(), people.token, newest)


def in_events(client: FlaskClient, key: str, after: str) -> list[tuple[str, str]]:
    page = client.get(f"/v1/me/events?after={after}", headers=with_key(key)).json
    return [(one["game"], one["event"]["type"]) for one in page["events"]]
