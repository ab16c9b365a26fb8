"""Tests that lists of keys and players go on in the archive, and take nothing in the store for games that are there."""

import json
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from flask.testing import FlaskClient
from redis import Redis

from eventstore import keys
from eventstore.keys import SHARDS
from service.clients import fact_names
from service.clients.feed import EARLIER_MS
from service.clients.own_games import UNMADE_MS, file_list, list_all
from service.forgetting.people import find_key, forget
from service.game.context import Context, compose
from service.handlers.seating import remove
from tests.conftest import StorePair
from tests.eventstore.archive.putting_away import put_away
from tests.service.cli.command import ROOT
from tests.service.following import follow_feeds
from tests.service.http.archived_host import Host
from tests.service.http.client import Table
from tests.service.http.keys import new_key, new_player, token_of, with_key
from tests.service.http.whole_answers import DAY_MS
from tests.service.processes import wait_for
from workers.sweeping.list_filing import ListFiling
from workers.sweeping.tidying import Tidying

OVER = 5
"""Sets how many games are over, and go to the archive."""


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


@pytest.fixture
def host(stores: StorePair, tmp_path: Path, events_redis: Redis, rq_redis: Redis) -> Host:
    """Return the hosts of an empty store with an archive."""
    archive = tmp_path / "archive"
    archive.mkdir()
    return Host(stores, archive)


def open_table(client: FlaskClient, key: str, player: str) -> Table:
    seats = [{"kind": "human", "name": "Ana", "player": player}, {"kind": "human", "name": "Bea"}]
    body = client.post("/v1/games", json={"ruleset": "toy", "seats": seats}, headers=with_key(key)).json
    return Table(client, body["id"], [seat.get("token", "") for seat in body["seats"]], body["owner_token"], None)


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


def in_pages(client: FlaskClient, path: str, key: str, member: str) -> list[Any]:
    found, after = [], ""
    while True:
        page = client.get(f"{path}{after}", headers=with_key(key)).json
        found += page[member]
        if "next" not in page:
            return found
        after = f"&after={page['next']}"


def exported(client: FlaskClient, key: str) -> list[Any]:
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


def later(ctx: Context, ms: int) -> Context:
    now = ctx.clock() + ms
    return compose(ctx.settings, ctx.store, ctx.rulesets, ctx.jobs, lambda: now)


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


LISTS = ("/v1/games?mine=true", "/v1/players/{player}", "/v1/me/records")


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


def test_a_forgotten_player_has_no_seat_and_no_list_anywhere(host: Host, people: People) -> None:
    host.put_away(8)
    seal(host)
    context = host.context()
    forget(context, find_key(context, people.player))
    for table in people.games:
        assert 0 not in context.store.names(table.id) or context.store.names(table.id)[0] != "Ana"
        assert people.player not in str(context.store.facts(table.id))
    tidying = Tidying(later(context, 30 * DAY_MS))
    for _ in range(2 * SHARDS):
        tidying._rests_until_ms = 0
        tidying.step()
    assert host.archive is not None
    assert list_all(context, people.player) == []
    lists = b"".join(path.read_bytes() for path in host.archive.rglob("*.list"))
    assert lists.count(people.games[0].id.encode()) == 1  # that of the key, which made the game
    assert not [key for key in host.events.keys("*") if people.player.encode() in key]


def test_a_deleted_game_leaves_the_lists_of_the_archive(host: Host, people: People) -> None:
    host.put_away(8)
    seal(host)
    context, gone, read = host.context(), people.games[1].id, people.games[2].id
    remove(context, gone)
    context.store.delete(read)
    for key in (people.key, people.token):
        found = [row["id"] for row in in_pages(host.client(), "/v1/games?mine=true", key, "games")]
        assert not {gone, read} & {*found}
    for shard in range(SHARDS):
        context.store.drop_strays(shard, 10**14)
        context.store.drop_strays(shard, 10**14)
    assert host.archive is not None
    content = b"".join(path.read_bytes() for path in host.archive.rglob("*.list"))
    assert gone.encode() not in content
    assert read.encode() not in content  # whoever came upon its entry has noted that it is gone


def test_a_deleted_game_leaves_the_lists_of_the_store(host: Host, people: People) -> None:
    context, gone = host.context(), people.games[1].id
    remove(context, gone)
    assert not [owner for owner in people.owners if gone in str(context.store.facts(owner))]


def test_a_game_that_moves_while_its_list_is_looked_at_stays_listed(host: Host, people: People) -> None:
    context, going = later(host.context(), UNMADE_MS), people.games[1].id
    usual: Any = context.store.describe_logs

    def meanwhile(games: list[str]) -> Any:
        found = usual(games)
        put_away(host.context().store, going)
        return found

    context.store.describe_logs = meanwhile
    for owner in people.owners:
        assert sum(file_list(context, owner)) == 0
        assert going in [one.game for one in list_all(context, owner)]
        context.store.take_back(going)


def as_older_releases(host: Host, people: People) -> None:
    """List archived games among the facts, as releases do that do not know lists in the archive."""
    store = host.context().store
    for owner in people.owners:
        own = store.entries(owner, 100)
        store.set_facts(owner, {fact_names.game(one.game): f"{one.time_ms} {one.note}".encode() for one in own})
        store.set_facts(owner, {"filed": b""})
    for shard in range(SHARDS):
        host.events.delete(keys.list_entries(shard))


def die(host: Host, step: str, moment: str) -> None:
    """Let a process move lists and die at a moment."""
    command = (sys.executable, "-m", "tests.service.http.mortal_filing", host.stores.events_url)
    assert subprocess.run((*command, str(host.archive), step, moment), cwd=ROOT).returncode == -signal.SIGKILL


@pytest.mark.parametrize("moment", ["before-1", "after-1"])
def test_lists_of_older_releases_move_and_a_death_on_the_way_loses_nothing(
    host: Host, people: People, moment: str
) -> None:
    before = read_all(host, people)
    host.put_away(8)
    as_older_releases(host, people)
    assert read_all(host, people) == before
    die(host, "file", moment)
    assert read_all(host, people) == before
    context = later(host.context(), UNMADE_MS)
    moved = sum(count for owner in people.owners for count in file_list(context, owner))
    assert moved > 0
    for owner in people.owners:
        assert listed(host, owner) == [fact_names.game(people.games[-1].id)]
    assert read_all(host, people) == before


@pytest.mark.parametrize("step", ["put", "_sealing"])
@pytest.mark.parametrize("moment", ["before-1", "after-1"])
def test_a_death_while_lists_are_sealed_loses_nothing(host: Host, people: People, step: str, moment: str) -> None:
    before = read_all(host, people)
    host.put_away(8)
    die(host, step, moment)
    assert read_all(host, people) == before
    seal(host)
    assert not [key for shard in range(SHARDS) for key in host.events.keys(keys.list_entries(shard))]
    assert read_all(host, people) == before
