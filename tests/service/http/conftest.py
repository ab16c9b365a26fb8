"""An application over the stores of the session, and a game on it."""

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
    """One application; every test makes games of its own."""
    yield toy_app(stores)
    announce_stop()


ADDRESSES = (f"10.77.{high}.{low}" for high in count() for low in range(1, 255))


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    """A client without a token, at an address of its own: what it uses up is nobody else's."""
    client = app.test_client()
    client.environ_base["REMOTE_ADDR"] = next(ADDRESSES)
    return client


@pytest.fixture
def table(client: FlaskClient) -> Table:
    """A game of the toy for two people, both of whom owe a chip."""
    return new_table(client)


@pytest.fixture
def running(table: Table) -> Table:
    """The same after that, seat 0 to roll."""
    table.put_aside()
    return table
