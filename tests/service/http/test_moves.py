"""Tests that commands carried out without the framework get the framework's answer, and never happen twice."""

from collections.abc import Sequence
from itertools import count

import pytest
from werkzeug.test import TestResponse

from eventstore.outages import Unconfirmed
from eventstore.records import Beside, Tip, Version
from eventstore.redis.connection import connect, connect_blocking
from eventstore.streams import RedisEventStore
from service.game.context import compose
from service.queue.jobs import Jobs
from service.settings import read_settings
from tests.conftest import StorePair
from tests.service.http.client import OFFERED, Table, checked_app, new_table

EACH_TIME = ("X-Request-Id", "RateLimit")
NUMBERS = count()
KEY = {"Idempotency_Key": "a key that is long enough"}
ASKED = [
    ({"type": "Roll"}, {}),
    ({"type": "Roll"}, {}),
    ({"type": "Roll", "sides": 6}, {}),
    ({"type": "Step"}, {"If_Match": "1"}),
    ({"type": "Step"}, KEY),
    ({"type": "Step"}, KEY),
    ({"type": "EndTurn"}, KEY),
    ({"type": "EndTurn"}, {"Idempotency_Key": ""}),
    ({"commands": [{"type": "EndTurn"}]}, {"Accept_Encoding": "gzip"}),
    ([], {}),
]


class UnheardStore(RedisEventStore):
    """Writes every version, but can lose the answer."""

    is_heard = True

    def _append(self, game: str, base: Tip, versions: Sequence[Version], beside: Beside) -> int:
        version = super()._append(game, base, versions, beside)
        if not self.is_heard:
            raise Unconfirmed("no answer")
        return version


def by_framework(table: Table, command: object, **headers: str) -> TestResponse:
    """Send a command with a header that no other request has, so that nothing about it is remembered."""
    return table.post("/commands", command, 0, Traceparent=str(next(NUMBERS)), **headers)


def told(answer: TestResponse, table: Table) -> tuple[object, ...]:
    body, headers = answer.json, {name: text for name, text in answer.headers.items() if name not in EACH_TIME}
    for event in body.get("events", ()):
        event.pop("time")
    said = {name: text for name, text in body.items() if name not in ("instance", "request_id")}
    return answer.status, said, headers | {"Content-Length": ""}, "RateLimit" in answer.headers


def test_an_answer_is_that_of_the_framework(table: Table) -> None:
    twin = new_table(table.client, seed="twins")
    table = new_table(table.client, seed="twins")
    for one in (table, twin):
        one.put_aside()
        one.post("/commands", {"type": "Wave", "to": [1]}, 0)
    for command, headers in ASKED:
        answers = table.post("/commands", command, 0, **headers), by_framework(twin, command, **headers)
        assert told(answers[0], table) == told(answers[1], twin), (command, headers)
        assert table.version() == twin.version()


def test_a_command_counts_once_whether_it_is_refused_or_not(running: Table) -> None:
    running.act(0, "Roll")
    answers = [running.post("/commands", {"type": kind}, 0) for kind in ("Roll", "Step", "Roll", "EndTurn")]
    assert [answer.status_code for answer in answers] == [409, 201, 409, 201]
    left = [int(answer.headers["RateLimit"].split("r=")[1].split(";")[0]) for answer in answers]
    assert left == list(range(left[0], left[0] - 4, -1))


def test_what_may_have_been_written_is_not_tried_again(stores: StorePair) -> None:
    settings = read_settings({"LONGROAD_EVENTS_URL": stores.events_url, "LONGROAD_RQ_URL": stores.rq_url})
    store = UnheardStore(connect(stores.events_url), connect_blocking(stores.events_url))
    app = checked_app(compose(settings, store, OFFERED, Jobs.at(stores.rq_url)))
    table = new_table(app.test_client())
    table.put_aside()
    table.act(0, "Wave", to=[1])
    before = table.version()
    store.is_heard = False
    answer = table.post("/commands", {"type": "Wave", "to": [1]}, 0)
    assert (answer.status_code, answer.json["type"]) == (503, "/problems/outcome_unknown")
    store.is_heard = True
    assert table.version() == before + 1


@pytest.mark.parametrize("body", [b"", b"{", b"\xff", b'{"type":"Roll","type":"Roll"}', b"[" * 40])
def test_a_body_that_is_no_command_is_refused(running: Table, body: bytes) -> None:
    running.act(0, "Roll")
    sent = running.headers(0, {"Content-Type": "application/json"})
    answer = running.client.post(f"{running.path}/commands", data=body, headers=sent)
    assert answer.status_code in (400, 422), answer.text
