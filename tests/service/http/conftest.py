"""Provides an application over the stores of the session, and a game on it."""

from collections.abc import Iterator
from itertools import count
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from domain.dice.terms import BOXES
from service.game.context import Context
from service.live import announce_stop
from tests.conftest import StorePair, store_pair
from tests.service.http.client import Table, new_table, toy_app
from tests.service.http.live import Server, staffed
from tests.service.recorded import record_of


@pytest.fixture(scope="session")
def app(stores: StorePair) -> Iterator[Flask]:
    """Return the application of the session; every test makes its own games."""
    yield toy_app(stores)
    announce_stop()


@pytest.fixture(scope="package")
def staff(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Run the API with a worker of agents and one of jobs, on stores that no other test empties.

    Every test makes its own games. The dice agent considers only the points of the turn, which takes no time to learn.
    """
    from workers.agents.dice import tables
    from workers.agents.dice.sheets import PRINTED
    from workers.agents.dice.values import worth_of_nothing

    directory = tmp_path_factory.mktemp("staff")
    with pytest.MonkeyPatch.context() as environment:
        environment.setenv("LONGROAD_DATA_DIR", str(directory))
        tables.write(False, ((turn, worth_of_nothing(PRINTED)) for turn in range(BOXES + 1)))
    with store_pair(directory) as stores, staffed(stores, LONGROAD_DATA_DIR=str(directory)) as running:
        yield running


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


@pytest.fixture
def record(app: Flask, running: Table) -> dict[str, Any]:
    """Return the record of a game that seat 1 resigned after a roll."""
    running.act(0, "Roll")
    assert running.post("/resign", {}, 1).status_code == 201
    context: Context = app.extensions["longroad"].context
    return record_of(context, running.id)


SECONDS = (seconds for seconds in count(1))


@pytest.fixture
def apart() -> dict[str, Any]:
    """Return the clock of a seek that this test alone has, so that no seek of another one agrees."""
    return {"clock": {"seconds": next(SECONDS)}}
