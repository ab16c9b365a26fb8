"""Tests that forgotten players and deleted games leave the lists, in the store and in the archive."""

from eventstore.keys import SHARDS
from service.clients.own_games import list_all
from service.forgetting.people import find_key, forget
from service.handlers.seating import remove
from tests.service.http.archived_host import Host, later
from tests.service.http.filed_lists.people import People, in_pages, seal
from tests.service.http.whole_answers import DAY_MS
from workers.sweeping.tidying import Tidying


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
