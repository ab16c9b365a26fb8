"""Tests that nothing about a game shows that it was packed or archived: every answer is the same, byte for byte."""

import json
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient
from redis import Redis

from eventstore import keys
from eventstore.feed import Runner
from eventstore.keys import SHARDS
from eventstore.log.folds import EVERY, Folding
from service.clients.authentication import authenticate
from service.records.replay import replay
from service.upkeep import Archived, archive_games
from service.views import games_pages
from service.webhooks.notices import Notices
from tests.conftest import StorePair
from tests.damage import log_of
from tests.eventstore.archive.putting_away import clear_away
from tests.older_logs import grow_old
from tests.service.following import follow_feeds
from tests.service.http.archived_host import Host, later
from tests.service.http.client import Table
from tests.service.http.keys import new_key, with_key
from tests.service.http.whole_answers import DAY_MS, open_game, play, read_all
from tests.service.recorded import quietly
from workers.sweeping.scrub import Scrub


@pytest.fixture
def archive(place: Path) -> Path:
    """Return the directory of the archive."""
    return place


@pytest.fixture
def host(stores: StorePair, archive: Path, events_redis: Redis, rq_redis: Redis) -> Host:
    """Return the hosts of an empty store with an archive."""
    return Host(stores, archive)


@pytest.fixture
def key(host: Host) -> str:
    """Return an API key."""
    return new_key(host.client())


@pytest.fixture(params=[False, True], ids=["public", "private"])
def table(host: Host, key: str, request: pytest.FixtureRequest) -> Table:
    """Return a finished game, public or private."""
    made = open_game(host.client(), key, undo="free", private=request.param, options={"target": 8})
    play(made)
    follow_feeds(host.context())
    return made


def across(client: FlaskClient, table: Table, key: str) -> list[Any]:
    """Return what reads across games show, except the lobby, where archived games are not listed."""
    places = ("/v1/games?mine=true", "/v1/me/pending", "/v1/me/events", "/v1/me/events?after=1-0-0-0")
    return [client.get(place, headers=with_key(key)).json for place in places]


def record(host: Host, table: Table) -> Any:
    """Return the record that a replay writes."""
    context = host.context()
    caller = authenticate(context, context.games.load(table.id), table.tokens[0])
    return replay(context, table.id, caller, {"format": "json"}, quietly)


def is_away(host: Host, table: Table) -> bool:
    """Return whether a game is in the archive."""
    return host.context().store.find_away(table.id) is not None


def keys_of(host: Host, table: Table) -> list[bytes]:
    """Return the keys that the store has of a game."""
    return [*host.events.scan_iter(f"*:g:{table.id}:*")]


def elsewhere(table: Table, host: Host) -> Table:
    """Return the same game as a new process serves it."""
    return Table(host.client(), table.id, table.tokens, table.owner, None)


@pytest.mark.parametrize("days", [0.5, 8])
def test_every_answer_is_the_same(table: Table, host: Host, key: str, archive: Path, days: float) -> None:
    before = read_all(elsewhere(table, host)), record(host, table), across(host.client(), table, key)
    host.put_away(days)

    assert is_away(host, table) == (days > 7)
    assert not (keys_of(host, table) and days > 7)
    listed = [game["id"] for game in host.client().get("/v1/games").json["games"]]
    is_public = not host.context().games.load(table.id).table.opened.private
    assert (table.id in listed) == (is_public and days < 7)
    assert (read_all(elsewhere(table, host)), record(host, table), across(host.client(), table, key)) == before


def test_an_archived_game_is_branched_played_again_and_deleted(table: Table, host: Host, archive: Path) -> None:
    host.put_away(8)
    client = host.client()
    there = Table(client, table.id, table.tokens, table.owner, None)

    branch = there.post("/branches", {"version": 4}, 0)
    again = there.post("/rematch", {}, 0)
    assert (branch.status_code, again.status_code) == (201, 201), (branch.text, again.text)
    assert client.get(f"/v1/games/{branch.json['id']}", headers=token(branch.json["owner_token"])).status_code == 200

    store = host.context().store
    store.delete(table.id)
    assert elsewhere(table, host).get("", 0).status_code == 404
    clear_away(store)
    assert table.id.encode() not in b"".join(path.read_bytes() for path in archive.rglob("*.seg"))


def token(text: str) -> dict[str, str]:
    """Return the headers with a token."""
    return {"Authorization": f"Bearer {text}"}


def test_a_command_that_comes_again_gets_the_first_answer(host: Host, archive: Path) -> None:
    table = open_game(host.client(), options={"target": 8})
    command = table.get("/legal-actions", 0).json["templates"][0]["example"]
    first = table.post("/commands", command, 0, Idempotency_Key="the first command")
    play(table)
    host.put_away(8)

    again = elsewhere(table, host).post("/commands", command, 0, Idempotency_Key="the first command")
    assert (again.status_code, json.loads(again.data)) == (first.status_code, first.json)


def test_without_the_archive_that_game_alone_is_refused(table: Table, host: Host, archive: Path) -> None:
    other = open_game(host.client()).id
    host.put_away(8)
    bare = Host(host.stores, None)

    answer = elsewhere(table, bare).get("/events", 0)
    assert (answer.status_code, answer.json["type"]) == (503, "/problems/archive_unavailable")
    assert answer.json["reason"] == "unconfigured"
    assert answer.headers["Retry-After"]
    assert host.client().get(f"/v1/games/{other}").status_code == 200
    archive.rename(archive.with_name("away"))
    assert elsewhere(table, host).get("/events", 0).status_code == 503
    archive.with_name("away").rename(archive)
    assert elsewhere(table, host).get("/events", 0).status_code == 200
    context = host.context()
    context.games.quarantine.read()
    assert context.games.quarantine.counts() == {"log_damaged": 0, "written_by_newer_version": 0}


def test_a_changed_byte_is_damage_of_that_game_alone(
    table: Table, host: Host, archive: Path, caplog: pytest.LogCaptureFixture
) -> None:
    other = open_game(host.client()).id
    host.put_away(8)
    place = host.context().store.find_away(table.id)
    assert place is not None
    [path] = archive.rglob("*.seg")
    content, at = path.read_bytes(), place.offset + place.size - 9
    path.write_bytes(content[:at] + bytes([content[at] ^ 4]) + content[at + 1 :])

    for answer in (elsewhere(table, host).get("/events", 0), elsewhere(table, host).get("", 0)):
        assert (answer.status_code, answer.json["type"]) == (503, "/problems/archive_unavailable")
        assert answer.json["reason"] == "damaged"
        assert answer.headers["Retry-After"]
    assert f"its log is damaged from version 1 on, in {path.relative_to(archive)} of the archive" in caplog.messages
    assert host.client().get(f"/v1/games/{other}").status_code == 200
    path.write_bytes(content)
    context = host.context()
    assert context.games.quarantine.list_damaged() == [table.id]
    Scrub(context).step()
    assert context.games.quarantine.list_damaged() == []
    assert elsewhere(table, host).get("/events", 0).status_code == 200


def test_running_games_are_packed_but_not_archived(host: Host, archive: Path) -> None:
    table = open_game(host.client(), options={"target": 99})
    play(table, upto=30)

    host.put_away(8)
    assert not list(archive.rglob("*.*"))
    [kept] = host.context().store.describe_logs([table.id])
    assert (kept.version, kept.loose, kept.is_archived) == (30, 0, False)
    play(elsewhere(table, host), upto=35)


@pytest.mark.parametrize("like_1_0", [True, False])
@pytest.mark.parametrize("days", [0, 0.5, 8, 4_000])
def test_games_of_older_releases_stay_readable_there(host: Host, archive: Path, days: float, like_1_0: bool) -> None:
    tables = [open_game(host.client(), options={"target": target}) for target in (8, 99)]
    for table in tables:
        play(table, upto=30)
        grow_old(host.events, table.id, like_1_0=like_1_0)
    before = [log_of(host.events, table.id) for table in tables]

    host.put_away(days)
    assert [log_of(host.events, table.id) for table in tables] == before
    assert not list(archive.rglob("*.*"))
    assert not [table for table in tables if host.events.exists(keys.packed_log(table.id))]


def test_games_of_older_releases_are_packed_when_nobody_goes_back(host: Host, key: str, archive: Path) -> None:
    table = open_game(host.client(), options={"target": 8})
    play(table)
    grow_old(host.events, table.id)
    before = read_all(elsewhere(table, host))
    host.put_away(0, LONGROAD_PACK_OLDER_LOGS="on")
    assert not host.events.exists(keys.packed_log(table.id))  # it is not idle yet
    host.put_away(8, LONGROAD_PACK_OLDER_LOGS="on")
    assert is_away(host, table)
    assert read_all(elsewhere(table, host)) == before


def test_a_command_archives_games_of_older_releases_too(host: Host, archive: Path) -> None:
    table = open_game(host.client(), options={"target": 8})
    play(table)
    grow_old(host.events, table.id)
    done = Archived()
    archive_games(later(host.context(), 8 * DAY_MS), done, lambda: None, only_count=False)
    assert done.games == 1
    assert is_away(host, table)


def told(client: FlaskClient, key: str, after: str = "") -> list[Any]:
    """Return all entries of a key's feed after a cursor, read in small pages."""
    found: list[Any] = []
    while True:
        page = client.get(f"/v1/me/events?limit=30{after}", headers=with_key(key)).json
        found += page["events"]
        if "next" not in page:
            return found
        after = f"&after={page['cursor']}"


def test_trimmed_feeds_are_told_from_any_cursor_as_before(host: Host, key: str) -> None:
    context, client = host.context(), host.client()
    for _ in range(2):
        play(open_game(client, key, options={"target": 8}))
    follow_feeds(context)
    Runner(context.store, Notices(context, lambda hook, number: None)).catch_up()
    before = told(client, key)
    cursors = [entry["cursor"] for entry in before[:: len(before) // 2]]

    host.put_away(8)
    for shard in range(SHARDS):
        host.events.xtrim(keys.feed(shard), minid=context.store.feed_ends()[shard], approximate=False)
        host.events.hset(keys.checkpoints(shard), keys.TRIMMED, context.store.feed_ends()[shard])
    assert told(host.client(), key) == before
    for cursor in cursors:
        place = [entry["cursor"] for entry in before].index(cursor) + 1
        assert told(host.client(), key, f"&after={cursor}") == before[place:]


def test_the_games_of_a_key_page_on_through_the_archive(host: Host, key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    made = [open_game(host.client(), key, options={"target": 8}) for _ in range(7)]
    for table in made[:5]:
        play(table)
    host.put_away(8)
    assert [is_away(host, table) for table in made] == [True] * 5 + [False] * 2
    expected = [table.id for table in reversed(made)]
    for most in (100, 3):
        monkeypatch.setattr(games_pages, "MOST_SORTED", most)
        found, after, pages = [], "", 0
        while True:
            page = host.client().get(f"/v1/games?mine=true&limit=2{after}", headers=with_key(key)).json
            found += [game["id"] for game in page["games"]]
            pages += 1
            if "next" not in page:
                break
            after = f"&after={page['next']}"
        assert (found, pages >= 4) == (expected, True)
    finished = host.client().get("/v1/games?mine=true&status=finished", headers=with_key(key)).json
    assert {game["id"] for game in finished["games"]} <= {table.id for table in made[:5]}


def test_an_archived_game_is_opened_by_its_snapshot(host: Host, key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    table = open_game(host.client(), key, options={"target": 90})
    play(table)
    before = host.client().get(f"/v1/games/{table.id}").data
    assert json.loads(before)["version"] > EVERY
    host.put_away(8)
    folded: list[int] = []
    advance = Folding.advance

    def count(self: Any, base: Any, tail: Any, *rest: Any) -> Any:
        folded.append(len(tail))
        return advance(self, base, tail, *rest)

    monkeypatch.setattr(Folding, "advance", count)
    assert host.client().get(f"/v1/games/{table.id}").data == before
    assert folded == []
