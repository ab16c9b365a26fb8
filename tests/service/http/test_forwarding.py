"""Tests that clients behind a trusted proxy are told apart, and that nobody else can choose an address."""

from collections.abc import Iterator
from contextlib import ExitStack
from http.client import HTTPResponse

import pytest

from service.http.forwarding import CLOSELY, SELDOM, SUSPICIOUS, Forwarding
from service.settings import SettingsError, read_settings
from tests.conftest import StorePair
from tests.service.http.lines import SSE, new_line
from tests.service.http.live import Server, served

PROXY, CLIENT, OTHER = "10.0.0.1", "198.51.100.7", "203.0.113.9"
TRUSTED = {"LONGROAD_TRUSTED_PROXIES": "10.0.0.0/8, 2001:db8::1"}


def found(peer: str, *values: str, **environment: str) -> str:
    forwarding = Forwarding(read_settings(environment or TRUSTED).trusted_proxies)
    return forwarding.client(peer, [("HOST", "x"), *(("X-FORWARDED-FOR", value) for value in values)])


@pytest.mark.parametrize(
    ("peer", "values", "client"),
    [
        (PROXY, [CLIENT], CLIENT),
        ("::ffff:" + PROXY, [CLIENT], CLIENT),
        ("2001:db8::1", ["2001:db8:5::7"], "2001:db8:5::7"),
        (PROXY, [f"{CLIENT}, 10.0.0.2"], CLIENT),
        (PROXY, [CLIENT, "10.0.0.2"], CLIENT),
        (PROXY, [f"{OTHER}, {CLIENT}"], CLIENT),  # the client wrote the first itself
        (PROXY, [OTHER, CLIENT], CLIENT),
        (PROXY, [f"{OTHER}, unknown"], PROXY),
        (PROXY, [f"{OTHER},,10.0.0.2"], "10.0.0.2"),
        (PROXY, [], PROXY),
        (PROXY, [", ".join(["10.0.0.2"] * 1_000)], "10.0.0.2"),
        (OTHER, [CLIENT], OTHER),
        (OTHER, [f"{CLIENT}, {PROXY}"], OTHER),
        ("", [CLIENT], ""),
    ],
)
def test_the_nearest_hop_that_is_no_trusted_proxy_is_the_client(peer: str, values: list[str], client: str) -> None:
    assert found(peer, *values) == client


def test_no_header_counts_unless_a_proxy_is_named() -> None:
    assert found(PROXY, CLIENT, LONGROAD_PORT="8000") == PROXY


@pytest.mark.parametrize("text", ["proxy", "10.0.0.1/40", "10.0.0.1/8", "*", "10.0.0.1,,"])
def test_networks_that_cannot_be_read_end_the_start(text: str) -> None:
    with pytest.raises(SettingsError, match="LONGROAD_TRUSTED_PROXIES must be"):
        read_settings({"LONGROAD_TRUSTED_PROXIES": text})


@pytest.mark.parametrize(("peers", "warnings"), [([PROXY], 1), ([PROXY, OTHER], 0)])
def test_a_proxy_that_is_not_named_is_warned_of_once(
    peers: list[str], warnings: int, caplog: pytest.LogCaptureFixture
) -> None:
    forwarding = Forwarding(())
    for n in range(3 * SUSPICIOUS):
        forwarding.client(peers[n % len(peers)], [("X-FORWARDED-FOR", CLIENT)])
    assert len(caplog.records) == warnings
    assert forwarding.suspect == (PROXY if warnings else None)


def test_the_look_for_a_proxy_costs_almost_nothing_where_there_is_none_and_finds_one_that_comes_later() -> None:
    forwarding, looks, requests = Forwarding(()), 0, 100 * SELDOM

    def headers() -> Iterator[tuple[str, str]]:
        nonlocal looks
        looks += 1
        yield "HOST", "x"

    for _ in range(CLOSELY + requests):
        forwarding.client(OTHER, headers())
    assert looks <= CLOSELY + requests // SELDOM + 1
    for _ in range(SELDOM + SUSPICIOUS):
        forwarding.client(PROXY, [("X-FORWARDED-FOR", CLIENT)])
    assert forwarding.suspect == PROXY


@pytest.fixture(scope="module")
def server(stores: StorePair) -> Iterator[Server]:
    """Run a served API behind a proxy at 127.0.0.1."""
    limits = {"LONGROAD_CONNECTIONS_PER_ADDRESS": "3", "LONGROAD_STREAMS_PER_ADDRESS": "1"}
    with served(stores, LONGROAD_TRUSTED_PROXIES="127.0.0.1", **limits) as running:
        yield running


def test_a_trusted_proxy_may_hold_the_connections_of_many_clients(server: Server) -> None:
    with ExitStack() as stack:
        lines = [new_line(stack, server) for _ in range(6)]
        assert [line.ask("/livez") for line in lines] == [200] * 6
        lines = [new_line(stack, server, "127.0.0.2") for _ in range(3)]
        assert [line.ask("/livez") for line in lines] == [200] * 3
        assert new_line(stack, server, "127.0.0.2").status() == 429


def test_each_client_behind_a_trusted_proxy_has_limits_of_its_own(server: Server) -> None:
    _, made = server.ask("POST", "/v1/games", {"ruleset": "toy", "seats": [{"kind": "human"}] * 2})
    path = f"/v1/games/{made['id']}"

    def status(forwarded: str) -> int:
        connection = server.connection()
        connection.request("GET", path + "/events", headers={"Accept": SSE, "X-Forwarded-For": forwarded})
        answers.append(connection.getresponse())
        return answers[-1].status

    answers: list[HTTPResponse] = []
    assert [status(CLIENT), status(f"{OTHER}, {CLIENT}"), status(OTHER)] == [200, 429, 200]
    assert server.ask("POST", path + "/resign", {}, made["seats"][0]["token"])[0] == 201
