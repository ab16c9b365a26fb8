"""Tests that a stream with a slow client says so and closes, and that a quiet one sends heartbeats."""

import re
import threading
from collections.abc import Iterator
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from service.clients.authentication import Caller
from service.game.cursors import Place
from service.http import streaming
from service.http.incoming import Application
from service.http.stream_pages import FORMATS, NDJSON, SSE
from service.http.streaming import Extras, Stream
from service.live import MOST_WAITING, News
from tests.service.http.client import Table, new_table


@pytest.fixture
def stream(app: Flask, running: Table) -> Iterator[Stream]:
    """Open a stream of a running game from its first event on, without reading it."""
    longroad: Application = app.extensions["longroad"]
    stream = Stream(longroad, Caller(running.id), Place(1, -1), SSE, longroad.context.games.load(running.id))
    longroad.metrics.streams.inc()
    yield stream
    stream.close()


def test_a_slow_reader_is_told_that_it_lags(stream: Stream) -> None:
    chunks = stream.chunks()
    assert next(chunks).startswith(b"retry: ")
    assert re.match(rb"id: 1-0\.[0-9a-f]{10}\ndata: {", next(chunks))
    for version in range(MOST_WAITING + 1):
        stream.listener.tell(stream.caller.game, 4 + version)
    assert list(chunks) == [b"event: lagging\ndata: {}\n\n"]


def test_a_quiet_stream_shows_that_it_lives(stream: Stream, monkeypatch: pytest.MonkeyPatch) -> None:
    assert streaming.QUIET_S <= 15
    monkeypatch.setattr(streaming, "QUIET_S", 0.01)
    chunks = stream.chunks()
    assert [next(chunks) for _ in range(4)][2:] == [b": quiet\n\n"] * 2


@pytest.mark.parametrize(
    ("looks", "options", "extras"),
    [
        ("LOOK_S", {"phrases": True}, Extras(phrases_in="en")),
        ("PRESENCE_S", {}, Extras(presence=True)),
        ("DELAYED_S", {"spectator_delay": {"versions": 1}}, Extras()),
    ],
)
def test_a_stream_that_looks_more_often_shows_no_more_often_that_it_lives(
    app: Flask,
    client: FlaskClient,
    monkeypatch: pytest.MonkeyPatch,
    looks: str,
    options: dict[str, Any],
    extras: Extras,
) -> None:
    monkeypatch.setattr(streaming, looks, 0.001)
    monkeypatch.setattr(streaming, "QUIET_S", 3600.0)
    longroad: Application = app.extensions["longroad"]
    table = new_table(client, **options)
    stream = Stream(longroad, Caller(table.id), Place(1, -1), SSE, longroad.context.games.load(table.id), extras=extras)
    threading.Timer(0.3, stream.listener.end, [News.STOPPING]).start()
    assert FORMATS[SSE].quiet not in list(stream.chunks())
    stream.close()


def test_signs_of_life_are_no_events() -> None:
    assert FORMATS[SSE].quiet.startswith(b":")
    assert FORMATS[NDJSON].quiet.strip() == b""


def test_pages_are_shared_by_those_who_may_see_the_same(app: Flask, running: Table) -> None:
    longroad: Application = app.extensions["longroad"]
    seats = (None, None, 0, 1)
    game = longroad.context.games.load(running.id)
    opened = [Stream(longroad, Caller(running.id, seat), Place(1, -1), SSE, game) for seat in seats]
    pages = []
    for stream in opened:
        longroad.metrics.streams.inc()
        chunks = stream.chunks()
        pages.append([next(chunks), next(chunks)][1])
        stream.close()
    assert pages[0] == pages[1]
    assert len({pages[0], pages[2], pages[3]}) == 3
