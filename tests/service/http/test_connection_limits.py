"""Tests that one address cannot hold most of the connections, nor most of the streams."""

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

import pytest

from service.http.connection_limits import STREAMS_PER_TOKEN, Held, connections_each, neighborhood, streams_each
from service.settings import read_settings
from tests.conftest import StorePair
from tests.service.http.lines import SSE, Line, asked_once, new_line
from tests.service.http.live import Server, served
from tests.service.processes import wait_for

CONNECTIONS = 60
STREAMS = 3
THERE = "127.0.0.2"


@pytest.fixture(scope="module")
def server(stores: StorePair) -> Iterator[Server]:
    """Run a served API with narrow limits."""
    limits = {"LONGROAD_CONNECTIONS_PER_ADDRESS": str(CONNECTIONS), "LONGROAD_STREAMS_PER_ADDRESS": str(STREAMS)}
    with served(stores, **limits) as running:
        yield running


@pytest.fixture
def opened() -> Iterator[ExitStack]:
    """Hold connections open until the test is over."""
    with ExitStack() as stack:
        yield stack


@contextmanager
def a_game(server: Server) -> Iterator[tuple[str, list[str]]]:
    """Yield the path of a game's events and the tokens of its seats; one resigns at the end to end the streams."""
    _, made = server.ask("POST", "/v1/games", {"ruleset": "toy", "seats": [{"kind": "human"}] * 2})
    path = f"/v1/games/{made['id']}"
    tokens = [seat["token"] for seat in made["seats"]]
    yield path + "/events", tokens
    assert server.ask("POST", path + "/resign", {}, tokens[0])[0] == 201


def accepted_line(opened: ExitStack, server: Server) -> Line:
    """Open a connection that is answered, as soon as the server has seen those of earlier tests end."""
    assert wait_for(lambda: asked_once(server, "/livez") == 200)
    line = new_line(opened, server)
    assert line.ask("/livez") == 200
    return line


def assert_refused(line: Line, slug: str) -> None:
    """Check that a 429 says which limit was reached, and when to try again."""
    headers, body = line.rest()
    assert (body["type"], body["status"]) == (f"/problems/{slug}", 429)
    assert int(headers["retry-after"]) >= 1
    assert headers["content-type"] == "application/problem+json"


def test_an_address_holds_only_so_many_connections(server: Server, opened: ExitStack) -> None:
    lines = [accepted_line(opened, server) for _ in range(CONNECTIONS)]
    one_more = new_line(opened, server)
    assert one_more.status() == 429
    assert_refused(one_more, "too_many_connections")
    assert one_more.reader.read() == b""
    assert new_line(opened, server, THERE).ask("/livez") == 200
    lines[0].close()
    assert wait_for(lambda: asked_once(server, "/livez") == 200)


def test_whoever_asked_before_the_refusal_reads_it(server: Server, opened: ExitStack) -> None:
    for _ in range(CONNECTIONS):
        new_line(opened, server)
    assert wait_for(lambda: asked_once(server, "/livez") == 429)


def test_an_address_holds_only_so_many_streams_without_a_token(server: Server, opened: ExitStack) -> None:
    with a_game(server) as (events, tokens):
        assert [new_line(opened, server).ask(events, SSE) for _ in range(STREAMS)] == [200] * STREAMS
        one_more = new_line(opened, server)
        assert one_more.ask(events, SSE) == 429
        assert_refused(one_more, "too_many_streams")
        assert new_line(opened, server).ask(events, "application/x-ndjson") == 429
        assert one_more.ask(events, "application/json") == 200
        assert new_line(opened, server, THERE).ask(events, SSE) == 200
        assert [new_line(opened, server).ask(events, SSE, token) for token in tokens] == [200, 200]


def test_a_token_holds_only_so_many_streams(server: Server, opened: ExitStack) -> None:
    with a_game(server) as (events, [first, second]):
        streams = [new_line(opened, server) for _ in range(STREAMS_PER_TOKEN)]
        places = (events, "/v1/me/events")
        assert {line.ask(places[n % 2], SSE, first) for n, line in enumerate(streams)} == {200}
        one_more = new_line(opened, server, THERE)
        assert one_more.ask(events, SSE, first) == 429
        assert_refused(one_more, "too_many_streams")
        assert new_line(opened, server).ask("/v1/me/events", SSE, first) == 429
        assert new_line(opened, server).ask(events, SSE, second) == 200


def test_streams_that_ended_make_room(server: Server, opened: ExitStack) -> None:
    with a_game(server) as (events, _):
        streams = [new_line(opened, server) for _ in range(STREAMS)]
        assert {line.ask(events, SSE) for line in streams} == {200}
    assert all(b"event: end" in line.reader.read() for line in streams)
    with a_game(server) as (events, _):
        assert wait_for(lambda: asked_once(server, events, SSE) == 200)


def test_a_trusted_key_is_no_address(stores: StorePair, opened: ExitStack) -> None:
    admin = "the administrator's own key"
    with (
        served(stores, LONGROAD_STREAMS_PER_ADDRESS="1", LONGROAD_ADMIN_KEY=admin) as server,
        a_game(server) as (events, _),
    ):
        trusted = server.ask("POST", "/v1/keys", {}, X_Api_Key=admin)[1]["key"]
        anybodys = server.ask("POST", "/v1/keys", {})[1]["key"]
        assert [new_line(opened, server).ask(events, SSE, key=anybodys) for _ in range(2)] == [200, 429]
        assert [new_line(opened, server).ask(events, SSE, key=trusted) for _ in range(3)] == [200] * 3


@pytest.mark.parametrize(
    ("address", "known_as"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::9", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("", ""),
    ],
)
def test_a_network_that_one_client_has_is_one_address(address: str, known_as: str) -> None:
    assert neighborhood(address) == known_as


def test_what_is_given_back_can_be_taken_again() -> None:
    held = Held(2)
    assert [held.take("a"), held.take("a"), held.take("a"), held.take("b")] == [True, True, False, True]
    held.give_back("a")
    assert [held.take("a"), held.take("a")] == [True, False]


def test_without_a_setting_an_address_has_a_quarter_and_its_streams_half_of_that() -> None:
    usual = read_settings({})
    assert (connections_each(usual, 4_000), streams_each(usual, 4_000)) == (1_000, 500)
    assert (connections_each(usual, 2), streams_each(usual, 2)) == (1, 1)
    wide = read_settings({"LONGROAD_CONNECTIONS_PER_ADDRESS": "4000"})
    assert (connections_each(wide, 4_000), streams_each(wide, 4_000)) == (4_000, 2_000)
    own = read_settings({"LONGROAD_STREAMS_PER_ADDRESS": "7"})
    assert (connections_each(own, 4_000), streams_each(own, 4_000)) == (1_000, 7)
