"""Tests that lists lose nothing while they move into the archive, whatever happens on the way."""

import signal
import subprocess
import sys
from typing import Any

import pytest

from eventstore import keys
from eventstore.keys import SHARDS
from service.clients import fact_names
from service.clients.own_games import UNMADE_MS, file_list, list_all
from tests.eventstore.archive.putting_away import put_away
from tests.service.cli.command import ROOT
from tests.service.http.archived_host import Host, later
from tests.service.http.filed_lists.people import People, listed, read_all, seal


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
    command = (sys.executable, "-m", "tests.service.http.filed_lists.mortal_filing", host.stores.events_url)
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
