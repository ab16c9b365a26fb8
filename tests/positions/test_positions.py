"""Tests that documents of hosted games are what the games are, in a few of the kinds that `make positions` compares."""

from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from service.records import positions
from tests.conftest import StorePair
from tests.laws.cases import CASES
from tests.positions.hosting import Found, Trial
from tests.service.http.client import plain_app

KINDS = ("catan-canal-4", "helpers-4", "goofspiel-5", "dice-2")


@pytest.fixture(scope="module")
def app(stores: StorePair) -> Flask:
    """Return an application with the rulesets that are offered."""
    return plain_app(stores)


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    """Return a client at an address of its own."""
    client = app.test_client()
    client.environ_base["REMOTE_ADDR"] = "127.0.7.32"
    return client


def tried(client: FlaskClient, name: str) -> Found:
    """Compare two positions of a kind of game, and return what was found."""
    found = Found()
    Trial(client, next(case for case in CASES if case.name == name), 0, found).run(2, 7)
    return found


@pytest.mark.parametrize("name", KINDS)
def test_documents_of_a_hosted_game_are_what_it_is(client: FlaskClient, name: str) -> None:
    found = tried(client, name)
    assert found.examples == []
    assert len(found.counted) > 9


def test_what_a_document_loses_is_found(client: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = positions.position_document

    def poorer(*args: Any, **settings: Any) -> dict[str, Any]:
        document = whole(*args, **settings)
        document["state"]["turn"] += 1
        return document

    monkeypatch.setattr("service.routes.positions.position_document", poorer)
    assert {"view and position", "legal actions of the position"} <= {*tried(client, "dice-2").differing}


def test_other_legal_actions_are_found(client: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("service.routes.positions.actions_document", lambda *_: {"actions": []})
    forms = ("view", "position", "text")
    assert {*tried(client, "dice-2").differing} == {f"legal actions of the {form}" for form in forms}
