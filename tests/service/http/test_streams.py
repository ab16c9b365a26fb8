"""Tests that streams of a served API start anywhere in the log and end with the game or the process."""

import json
import re
import signal
import threading
import time
from collections.abc import Iterator
from typing import Any

import pytest
from flask.testing import FlaskClient

from service.process.wall_clock import read_moment
from tests.conftest import StorePair
from tests.service.http.live import SOON_S, Server, served
from tests.service.http.live_table import LiveTable


@pytest.fixture(scope="module")
def server(stores: StorePair) -> Iterator[Server]:
    """Run one served API for all tests but those that end it."""
    with served(stores) as server:
        yield server


def ids(messages: list[dict[str, Any]]) -> list[str]:
    """Return the ids of messages without their proofs."""
    return [message["id"].partition(".")[0] for message in messages]


def test_a_stream_begins_at_the_first_event_and_goes_on(server: Server) -> None:
    table = LiveTable(server)
    stream = server.stream(table.events)
    assert (stream.status, stream.answer.headers["Content-Type"]) == (200, "text/event-stream")
    opening = stream.take(5)
    assert ids(opening) == [f"1-{index}" for index in range(5)]
    table.put_aside()
    assert [message["data"]["type"] for message in stream.take(2)] == ["ChipPutAside", "ChipPutAside"]
    stream.close()


def test_a_stream_says_what_the_pages_say(server: Server) -> None:
    table = LiveTable(server)
    table.put_aside()
    for token in (None, table.tokens[1]):
        page = server.ask("GET", table.events, None, token)[1]["events"]
        given = {} if token is None else {"Authorization": f"Bearer {token}"}
        stream = server.stream(table.events, **given)
        assert [message["data"] for message in stream.take(len(page))] == page
        stream.close()


@pytest.mark.parametrize(
    ("query", "headers", "first"),
    [
        ("?after=2", {}, "3-0"),
        ("", {"Last_Event_ID": "2-0"}, "3-0"),
        ("", {"Last_Event_ID": "1-2"}, "1-3"),
        ("?after=2", {"Last_Event_ID": "1-4"}, "2-0"),
    ],
)
def test_a_stream_is_resumed(server: Server, query: str, headers: dict[str, str], first: str) -> None:
    table = LiveTable(server)
    table.put_aside()
    stream = server.stream(table.events + query, **headers)
    assert ids(stream.take(1)) == [first]
    stream.close()


def test_only_new_events_can_be_followed(server: Server) -> None:
    table = LiveTable(server)
    stream = server.stream(table.events + "?after=latest")
    table.put_aside()
    assert ids(stream.take(2)) == ["2-0", "3-0"]
    stream.close()


@pytest.mark.parametrize("given", ["9-0", "99-3"])
def test_a_cursor_ahead_of_the_log_is_422(server: Server, given: str) -> None:
    table = LiveTable(server)
    status, found = server.ask("GET", table.events, None, None, Accept="text/event-stream", Last_Event_ID=given)
    assert (status, found["type"], found["version"]) == (422, "/problems/cursor_ahead", 1)


@pytest.mark.parametrize("given", ["", "1", "one", "0-0", "1-0-0", "-1-0"])
def test_a_cursor_that_is_none_is_422(server: Server, given: str) -> None:
    table = LiveTable(server)
    status, found = server.ask("GET", table.events, None, None, Accept="text/event-stream", Last_Event_ID=given)
    assert (status, found["errors"][0]["pointer"]) == (422, "/Last-Event-ID")


@pytest.mark.parametrize("change", [{"reissue": True}, {"agent": "uniform"}, {"open": True}, {}])
def test_a_stream_dies_with_the_token_that_opened_it(server: Server, change: dict[str, Any]) -> None:
    table = LiveTable(server)
    mine = [server.stream(path, **table.bearer(1)) for path in (table.events, "/v1/me/events")]
    others = [server.stream(table.events, **headers) for headers in ({}, table.bearer(0))]
    for stream in (*mine, *others):
        stream.take(1)
    if change:
        status, changed = server.ask("PATCH", table.path + "/seats/1", change, table.owner)
    else:
        status, changed = server.ask("POST", table.path + "/seats/1/token", None, table.tokens[1])
    assert status in (200, 201)
    for stream in mine:
        *events, last = stream.messages()
        assert last["event"] == "seat"
        told = [message["data"].get("event", message["data"]) for message in events]
        assert all(event["version"] <= changed["version"] for event in told)
    _, actions = server.ask("GET", table.path + "/legal-actions", None, table.tokens[0])
    done = table.post(actions["templates"][0]["example"], 0)
    for stream in others:
        assert any(message["data"]["version"] == done["version"] for message in stream.messages())
        stream.close()


def test_a_stream_dies_also_when_another_process_renews_the_token(server: Server, client: FlaskClient) -> None:
    table = LiveTable(server)
    streams = [server.stream(path, **table.bearer(1)) for path in (table.events, "/v1/me/events")]
    lines = server.stream(table.events, Accept="application/x-ndjson", **table.bearer(1))
    for stream in streams:
        stream.take(1)
    changed = client.post(table.path + "/seats/1/token", headers=table.bearer(1))
    assert changed.status_code == 201
    for stream in streams:
        assert list(stream.messages())[-1]["event"] == "seat"
    told = [line for line in map(json.loads, filter(None, lines.answer.read().splitlines())) if "type" in line]
    assert (told[-2]["type"], told[-1]) == ("TokenRenewed", {"type": "seat"})
    again = server.stream(table.events, Authorization=f"Bearer {changed.json['token']}")
    assert [message["data"]["version"] for message in again.take(len(told) - 1)] == [e["version"] for e in told[:-1]]
    again.close()


def test_the_stream_of_whoever_resigns_goes_on_as_a_spectators(server: Server) -> None:
    table = LiveTable(server, seats=[{"kind": "human"}] * 3)
    stream = server.stream(table.events, **table.bearer(1))
    stream.take(1)
    status, _ = server.ask("POST", table.path + "/resign", {}, table.tokens[1])
    assert status == 201
    *events, last = stream.messages()
    assert (events[-1]["data"]["type"], last["event"]) == ("SeatResigned", "seat")
    mine, anybodys = (server.stream(table.events, **headers) for headers in (table.bearer(1), {}))
    assert mine.take(4) == anybodys.take(4)
    for opened in (mine, anybodys):
        opened.close()


def test_a_stream_ends_with_the_game_and_stays_ended(server: Server) -> None:
    table = LiveTable(server, options={"target": 8})
    stream = server.stream(table.events)
    playing = threading.Thread(target=table.finish)
    playing.start()
    messages = list(stream.messages())
    playing.join()
    assert messages[-1]["event"] == "end"
    assert messages[-2]["data"]["type"] == "SeedRevealed"
    newest = messages[-2]["id"]
    assert server.stream(table.events, Last_Event_ID=newest).status == 204
    assert server.stream(table.events + "?after=latest").status == 204
    version, index = newest.partition(".")[0].split("-")
    rest = list(server.stream(table.events, Last_Event_ID=f"{version}-{int(index) - 1}").messages())
    assert [message["event"] for message in rest] == ["message", "end"]
    assert len(list(server.stream(table.events).messages())) == len(messages)


def test_a_stream_ends_when_its_game_is_removed(server: Server) -> None:
    table = LiveTable(server, seats=[{"kind": "human"}, {"kind": "ai", "agent": "uniform"}])
    stream = server.stream(table.events + "?after=latest")
    status, _ = server.ask("DELETE", table.path, None, table.owner)
    assert status == 204
    assert [message["event"] for message in stream.messages()] == ["end"]


def test_lines_of_json_say_the_same(server: Server) -> None:
    table = LiveTable(server, options={"target": 5})
    table.finish()
    page = server.ask("GET", table.events + "?limit=1000")[1]["events"]
    stream = server.stream(table.events, Accept="application/x-ndjson")
    lines = [json.loads(line) for line in stream.answer.read().splitlines() if line]
    assert stream.answer.headers["Content-Type"] == "application/x-ndjson"
    told = [event | {"cursor": line["cursor"]} for event, line in zip(page, lines, strict=False)]
    assert lines == [*told, {"type": "end"}]


def test_a_stream_is_told_in_the_language_of_each_reader(server: Server) -> None:
    table = LiveTable(server, options={"target": 5})
    table.finish()
    path = table.events + "?summaries=true"
    told = {tongue: server.stream(path, Accept_Language=tongue).take(2) for tongue in ("en", "es")}
    first = {tongue: messages[0]["data"]["summary"] for tongue, messages in told.items()}
    assert first["en"] == "A table is opened: toy, table."
    assert first["es"] == "Se abre una mesa: toy, table."


def test_many_listeners_hear_the_same(server: Server) -> None:
    table = LiveTable(server)
    streams = [server.stream(table.events + "?after=latest") for _ in range(20)]
    table.put_aside()
    assert {tuple(ids(stream.take(2))) for stream in streams} == {("2-0", "3-0")}
    [told] = re.findall(r"^longroad_streams_open (.+)$", server.text("/metrics"), re.MULTILINE)
    assert float(told) >= len(streams), "and those that hung up unheard"
    for stream in streams:
        stream.close()


def test_a_crowd_at_the_door_is_let_in(server: Server) -> None:
    """Check that requests wait, and none fails, when there are more of them than connections to the store."""
    table = LiveTable(server)
    crowd = [server.connection() for _ in range(150)]
    for connection in crowd:
        connection.request("GET", table.events + "?after=latest", headers={"Accept": "text/event-stream"})
    answers = [connection.getresponse() for connection in crowd]
    table.put_aside()
    for answer in answers:
        assert next(line for line in iter(answer.readline, b"") if line.startswith(b"id: ")).startswith(b"id: 2-0.")
    for connection in crowd:
        connection.close()


DELAY_S = 2


def moment_of(message: dict[str, Any]) -> float:
    """Return when the server wrote the event of a message, by the clock of this machine."""
    return read_moment(message["data"]["time"]) / 1000


@pytest.mark.parametrize("who", ["a spectator", "the owner"])
def test_a_spectator_of_a_delayed_game_is_sent_nothing_early(server: Server, who: str) -> None:
    table = LiveTable(server, spectator_delay={"seconds": DELAY_S})
    headers = {"Authorization": f"Bearer {table.owner}"} if who == "the owner" else {}
    stream, seated = server.stream(table.events, **headers), server.stream(table.events, **table.bearer(0))
    opening = stream.take(5)
    assert ids(opening) == ids(seated.take(5)) == [f"1-{index}" for index in range(5)]
    table.put_aside()
    assert server.ask("POST", table.path + "/resign", {}, table.tokens[1])[0] == 201

    told = []
    for message in stream.messages():
        told.append(message)
        assert message["event"] == "end" or time.time() >= moment_of(message) + DELAY_S

    assert ids(told[:3]) == ["2-0", "3-0", "4-0"]
    assert [message["data"].get("type") for message in told[-2:]] == ["SeedRevealed", None]
    assert ids(told[:-1]) == ids(list(seated.messages())[:-1])


def test_a_delayed_stream_is_resumed_and_hears_only_what_is_new(server: Server) -> None:
    table = LiveTable(server, spectator_delay={"seconds": DELAY_S})
    newest = server.stream(table.events + "?after=latest", Accept="application/x-ndjson")
    table.put_aside()
    resumed = server.stream(table.events, Last_Event_ID="1-2")

    messages = resumed.take(4)

    assert ids(messages) == ["1-3", "1-4", "2-0", "3-0"]
    assert time.time() >= moment_of(messages[-1]) + DELAY_S
    lines = (json.loads(line) for line in iter(newest.answer.readline, b"") if line.strip())
    assert [next(lines)["version"] for _ in range(2)] == [2, 3]
    status, found = server.ask("GET", table.events, None, None, Accept="text/event-stream", Last_Event_ID="9-0")
    assert (status, found["version"]) == (422, 3)
    resumed.close()
    newest.close()


def test_streams_close_at_once_when_the_process_is_told_to_stop(stores: StorePair) -> None:
    with served(stores) as server:
        table = LiveTable(server)
        streams = [server.stream(table.events) for _ in range(5)]
        for stream in streams:
            stream.take(5)
        server.process.send_signal(signal.SIGTERM)
        assert [list(stream.messages()) for stream in streams] == [[]] * 5
        assert server.process.wait(SOON_S) == 0  # no signal ended it: no connection had to be cut
