"""Tests that a command which is repeated under its key is answered by the same bytes, whatever became of its game."""

from pathlib import Path
from typing import Any

import pytest
from redis import Redis

from tests.conftest import StorePair
from tests.service.http.archived_host import Host
from tests.service.http.client import Table
from tests.service.http.playing import choices_of
from tests.service.http.whole_answers import open_game, play

Sent = list[tuple[str, Any, int, bytes]]


@pytest.fixture
def host(stores: StorePair, place: Path, events_redis: Redis, rq_redis: Redis) -> Host:
    """Return the hosts of an empty store with an archive."""
    return Host(stores, place, LONGROAD_STORE_PROMISES="may-lose-games")


@pytest.fixture
def table(host: Host) -> Table:
    """Return a new game in which moves may be taken back freely."""
    return open_game(host.client(), undo="free", sandbox=True, options={"target": 8})


def begin(table: Table) -> Sent:
    """Send commands of both seats, each under a key of its own; return them with the answers."""
    sent: Sent = []
    for number in range(4):
        seat = next(entry["seat"] for entry in table.get().json["awaiting"])
        body = choices_of(table.get("/legal-actions", seat).json)[0]
        answer = table.post("/commands", body, seat, Idempotency_Key=f"command {number}")
        assert answer.status_code == 201, answer.text
        sent.append((f"command {number}", body, seat, answer.data))
    return sent


def check_again(host: Host, table: Table, sent: Sent) -> None:
    """Repeat the commands in a new process: the answers are the same, and nothing happens."""
    there = Table(host.client(), table.id, table.tokens, table.owner, None)
    before = there.version()
    for key, body, seat, expected in sent:
        answer = there.post("/commands", body, seat, Idempotency_Key=key)
        assert (answer.status_code, answer.data) == (201, expected)
        assert answer.headers["Idempotency-Replayed"] == "true"
    assert there.version() == before


def test_a_command_is_answered_alike_after_every_turn_of_its_game(host: Host, table: Table) -> None:
    sent = begin(table)
    check_again(host, table, sent)

    undone = table.post("/undo", {"to_version": 1}, 0)
    assert undone.status_code in (200, 201), undone.text
    check_again(host, table, sent)

    play(table)
    check_again(host, table, sent)

    host.put_away(8)
    assert not host.context().store.find_here([table.id])
    check_again(host, table, sent)


def test_a_resignation_that_ends_the_game_is_answered_alike(host: Host, table: Table) -> None:
    begin(table)
    first = table.post("/resign", {}, 1, Idempotency_Key="resigning")
    assert (first.status_code, table.get().json["status"]) == (201, "finished")

    host.put_away(8)
    there = Table(host.client(), table.id, table.tokens, table.owner, None)
    again = there.post("/resign", {}, 1, Idempotency_Key="resigning")

    assert (again.status_code, again.data) == (201, first.data)
    assert again.headers["Idempotency-Replayed"] == "true"


def test_nothing_is_answered_to_others_or_of_a_deleted_game(host: Host, table: Table) -> None:
    key, body, seat, expected = begin(table)[0]

    other = table.post("/commands", body, 1 - seat, Idempotency_Key=key)
    assert other.data != expected
    assert "Idempotency-Replayed" not in other.headers

    owner = {"Authorization": f"Bearer {table.owner}"}
    assert table.client.delete(table.path, headers=owner).status_code == 204
    assert table.post("/commands", body, seat, Idempotency_Key=key).status_code == 404
