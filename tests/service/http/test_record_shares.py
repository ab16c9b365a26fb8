"""Tests that records, which are expensive, are proven one at a time, with a quota of bytes for each address."""

from concurrent.futures import Future, ThreadPoolExecutor
from concurrent.futures import TimeoutError as NotYet
from dataclasses import replace

import orjson
import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from service.game.context import Context
from service.http import quotas
from service.http.quota_counters import Quota
from service.records import importing
from tests.service.http.client import SEATS, checked_app
from tests.service.http.problem_answers import problem

ADMIN = "the administrator's own key"
SIZE = 50_000
RECORD = orjson.dumps({"record": {"status": "finished", "game": "x" * SIZE}})


def post(client: FlaskClient, body: bytes = RECORD, **headers: str) -> TestResponse:
    return client.post("/v1/games", data=body, content_type="application/json", headers=headers)


def test_one_record_is_read_at_a_time(client: FlaskClient) -> None:
    with ThreadPoolExecutor(1) as pool:
        with importing.turn():
            waiting: Future[TestResponse] = pool.submit(post, client)
            with pytest.raises(NotYet):
                waiting.result(0.5)
            assert client.post("/v1/games", json={"ruleset": "toy", "seats": SEATS}).status_code == 201
        problem(waiting.result(), 422, "invalid_body")


def test_whoever_waits_too_long_is_told_to_come_again(client: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importing, "PATIENCE_S", 0.01)
    with importing.turn():
        answer = post(client)
    problem(answer, 503, "busy")
    assert int(answer.headers["Retry-After"]) >= 1
    problem(post(client), 422, "invalid_body")


@pytest.fixture
def narrow(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(quotas, "RECORD_BYTES", Quota("record-bytes", 2 * len(RECORD), 3600))


@pytest.mark.usefixtures("narrow")
def test_an_address_has_a_quota_of_the_bytes_of_records(client: FlaskClient) -> None:
    asked = [post(client) for _ in range(3)]
    assert [answer.status_code for answer in asked] == [422, 422, 429]
    problem(asked[2], 429, "too_many_requests")
    assert 1 <= int(asked[2].headers["Retry-After"]) <= 3601
    told = [answer.headers["RateLimit"].partition('"record-bytes";r=')[2].partition(";")[0] for answer in asked]
    assert told == [str(len(RECORD)), "0", "0"]
    assert client.post("/v1/games", json={"ruleset": "toy", "seats": SEATS}).status_code == 201
    client.environ_base["REMOTE_ADDR"] = "10.79.0.1"
    problem(post(client), 422, "invalid_body")


@pytest.mark.usefixtures("narrow")
def test_what_is_no_json_counts_too_and_so_does_what_tells_no_length(client: FlaskClient) -> None:
    problem(post(client, b"[" * 2 * len(RECORD)), 400, "bad_json")
    environment = {"wsgi.input_terminated": True, "CONTENT_LENGTH": "", "HTTP_TRANSFER_ENCODING": "chunked"}
    sent = client.post("/v1/games", data=RECORD, content_type="application/json", environ_overrides=environment)
    problem(sent, 429, "too_many_requests")


@pytest.mark.usefixtures("narrow")
def test_what_is_too_large_is_neither_read_nor_counted(client: FlaskClient) -> None:
    for _ in range(3):
        problem(client.post("/v1/games", environ_overrides={"CONTENT_LENGTH": str(10**20)}, json={}), 413, "too_large")
    problem(post(client), 422, "invalid_body")


@pytest.mark.usefixtures("narrow")
def test_a_trusted_key_has_no_such_quota(app: Flask, client: FlaskClient) -> None:
    context: Context = app.extensions["longroad"].context
    trusting = checked_app(replace(context, settings=replace(context.settings, admin_key=ADMIN))).test_client()
    trusting.environ_base["REMOTE_ADDR"] = client.environ_base["REMOTE_ADDR"]
    anybodys = {"X-Api-Key": trusting.post("/v1/keys", json={}).json["key"]}
    assert [post(trusting, **{"X-Api-Key": ADMIN}).status_code for _ in range(3)] == [422] * 3
    assert [post(trusting, **anybodys).status_code for _ in range(3)] == [422, 422, 429]
