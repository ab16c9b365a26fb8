"""Tests how often a page of a list reads the archive, how many reads are made at once, and that they have an end."""

from collections import Counter
from types import SimpleNamespace

import pytest

from eventstore.archive import time_limits
from eventstore.archive.prefetched import ROOM
from eventstore.archive.time_limits import PAGE_S
from eventstore.redis.store import RedisEventStore
from service.clients import own_games
from service.views.archiving import Filing
from tests.eventstore.archive.noting_reads import meeting, reads_of
from tests.service.http.archived_host import Host
from tests.service.http.client import checked_app
from tests.service.http.filed_lists.people import LISTS, OVER, People, seal
from tests.service.http.keys import with_key


class Process:
    """Represents a process that remembers nothing yet."""

    def __init__(self, host: Host, people: People) -> None:
        context = host.context()
        self.archive = context.store.archive
        self._client = checked_app(context).test_client()
        self._people = people

    def get(self, path: str) -> tuple[int, bytes]:
        """Return the status and the content of a list of the key."""
        place = path.format(player=self._people.player)
        answer = self._client.get(place, headers=with_key(self._people.key))
        return answer.status_code, answer.data


def put_each_away(host: Host, people: People, first: int = 0, end: int = OVER) -> None:
    """Archive some of the finished games, each in a segment of its own."""
    filing = Filing(host.context())
    for table in people.games[first:end]:
        assert filing.add(table.id)
        assert filing.close().games == 1


@pytest.mark.parametrize("path", LISTS)
def test_a_page_reads_all_games_of_a_segment_once(host: Host, people: People, path: str) -> None:
    before = Process(host, people).get(path)
    host.put_away(8)
    process = Process(host, people)
    with reads_of(process.archive) as reads:
        assert process.get(path) == before
        assert Counter(name.partition("/")[0] for name in reads) == {"segments": 1}
        assert process.get(path) == before
        assert len(reads) == 1 or path == "/v1/me/records", "only an export needs whole logs again"


@pytest.mark.parametrize("path", LISTS)
def test_a_page_reads_segments_at_once(host: Host, people: People, path: str) -> None:
    before = Process(host, people).get(path)
    put_each_away(host, people)
    process = Process(host, people)
    with meeting(process.archive, "segments/", OVER) as reads:
        assert process.get(path) == before
    assert len(reads) == OVER


@pytest.mark.parametrize("path", LISTS)
def test_a_page_reads_lists_at_once(host: Host, people: People, path: str) -> None:
    before = Process(host, people).get(path)
    put_each_away(host, people, 0, OVER - 1)
    seal(host)
    put_each_away(host, people, OVER - 1)
    seal(host)
    process = Process(host, people)
    with meeting(process.archive, "lists/", 2) as reads:
        assert process.get(path) == before
    assert len({name for name in reads if name.startswith("lists/")}) == 2


@pytest.mark.parametrize("path", LISTS)
def test_a_list_without_archived_games_asks_for_none(
    host: Host, people: People, path: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = list[object]()
    monkeypatch.setattr(own_games, "read_ahead", lambda *games: asked.append(games))
    monkeypatch.setattr(RedisEventStore, "find_away", lambda *games: asked.append(games))
    assert Process(host, people).get(path)[0] == 200
    assert asked == []


@pytest.mark.parametrize("path", LISTS[:2])
def test_a_page_of_a_slow_archive_has_an_end_and_is_there_in_the_end(
    host: Host, people: People, path: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = Process(host, people).get(path)
    put_each_away(host, people)
    seal(host)
    process, now, taken = Process(host, people), [0.0], list[float]()
    monkeypatch.setattr(time_limits, "time", SimpleNamespace(monotonic=lambda: now[0]))
    read_s = 0.6 * PAGE_S

    def wait(_: str) -> None:
        now[0] += read_s

    with reads_of(process.archive, wait):
        status = 503
        while status == 503 and len(taken) < 3 + OVER:
            began = now[0]
            status, content = process.get(path)
            taken.append(now[0] - began)
            assert status == 200 or b'"reason":"slow"' in content.replace(b" ", b"")
            assert process.archive.prefetched._free == ROOM
    assert len(taken) > 1
    assert max(taken) <= PAGE_S + OVER * read_s
    assert (status, content) == before
