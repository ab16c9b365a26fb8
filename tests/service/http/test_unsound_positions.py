"""Tests that what cannot be is refused over REST, each for its own reason and at its place, and that nothing is stored.

What can be wrong with a position is listed in `tests/laws/unsound.py`; here it comes as a document, a view, a text, a
member of a batch and a question. Boards, agents and files that cannot be are refused in the same way.
"""

import copy
from collections.abc import Iterator
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from redis import Redis

from domain.core.knowledge import Known
from domain.core.ruleset import Ruleset
from service.records.notation import write_notation
from service.records.positions import PLACE
from tests.conftest import StorePair
from tests.laws.unsound import CHANGES, Change, middle_of
from tests.service.http.client import plain_app
from tests.service.http.live import worker
from tests.service.http.problem_answers import problem

WAIT = {"Prefer": "wait=30"}
BOUNDED = {
    "sums that are not those of the cards": "/dice_deck/sums/5/cards",
    "a box too many": "/seats/1/boxes",
}
"""The changes that already break the bounds of a member, which is refused before the position is read."""
LEAST = 60
"""How many kinds of positions are shown to be refused, each for its own reason."""


@pytest.fixture(scope="module")
def app(stores: StorePair) -> Flask:
    """Return an application with the rulesets that are offered."""
    return plain_app(stores)


@pytest.fixture(scope="module")
def batches(stores: StorePair) -> Iterator[None]:
    """Run a process that answers batches."""
    with worker(stores, "long"):
        yield


@pytest.fixture
def untouched(stores: StorePair) -> Iterator[None]:
    """Hold that the log of no game, and nothing else of the store of events, is written."""
    with Redis.from_url(stores.events_url) as store:
        before = written(store)
        yield
        assert written(store) == before


def written(store: Redis) -> set[bytes]:
    """Return the keys of a store, but for the counters of quotas and of usage."""
    return {
        key
        for key in store.scan_iter(count=1000)
        if not any(part in key for part in (b"usage", b"quota", b"claim:batch"))
    }


def document_of(rules: Ruleset, known: Known) -> dict[str, Any]:
    """Return a document of what is known of a position."""
    config = known.config
    document = {
        "edition": 1,
        "ruleset": rules.name,
        "map": config.map,
        "modules": [*config.modules],
        "options": dict(config.options),
        "seat": known.seat,
        "state": copy.deepcopy(dict(known.state)),
    }
    return document | ({} if known.layout is None else {"layout": known.layout})


def unsound(change: Change) -> dict[str, Any]:
    """Return a document of a position that cannot be."""
    document = document_of(*middle_of(change.case))
    change.change(document["state"])
    return document


def place_of(change: Change) -> str:
    """Return where the refusal points to."""
    return f"/{PLACE}/state{BOUNDED.get(change.name, change.pointer)}"


@pytest.mark.parametrize("change", CHANGES, ids=lambda change: f"{change.case}: {change.name}")
def test_a_position_that_cannot_be_is_refused_over_http(client: FlaskClient, untouched: None, change: Change) -> None:
    document, commands = unsound(change), {"commands": [{"type": "EndTurn"}]}
    wishes: list[tuple[str, dict[str, Any]]] = [
        ("legal-actions", {PLACE: document}),
        ("legal-actions", {"text": write_notation(document)}),
        ("apply", {PLACE: document} | commands),
        ("advice", {PLACE: document}),
        ("notation", {"text": write_notation(document)}),
    ]
    details = set()
    for name, wish in wishes:
        [error] = problem(client.post(f"/v1/positions/{name}", json=wish), 422, "invalid_body")["errors"]
        assert error["pointer"] == place_of(change)
        assert "%(" not in error["detail"]
        details.add(error["detail"])
    assert len(details) == 1


def test_there_are_sixty_kinds_of_them() -> None:
    assert len({(change.case, change.name) for change in CHANGES}) == len(CHANGES) >= LEAST


def test_in_a_batch_each_is_refused_alone(client: FlaskClient, batches: None, untouched: None) -> None:
    sound = document_of(*middle_of(CHANGES[0].case))
    members = [{"do": "legal-actions", PLACE: unsound(change)} for change in CHANGES]
    members.insert(7, {"do": "legal-actions", PLACE: sound})
    answer = client.post("/v1/positions/batch", json={"members": members}, headers=WAIT)
    assert answer.status_code == 200, answer.text
    answers = answer.json["result"]["answers"]
    assert [one["index"] for one in answers] == [*range(len(members))]
    assert answers.pop(7)["status"] == 200
    pointers = [one["problem"]["errors"][0]["pointer"] for one in answers]
    assert pointers == [place_of(change) for change in CHANGES]


@pytest.mark.parametrize(
    ("wish", "pointer"),
    [
        ({"agent": "nobody"}, "/agent"),
        ({"agent": "planner@99"}, "/agent"),
        ({"agent": "graded@5@99"}, "/agent"),
        ({"agent": "planner@@"}, "/agent"),
        ({"agent": "dice_optimal"}, "/agent"),
        ({"agent": "graded", "level": 99}, "/level"),
        ({"seat": 3, "agent": "planner"}, "/seat"),
    ],
)
def test_an_agent_that_is_not_served_is_refused(
    client: FlaskClient, untouched: None, wish: dict[str, Any], pointer: str
) -> None:
    sound = document_of(*middle_of(CHANGES[0].case))
    refused = problem(client.post("/v1/positions/advice", json={PLACE: sound, **wish}), 422, "invalid_body")
    assert refused["errors"][0]["pointer"] == pointer


@pytest.mark.parametrize("text", ["", "lp1.", "lp1.%%%", "lp2.q1Y", "lp1.AAAA", "lp1.q1Y" * 9, "ünicode"])
def test_a_text_that_is_none_is_refused(client: FlaskClient, untouched: None, text: str) -> None:
    for name in ("legal-actions", "advice", "notation"):
        refused = problem(client.post(f"/v1/positions/{name}", json={"text": text}), 422, "invalid_body")
        assert refused["errors"][0]["pointer"] == "/text"


def test_a_text_that_is_cut_is_refused(client: FlaskClient, untouched: None) -> None:
    whole = write_notation(document_of(*middle_of(CHANGES[0].case)))
    assert client.post("/v1/positions/notation", json={"text": whole}).status_code == 200
    for length in range(4, len(whole), len(whole) // 20):
        refused = problem(client.post("/v1/positions/notation", json={"text": whole[:length]}), 422, "invalid_body")
        assert refused["errors"][0]["pointer"] == "/text"


@pytest.mark.parametrize(
    ("layout", "pointer"),
    [
        ({"tiles": [], "harbors": []}, "/position/layout/tiles"),
        (
            {"tiles": [{"q": 0, "r": 0, "terrain": "lava", "token": 4}], "harbors": []},
            "/position/layout/tiles/0/terrain",
        ),
        ({"tiles": [{"q": 0, "r": 0, "terrain": "hills", "token": 4}] * 2, "harbors": []}, "/position/layout/tiles/1"),
    ],
)
def test_a_board_that_cannot_be_is_refused(
    client: FlaskClient, untouched: None, layout: dict[str, Any], pointer: str
) -> None:
    document = document_of(*middle_of(CHANGES[0].case)) | {"layout": layout}
    refused = problem(client.post("/v1/positions/legal-actions", json={PLACE: document}), 422, "invalid_body")
    assert refused["errors"][0]["pointer"] == pointer
    game = {"ruleset": "catan", "seats": [{"kind": "human"}] * 3, "board": layout}
    told = problem(client.post("/v1/games", json=game), 422, "invalid_body")
    assert told["errors"][0]["pointer"].startswith("/board/tiles")


@pytest.mark.parametrize("source", ["catanatron", "jsettlers"])
def test_a_file_that_is_not_what_it_says_is_refused(client: FlaskClient, untouched: None, source: str) -> None:
    for file in ({}, {"tiles": []}, document_of(*middle_of(CHANGES[0].case)), "lp1.", None):
        refused = problem(client.post("/v1/imports", json={"from": source, "document": file}), 422, "invalid_body")
        assert refused["errors"][0]["pointer"] == "/document"
