"""Tests clocks, resigning, abandoning and rematches over HTTP."""

from typing import Any

import pytest
from flask.testing import FlaskClient

from tests.service.http.client import Table, new_table

THREE = [{"kind": "human"}] * 3


def test_a_seat_resigns_and_the_others_play_on(client: FlaskClient) -> None:
    table = new_table(client, seats=THREE)
    table.put_aside()

    answer = table.post("/resign", {}, 0, Idempotency_Key="k")

    assert answer.status_code == 201
    assert answer.json["events"][0]["type"] == "SeatResigned"
    again = table.post("/resign", {}, 0, Idempotency_Key="k")
    assert (again.status_code, again.headers["Idempotency-Replayed"]) == (201, "true")
    late = table.post("/commands", {"type": "Roll"}, 0)
    assert (late.status_code, late.json["rule"]) == (409, "seat.resigned")
    assert table.post("/dry-runs", {"type": "Roll"}, 0).status_code == 409
    assert table.post("/resign", {}).status_code == 401


def test_a_vote_ends_the_game_for_all(running: Table) -> None:
    asked = running.post("/abandon", {}, 0)

    assert (asked.status_code, asked.json["kind"], asked.json["status"]) == (201, "abandon", "open")
    assert running.post(f"/votes/{asked.json['id']}", {"accept": True}, 1).status_code == 201
    view = running.get().json
    assert (view["status"], view["result"]["reason"]) == ("finished", "abandoned")


def test_the_same_table_meets_again(running: Table) -> None:
    assert running.post("/rematch", {}, 0).json["rule"] == "game.not_finished"
    running.post("/resign", {}, 0)

    opened = running.post("/rematch", {}, 0)
    joined = running.post("/rematch", {}, 1)

    assert (opened.status_code, joined.status_code) == (201, 201)
    assert opened.headers["Location"] == joined.headers["Location"] == f"/v1/games/{opened.json['id']}"
    assert opened.headers["Cache-Control"] == "no-store"
    assert "owner_token" not in joined.json
    assert running.get().json["rematch"] == opened.json["id"]
    seen = running.client.get(opened.headers["Location"]).json
    assert (seen["status"], seen["rematch_of"]) == ("running", running.id)


def test_a_rematch_asked_for_again_renews_one_token_and_a_repeated_request_none(running: Table) -> None:
    running.post("/resign", {}, 0)
    opened = running.post("/rematch", {}, 0, Idempotency_Key="k").json
    store = running.client.application.extensions["longroad"].context.store

    assert running.post("/rematch", {}, 0, Idempotency_Key="k").headers["Idempotency-Replayed"] == "true"
    assert store.head(opened["id"]) == 1
    assert running.post("/rematch", {}, 0).status_code == 201
    assert [event.type for event in store.read(opened["id"], 1)] == ["TokenRenewed"]


def test_whoever_joined_a_rematch_is_joined_once_by_a_repeated_request(running: Table) -> None:
    running.post("/resign", {}, 0)
    opened = running.post("/rematch", {}, 0).json["id"]

    first, again = (running.post("/rematch", {}, 1, Idempotency_Key="j") for _ in range(2))

    assert (first.json, again.headers["Idempotency-Replayed"]) == (again.json, "true")
    assert running.post("/rematch", {}, 1).json["rule"] == "seat.held"  # the old token was also the creator's
    headers = {"Authorization": f"Bearer {first.json['seats'][0]['token']}"}
    assert running.client.get(f"/v1/games/{opened}", headers=headers).status_code == 200


def test_a_clock_is_part_of_the_game(client: FlaskClient) -> None:
    table = new_table(client, clock={"seconds": 30})

    view = table.get().json

    assert view["clock"] == {"kind": "move", "seconds": 30, "on_timeout": "default"}
    assert all(entry["deadline"] > entry["since"] for entry in view["awaiting"])


@pytest.mark.parametrize(
    ("clock", "shown"),
    [
        ({"seconds": 9}, {"kind": "move", "seconds": 9, "on_timeout": "default"}),
        (
            {"kind": "bank", "seconds": 600},
            {"kind": "bank", "seconds": 600, "increment_s": 0, "on_timeout": "default"},
        ),
        (
            {"kind": "bank", "seconds": 600, "increment_s": 10, "on_timeout": "resign"},
            {"kind": "bank", "seconds": 600, "increment_s": 10, "on_timeout": "resign"},
        ),
        ({"kind": "days", "days": 3}, {"kind": "days", "days": 3, "holidays": 0, "on_timeout": "default"}),
    ],
)
def test_a_clock_of_any_kind_is_shown_in_full(client: FlaskClient, clock: Any, shown: Any) -> None:
    seen = new_table(client, clock=clock).get().json

    assert seen["clock"] == shown
    assert [seat.get("bank_ms") for seat in seen["seats"]] == [600_000 if shown["kind"] == "bank" else None] * 2


@pytest.mark.parametrize("seconds", [59, 2_592_001, "60", None])
def test_the_time_until_a_seat_is_overdue_has_bounds(client: FlaskClient, seconds: Any) -> None:
    seats = [{"kind": "human"}, {"kind": "human"}]

    answer = client.post("/v1/games", json={"ruleset": "toy", "seats": seats, "overdue_after_s": seconds})

    assert answer.status_code == 422
    assert [error["pointer"] for error in answer.json["errors"]] == ["/overdue_after_s"]


def test_the_time_until_a_seat_is_overdue_is_shown(client: FlaskClient) -> None:
    assert new_table(client).get().json["overdue_after_s"] == 86_400
    assert new_table(client, overdue_after_s=60).get().json["overdue_after_s"] == 60


@pytest.mark.parametrize("seconds", [-1, 301, "8", None])
def test_the_time_to_answer_an_offer_has_bounds(client: FlaskClient, seconds: Any) -> None:
    seats = [{"kind": "human"}, {"kind": "human"}]

    answer = client.post("/v1/games", json={"ruleset": "toy", "seats": seats, "offer_wait_s": seconds})

    assert answer.status_code == 422
    assert [error["pointer"] for error in answer.json["errors"]] == ["/offer_wait_s"]


def test_the_time_to_answer_an_offer_is_shown(client: FlaskClient) -> None:
    assert new_table(client).get().json["offer_wait_s"] == 8
    assert new_table(client, offer_wait_s=0).get().json["offer_wait_s"] == 0


@pytest.mark.parametrize(
    ("clock", "pointer"),
    [
        ({}, "/clock/seconds"),
        ({"seconds": 0}, "/clock/seconds"),
        ({"seconds": 10**7}, "/clock/seconds"),
        ({"seconds": 5, "on_timeout": "explode"}, "/clock/on_timeout"),
        ({"seconds": 5, "minutes": 5}, "/clock/minutes"),
        ({"kind": "hourglass", "seconds": 5}, "/clock/kind"),
        ({"kind": 7, "seconds": 5}, "/clock/kind"),
        ({"kind": None, "seconds": 5}, "/clock/kind"),
        ({"kind": "move", "seconds": 5, "increment_s": 5}, "/clock/increment_s"),
        ({"kind": "bank"}, "/clock/seconds"),
        ({"kind": "bank", "seconds": 5, "increment_s": -1}, "/clock/increment_s"),
        ({"kind": "bank", "seconds": 5, "increment_s": 86_401}, "/clock/increment_s"),
        ({"kind": "bank", "seconds": 5, "days": 1}, "/clock/days"),
        ({"kind": "days"}, "/clock/days"),
        ({"kind": "days", "days": 0}, "/clock/days"),
        ({"kind": "days", "days": 15}, "/clock/days"),
        ({"kind": "days", "days": 3, "holidays": 31}, "/clock/holidays"),
        ({"kind": "days", "days": 3, "seconds": 5}, "/clock/seconds"),
        (5, "/clock"),
        (None, "/clock"),
    ],
)
def test_a_clock_of_the_wrong_shape_is_422(client: FlaskClient, clock: Any, pointer: str) -> None:
    seats = [{"kind": "human"}] * 2

    answer = client.post("/v1/games", json={"ruleset": "toy", "seats": seats, "clock": clock})

    assert answer.status_code == 422
    assert [error["pointer"] for error in answer.json["errors"]] == [pointer]


def test_a_spectator_of_a_delayed_game_lags_behind_everywhere(client: FlaskClient) -> None:
    table = new_table(client, spectator_delay={"versions": 2})
    table.put_aside()

    assert (table.get().json["version"], table.get("", 0).json["version"]) == (1, 3)
    assert table.get().headers["ETag"].startswith('"1.')
    assert table.get("?version=2").status_code == 404
    assert {event["version"] for event in table.get("/events").json["events"]} == {1}
    assert table.get("/legal-actions").json["version"] == 1
    assert table.get("/fairness").json["version"] == 1
    assert table.post("/branches", {"version": 3}).status_code == 404
    table.post("/resign", {}, 0)
    stream = client.get(f"{table.path}/events", headers={"Accept": "application/x-ndjson"})
    assert "SeedRevealed" in stream.text


@pytest.mark.parametrize("delay", [{}, {"seconds": 5, "versions": 5}, {"seconds": 0}, {"versions": 10**6}])
def test_a_delay_of_the_wrong_shape_is_422(client: FlaskClient, delay: Any) -> None:
    seats = [{"kind": "human"}] * 2

    answer = client.post("/v1/games", json={"ruleset": "toy", "seats": seats, "spectator_delay": delay})

    assert answer.status_code == 422
