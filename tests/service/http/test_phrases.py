"""Tests phrases over HTTP: what the table hears at once and in its language, and what nobody else notices."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from eventstore.streams import open_store
from service.clients import fact_names
from service.clients.authentication import Caller
from service.clients.phrases import PHRASES, Talk
from service.http.incoming import Application
from service.http.phrase_news import PhraseNews
from service.http.stream_pages import NDJSON
from tests.conftest import StorePair
from tests.service.http.client import Table, new_table
from tests.service.http.live import Server, served
from tests.service.http.live_table import LiveTable

READ = ("", "/votes", "/events?summaries=true", "/fairness", "/legal-actions")


@pytest.fixture(scope="module")
def server(stores: StorePair) -> Iterator[Server]:
    """Run one served API."""
    with served(stores) as server:
        yield server


@pytest.fixture
def talking(client: FlaskClient) -> Table:
    """Return a game of two people who may talk."""
    return new_table(client, phrases=True)


def test_a_phrase_is_said_in_the_language_of_who_reads_it(talking: Table) -> None:
    said = talking.post("/phrases", {"phrase": "well_played"}, 0)
    assert (said.status_code, said.json["text"], said.json["number"]) == (201, "Well played!", 1)
    for seat in (0, 1, None):
        shown = talking.get("/phrases", seat, Accept_Language="es").json
        assert [(one["seat"], one["phrase"], one["text"]) for one in shown["said"]] == [
            (0, "well_played", "¡Bien jugado!")
        ]
        assert [one["id"] for one in shown["phrases"]] == list(PHRASES)
        assert shown["muted"] == []


def test_saying_and_muting_changes_nothing_that_is_read_of_the_game(talking: Table) -> None:
    def read() -> list[tuple[bytes, str | None]]:
        found = [
            talking.get(path, who) for who in (0, 1, None) for path in READ if who is not None or "legal" not in path
        ]
        return [(one.data, one.headers.get("ETag")) for one in found]

    before = read()
    assert talking.post("/phrases", {"phrase": "hello"}, 1).status_code == 201
    muted = talking.client.put(f"{talking.path}/seats/0/muted", json={"seats": [1]}, headers=talking.headers(0))
    assert (muted.status_code, muted.json) == (200, {"seats": [1]})
    assert read() == before
    assert talking.get("/phrases", 0).json["said"] == []
    assert len(talking.get("/phrases", 1).json["said"]) == 1


def test_the_same_request_says_it_once(talking: Table) -> None:
    key = {"Idempotency_Key": "0123456789abcdef0123456789abcdef"}
    first, again = (talking.post("/phrases", {"phrase": "oops"}, 0, **key) for _ in range(2))
    assert first.json["number"] == again.json["number"] == 1
    assert len(talking.get("/phrases").json["said"]) == 1


def test_nothing_but_the_phrases_can_be_said(talking: Table) -> None:
    for body in ({"phrase": "you fool"}, {"phrase": "hello", "text": "x"}, {}, {"text": "hello"}):
        assert talking.post("/phrases", body, 0).status_code == 422
    assert talking.post("/phrases", {"phrase": "hello"}).status_code == 401
    assert talking.get("/phrases").json["said"] == []


def test_a_game_without_phrases_refuses_by_its_rule(table: Table) -> None:
    assert "phrases" not in table.get().json
    for answer in (table.get("/phrases", 0), table.post("/phrases", {"phrase": "hello"}, 0)):
        assert (answer.status_code, answer.json["rule"]) == (409, "phrases.off")


def test_the_sixth_within_a_minute_is_429(talking: Table) -> None:
    answers = [talking.post("/phrases", {"phrase": "lucky"}, 0) for _ in range(6)]
    assert [one.status_code for one in answers] == [201] * 5 + [429]
    assert 0 < int(answers[-1].headers["Retry-After"]) <= 60


def test_a_private_game_hides_what_is_said(client: FlaskClient) -> None:
    hidden = new_table(client, phrases=True, private=True)
    assert hidden.get("/phrases").status_code == 404
    assert hidden.get("/phrases", 1).status_code == 200


def phrases(stream: Any, count: int) -> list[tuple[int, str]]:
    """Return the seats and phrases of the next messages, which must all be phrases."""
    found = stream.take(count)
    assert [one["event"] for one in found] == ["phrase"] * count
    return [(one["data"]["seat"], one["data"]["phrase"]) for one in found]


def test_streams_that_ask_for_it_hear_phrases_and_others_do_not(server: Server) -> None:
    table = LiveTable(server, phrases=True)
    asked = server.stream(f"{table.events}?after=latest&phrases=true")
    deaf = server.stream(f"{table.events}?after=latest&phrases=true", **table.bearer(0))
    plain = server.stream(f"{table.events}?after=latest")
    assert server.ask("PUT", f"{table.path}/seats/0/muted", {"seats": [1]}, table.tokens[0])[0] == 200
    for seat, phrase in ((1, "hello"), (0, "thanks")):
        assert server.ask("POST", f"{table.path}/phrases", {"phrase": phrase}, table.tokens[seat])[0] == 201
    assert phrases(asked, 2) == [(1, "hello"), (0, "thanks")]
    assert phrases(deaf, 1) == [(0, "thanks")]
    table.put_aside()
    assert [one["data"]["type"] for one in plain.take(2)] == ["ChipPutAside"] * 2
    assert [one["data"]["type"] for one in asked.take(2)] == ["ChipPutAside"] * 2
    for stream in (asked, deaf, plain):
        stream.close()


def test_streams_of_a_process_read_a_phrase_once(app: Flask, talking: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    longroad: Application = app.extensions["longroad"]
    ctx, game = longroad.context, longroad.context.games.load(talking.id)
    news = [PhraseNews(longroad, Caller(talking.id), game, NDJSON, "en") for _ in range(3)]
    read, asked = ctx.store.fact, list[str]()
    monkeypatch.setattr(ctx.store, "fact", lambda owner, name: asked.append(name) or read(owner, name))
    for phrase in ("hello", "thanks"):
        talking.post("/phrases", {"phrase": phrase}, 0)
        asked.clear()
        assert all(phrase.encode() in b"".join(one.since(is_called=True)) for one in news)
        assert asked == [fact_names.SAID]


def test_what_another_process_wrote_is_heard_too(server: Server, stores: StorePair) -> None:
    table = LiveTable(server, phrases=True)
    stream = server.stream(f"{table.events}?after=latest&phrases=true")
    said = Talk().add(1, "back", 1_790_000_000_000, 1)
    open_store(stores.events_url).set_facts(table.path.rpartition("/")[2], {fact_names.SAID: said.write()})
    assert phrases(stream, 1) == [(1, "back")]
    stream.close()


def test_lines_of_json_name_them_by_their_type(server: Server) -> None:
    table = LiveTable(server, phrases=True)
    connection = server.connection()
    connection.request("GET", f"{table.events}?after=latest&phrases=true", None, {"Accept": "application/x-ndjson"})
    answer = connection.getresponse()
    server.ask("POST", f"{table.path}/phrases", {"phrase": "sorry"}, table.tokens[0])
    line = next(text for text in iter(answer.readline, b"") if text.strip())
    assert b'"type":"phrase"' in line
    assert b'"phrase":"sorry"' in line
    assert json.loads(line)["said"]["text"] == "Sorry!"
    connection.close()
