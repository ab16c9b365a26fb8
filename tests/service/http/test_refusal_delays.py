"""Tests that a client whose requests are refused again and again waits, and that nobody else does."""

import socket
from typing import Any, NamedTuple

import gevent
import pytest

from service.http import refusal_delays
from service.http.forwarding import Forwarding
from service.http.refusal_delays import FREE_S, LONGEST_S, PART, TURN_S, Patience
from service.server.worker import ApiWorker
from tests.clocks import Clock
from tests.conftest import StorePair
from tests.service.http.client import Table, new_table, plain_app
from tests.service.http.keys import new_key, with_key

HERE = "127.0.0.1"
ADMIN = "an-administrator-of-tests"


@pytest.fixture
def clock() -> Clock:
    return Clock()


def test_whoever_is_refused_now_and_then_never_waits(clock: Clock) -> None:
    kept = Patience(1, clock)
    for _ in range(1_000):
        kept.charge(HERE, 0.01)
        clock.now += 0.01 * PART
        assert kept.wait(HERE) == 0
        assert not kept.is_needed


def test_refusals_take_their_part_of_the_time_however_many_connections_repeat_them(clock: Clock) -> None:
    kept, used, began = Patience(1, clock), 0.0, clock.now
    due = [clock.now] * 16
    while clock.now < began + 100:
        line = min(range(16), key=due.__getitem__)
        clock.now = max(clock.now, due[line])
        due[line] = clock.now + min(LONGEST_S, wait := kept.wait(HERE))
        if wait <= LONGEST_S:
            kept.charge(HERE, 0.005)
            used += 0.005
    assert used <= FREE_S + (100 + LONGEST_S) / PART + 16 * 0.005
    assert used > 100 / PART / 2


def test_requests_that_wait_take_turns_and_too_many_of_them_are_refused(clock: Clock) -> None:
    kept = Patience(1, clock)
    kept.charge(HERE, FREE_S + 0.001)
    assert kept.is_needed
    waits = [kept.wait(HERE) for _ in range(1_000)]
    waiting = [wait for wait in waits if wait <= LONGEST_S]
    assert waiting == pytest.approx([(0.001 + TURN_S * n) * PART for n in range(len(waiting))])
    assert LONGEST_S < waits[-1] <= LONGEST_S + TURN_S * PART
    clock.now += 2 * LONGEST_S + FREE_S * PART
    assert kept.wait(HERE) == 0


def test_few_clients_are_remembered(clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(refusal_delays, "MOST", 10)
    kept = Patience(1, clock)
    for number in range(100):
        kept.charge(f"client {number}", 1.0)
        assert len(kept.paid) <= 10


@pytest.fixture
def table(stores: StorePair, monkeypatch: pytest.MonkeyPatch) -> Table:
    """Return a table of an application in which the first refusal makes its client wait."""
    monkeypatch.setattr(refusal_delays, "FREE_S", 0.0)
    table = new_table(plain_app(stores, LONGROAD_ADMIN_KEY=ADMIN).test_client())
    table.put_aside()
    return table


def lanes(table: Table, **sent: Any) -> set[str]:
    """Return who pays for the refusal of a request."""
    paid: dict[str, float] = table.client.application.extensions["longroad"].patience.paid
    paid.clear()
    assert table.client.post(table.path + "/branches", json={"unknown": 1}, **sent).status_code >= 400
    return set(paid)


def test_nobody_pays_for_the_refusals_of_others(table: Table) -> None:
    key = new_key(table.client)
    assert [table.get("", seat).status_code for seat in (0, 1)] == [200, 200]
    seats = [lanes(table, headers=table.headers(seat)) for seat in (0, 1)]
    nobody, invented = lanes(table), lanes(table, headers={"Authorization": f"Bearer {table.id}.{'A' * 22}"})
    keyed = lanes(table, headers=with_key(key))
    forged = lanes(table, headers=with_key("key-0.none"))
    assert nobody == {HERE}
    assert invented == forged
    assert len({*seats[0], *seats[1], *nobody, *invented, *keyed}) == 5


def test_a_key_of_the_administrator_never_waits(table: Table) -> None:
    assert not lanes(table, headers=with_key(ADMIN))
    assert not lanes(table, headers=with_key(new_key(table.client, ADMIN)))


def test_what_succeeds_and_an_honest_race_cost_nothing(table: Table) -> None:
    paid = table.client.application.extensions["longroad"].patience.paid
    assert table.post("/commands", {"type": "Roll"}, 1).status_code == 409
    assert table.post("/commands", {"type": "Roll"}, 0).status_code == 201
    assert not paid


class Asked(NamedTuple):
    """Represents a request as gunicorn has read it."""

    headers: list[tuple[str, str]]


@pytest.fixture
def worker(table: Table, monkeypatch: pytest.MonkeyPatch) -> ApiWorker:
    """Return a worker of the table's application that never sleeps, and says for how long it would."""
    made = ApiWorker.__new__(ApiWorker)
    made.wsgi, made.forwarding = table.client.application, Forwarding(())
    monkeypatch.setattr(gevent, "sleep", slept.append)
    slept.clear()
    return made


slept: list[float] = []


def test_who_was_refused_waits_for_the_next_answer_and_a_seat_at_the_same_address_does_not(
    table: Table, worker: ApiWorker
) -> None:
    assert table.get("", 0).status_code == 200
    seat = [("AUTHORIZATION", table.headers(0)["Authorization"])]
    worker.wsgi.extensions["longroad"].patience.charge(HERE, LONGEST_S / PART / 2)
    left = [worker.wait(address, sent) for address, sent in ((HERE, seat), (HERE, []), ("127.0.0.2", []))]
    assert left == [0] * 3
    assert len(slept) == 1


def test_too_many_that_wait_are_answered_without_the_application_and_closed(worker: ApiWorker) -> None:
    worker.wsgi.extensions["longroad"].patience.charge(HERE, 1.0)
    here, there = socket.socketpair()
    with here, there:
        with pytest.raises(StopIteration):
            worker.handle_request(("127.0.0.1", 8000), Asked([]), here, (HERE, 50_000))
        assert slept == [LONGEST_S]
        answer = there.recv(10_000).decode()
    assert answer.startswith("HTTP/1.1 429 Too Many Requests\r\nConnection: close\r\n")
    assert "\r\nRetry-After: 19\r\n" in answer
    assert "\r\nRateLimit: " in answer
