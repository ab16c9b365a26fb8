"""Tests that a server answers only to its own host names, so that DNS rebinding by a foreign page reaches nothing."""

import socket
from collections.abc import Iterator
from dataclasses import replace

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from service.game.context import Context
from service.settings import SettingsError, read_settings
from tests.conftest import StorePair
from tests.service.http.client import SEATS, checked_app
from tests.service.http.live import SOON_S, Server, served
from tests.service.http.problem_answers import problem

OWN = ["localhost", "localhost:8000", "LOCALHOST:1", "localhost.", "127.0.0.1:8000", "127.0.0.1", "[::1]:8000", "[::1]"]
FOREIGN = ["evil.example", "evil.example:8000", "localhost.evil.example", "127.0.0.1.evil.example", "10.0.0.7", "[::2]"]
NONSENSE = ["", ":8000", "evil.example, localhost", "a b", "localhost/x", "user@localhost", "[::1", "[x]", "::1", "%6c"]


def named(client: FlaskClient, host: str, path: str = "/v1/games") -> TestResponse:
    """Return the answer to a new game, or to a path, requested under this Host."""
    environment = {"HTTP_HOST": host}
    if path == "/v1/games":
        return client.post(path, json={"ruleset": "toy", "seats": SEATS}, environ_overrides=environment)
    return client.get(path, environ_overrides=environment)


def serving(app: Flask, **environment: str) -> FlaskClient:
    """Return the same application under other settings."""
    context: Context = app.extensions["longroad"].context
    found = read_settings(environment)
    settings = replace(context.settings, host=found.host, hosts=found.hosts)
    return checked_app(replace(context, settings=settings)).test_client()


@pytest.mark.parametrize("host", OWN)
def test_a_local_server_answers_to_its_own_names(client: FlaskClient, host: str) -> None:
    assert named(client, host).status_code == 201


@pytest.mark.parametrize("host", FOREIGN)
def test_a_local_server_answers_to_no_other_name(client: FlaskClient, host: str) -> None:
    problem(named(client, host), 421, "misdirected")
    for path in ("/", "/docs", "/v1", "/v1/rulesets", "/openapi.json", "/livez", "/metrics", "/nothing"):
        assert named(client, host, path).status_code == 421


def test_the_log_names_the_setting_once(app: Flask, caplog: pytest.LogCaptureFixture) -> None:
    client = serving(app, LONGROAD_HOSTS="play.example")
    for name in FOREIGN:
        named(client, name, "/v1")
    told = [record.getMessage() for record in caplog.records if record.name == "service.http.hosts"]
    assert told == ["421: a request called this server evil.example, which LONGROAD_HOSTS does not list"]


@pytest.mark.parametrize("host", NONSENSE)
def test_what_is_no_host_is_400(client: FlaskClient, host: str) -> None:
    problem(named(client, host), 400, "bad_request")


def test_names_that_the_operator_lists_are_the_servers_own(app: Flask) -> None:
    client = serving(app, LONGROAD_HOSTS="Play.Example, lan.example. , ::2")
    for host in ("play.example", "PLAY.EXAMPLE.:443", "lan.example:8000", "[::2]", "[0:0::2]:1", *OWN):
        assert named(client, host).status_code == 201, host
    for host in ("evil.example", "www.play.example"):
        problem(named(client, host), 421, "misdirected")


def test_a_server_for_all_answers_to_whatever_name_leads_to_it(app: Flask) -> None:
    client = serving(app, LONGROAD_HOST="0.0.0.0")
    for host in ("play.example", "10.0.0.7:8000", *OWN):
        assert named(client, host).status_code == 201
    problem(named(client, ""), 400, "bad_request")


def test_a_server_for_all_with_a_list_answers_to_the_list(app: Flask) -> None:
    client = serving(app, LONGROAD_HOST="192.0.2.1", LONGROAD_HOSTS="play.example")
    for host in ("play.example", "192.0.2.1:8000", *OWN):
        assert named(client, host).status_code == 201
    problem(named(client, "evil.example"), 421, "misdirected")


def test_the_list_may_be_open(app: Flask) -> None:
    assert named(serving(app, LONGROAD_HOSTS="*"), "evil.example").status_code == 201


@pytest.mark.parametrize(
    "hosts", ["a b", "play.example:443", "https://play.example", "*.example", "[::1", "[::1]", "fe80::1%eth0", ","]
)
def test_a_list_that_cannot_be_used_is_refused(hosts: str) -> None:
    with pytest.raises(SettingsError, match=r"^LONGROAD_HOSTS must "):
        read_settings({"LONGROAD_HOSTS": hosts})


@pytest.fixture(scope="module")
def server(stores: StorePair) -> Iterator[Server]:
    """Run a served API."""
    with served(stores) as running:
        yield running


def status_of(server: Server, request: bytes) -> int:
    """Send a request byte by byte as it stands; return the status."""
    with socket.create_connection(("127.0.0.1", server.port), SOON_S) as connection:
        connection.sendall(request)
        return int(connection.makefile("rb").readline().split()[1])


RAW = {
    b"GET /v1 HTTP/1.1\r\n\r\n": 400,
    b"GET /v1 HTTP/1.1\r\nHost:\r\n\r\n": 400,
    b"GET /v1 HTTP/1.1\r\nHost: localhost\r\nHost: localhost\r\n\r\n": 400,
    b"GET /v1 HTTP/1.1\r\nHost: evil.example\r\nHost: localhost\r\n\r\n": 400,
    b"GET /v1 HTTP/1.1\r\nHost: evil.example\r\n\r\n": 421,
    b"GET /v1 HTTP/1.1\r\nHost: localhost\r\n\r\n": 200,
    b"GET /v1 HTTP/1.0\r\n\r\n": 200,
}


@pytest.mark.parametrize(("request_", "status"), RAW.items())
def test_every_request_says_once_whom_it_means(server: Server, request_: bytes, status: int) -> None:
    assert status_of(server, request_) == status


def test_no_header_changes_the_path(server: Server) -> None:
    request = b"GET /x/livez HTTP/1.1\r\nHost: localhost\r\nSCRIPT_NAME: /x\r\n\r\n"
    assert status_of(server, request) == 404
