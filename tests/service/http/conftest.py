"""Provides an application over the stores of the session, and a game on it."""

from collections.abc import Iterator
from itertools import count

import pytest
from flask import Flask
from flask.testing import FlaskClient

from service.live.stopping import announce_stop
from tests.conftest import StorePair
from tests.service.http.client import Table, new_table, toy_app


@pytest.fixture(scope="session")
def app(stores: StorePair) -> Iterator[Flask]:
    """Return the application of the session; every test makes its own games."""
    yield toy_app(stores)
    announce_stop()


ADDRESSES = (f"10.77.{high}.{low}" for high in count() for low in range(1, 255))


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    """Return a client without a token, at an address with a quota of its own."""
    client = app.test_client()
    client.environ_base["REMOTE_ADDR"] = next(ADDRESSES)
    return client


@pytest.fixture
def table(client: FlaskClient) -> Table:
    """Return a game of the toy for two people, both of whom owe a chip."""
    return new_table(client)


@pytest.fixture
def running(table: Table) -> Table:
    """Return the same game after both chips, when seat 0 is to roll."""
    table.put_aside()
    return table
