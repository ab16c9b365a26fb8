"""Tests that errors explain themselves: the answer to each listed mistake suffices to correct it."""

from collections.abc import Iterator
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from tests.service.http.client import Table, new_table
from tests.service.http.mistakes import CATAN, MISTAKES, MORE, Mistake

OPTIONS = {"starting_seat": 0}


class House:
    """Holds the games that mistakes are made on; a refused request changes none of them."""

    def __init__(self, client: FlaskClient) -> None:
        self.client = client
        self.game = new_table(client, **CATAN, options=OPTIONS)
        self.private = new_table(client, private=True)

    def ask(self, mistake: Mistake, language: str = "en") -> TestResponse:
        """Send the request of a mistake."""
        path = mistake.path.format(game=self.game.path, private=self.private.path)
        headers = {"Accept-Language": language} | self._credentials(mistake.who) | mistake.headers
        given = mistake.body
        sent: dict[str, Any] = {"data": given} if isinstance(given, bytes) else {} if given is None else {"json": given}
        if isinstance(given, bytes):
            headers.setdefault("Content-Type", "application/json")
        return self.client.open(path, method=mistake.method, headers=headers, **sent)

    def _credentials(self, who: int | str | None) -> dict[str, str]:
        tokens = {
            "owner": self.game.owner,
            "other": self.private.tokens[0],
            0: self.game.tokens[0],
            1: self.game.tokens[1],
        }
        return {} if who is None else {"Authorization": f"Bearer {tokens[who]}"}


@pytest.fixture(scope="module")
def house(app: Flask) -> Iterator[House]:
    """Yield one house for all mistakes, and check at the end that its game is unchanged."""
    made = House(app.test_client())
    yield made
    assert made.game.version() == 1


def told(answer: TestResponse) -> str:
    """Return all text of an answer that is meant for people."""
    errors = [error["detail"] for error in answer.json.get("errors", ())]
    return " ".join((answer.json["detail"], *errors))


def wordless(answer: TestResponse) -> dict[str, Any]:
    """Return an answer without its text for people."""
    document: dict[str, Any] = answer.json
    for said in (document, *document.get("errors", ())):
        for member in {"detail", "title"} & said.keys():
            del said[member]
    return document


def test_there_are_38() -> None:
    assert len(MISTAKES) == len({mistake.name for mistake in (*MISTAKES, *MORE)}) - len(MORE) == 38


@pytest.mark.parametrize("mistake", [*MISTAKES, *MORE], ids=lambda mistake: mistake.name)
def test_a_mistake_is_told(house: House, mistake: Mistake) -> None:
    answer = house.ask(mistake)
    assert (answer.status_code, answer.mimetype) == (mistake.status, "application/problem+json"), answer.text
    assert answer.json["type"] == f"/problems/{mistake.slug}"
    assert [words for words in mistake.says if words not in told(answer)] == [], told(answer)
    assert answer.json == answer.json | mistake.members
    if mistake.pointer is not None:
        [fault] = [error for error in answer.json["errors"] if error["pointer"] == mistake.pointer]
        assert fault == fault | mistake.fault


@pytest.mark.parametrize("mistake", [*MISTAKES, *MORE], ids=lambda mistake: mistake.name)
def test_a_mistake_is_told_in_spanish_with_the_same_members(house: House, mistake: Mistake) -> None:
    english, spanish = house.ask(mistake), house.ask(mistake, "es")
    assert told(spanish) != told(english)
    assert wordless(spanish) == wordless(english)


def test_a_bare_version_does_what_a_quoted_one_does(house: House) -> None:
    command = house.game.get("/legal-actions", 0).json["actions"][0]["command"]
    for given in ("1", '"1"'):
        assert house.game.post("/dry-runs", command, 0, If_Match=given).status_code == 200


def test_a_private_game_is_told_as_an_unknown_one(client: FlaskClient) -> None:
    private = new_table(client, private=True)
    unknown = client.get("/v1/games/0123456789abcdef01").json
    assert client.get(private.path).json | {"instance": unknown["instance"]} == unknown


def test_a_refused_batch_does_not_tell_whom_it_would_make_the_game_wait_for(running: Table) -> None:
    refused = running.post("/commands", {"commands": [{"type": "Roll"}, {"type": "Roll"}]}, 0)
    assert refused.status_code == 409
    assert "awaiting" not in refused.json


def test_a_preflight_is_answered_whatever_the_query(client: FlaskClient) -> None:
    for path in ("/v1/games?status=open", "/v1/rulesets?x=1"):
        assert client.options(path, headers={"Origin": "https://app.example"}).status_code == 200
