"""Tests holidays and pauses over HTTP."""

from typing import Any

import pytest
from flask.testing import FlaskClient

from service.process.wall_clock import now_ms, write_time
from tests.service.http.client import new_table

DAYS = {"kind": "days", "days": 3, "holidays": 5}


def test_a_holiday_is_taken_once_however_often_it_is_asked_for(client: FlaskClient) -> None:
    table = new_table(client, clock=DAYS)

    first = table.post("/seats/1/holiday", {"days": 2}, 1, Idempotency_Key="a")
    again = table.post("/seats/1/holiday", {"days": 2}, 1, Idempotency_Key="a")

    assert (first.status_code, again.status_code) == (201, 201)
    assert first.json == again.json
    assert [event["type"] for event in first.json["events"]][-1] == "HolidayTaken"
    assert [seat["holidays_left"] for seat in table.get().json["seats"]] == [5, 3]


@pytest.mark.parametrize("body", [{}, {"days": 0}, {"days": 31}, {"days": "2"}, {"days": 2, "until": 3}])
def test_a_holiday_of_the_wrong_shape_is_422(client: FlaskClient, body: Any) -> None:
    assert new_table(client, clock=DAYS).post("/seats/0/holiday", body, 0).status_code == 422


def test_refusals_say_why(client: FlaskClient) -> None:
    table = new_table(client, clock=DAYS)
    answer = table.post("/seats/0/holiday", {"days": 6}, 0)
    assert (answer.status_code, answer.json["rule"]) == (409, "holiday.none_left")
    assert table.post("/seats/0/holiday", {"days": 1}, 1).status_code == 403
    assert table.post("/seats/9/holiday", {"days": 1}, 1).status_code == 404
    other = new_table(client).post("/seats/0/holiday", {"days": 1}, 0)
    assert (other.status_code, other.json["rule"]) == (409, "holiday.no_days_clock")


def ahead(days: float) -> str:
    """Return a time so far ahead, as the API writes it."""
    return write_time(now_ms() + int(days * 86_400_000))


def test_a_pause_is_agreed_on_and_ended(client: FlaskClient) -> None:
    table, until = new_table(client), ahead(1)

    asked = table.post("/pause", {"until": until}, 0, Idempotency_Key="p")
    assert (asked.status_code, asked.json["kind"], asked.json["until"]) == (201, "pause", until)
    assert table.post("/pause", {"until": until}, 0, Idempotency_Key="p").json == asked.json
    assert table.post("/votes/1", {"accept": True}, 1).json["status"] == "passed"
    assert table.get().json["paused"] == {"until": until}
    for refused in (table.post("/undo", {}, 0), table.post("/pause", {"until": until}, 1)):
        assert (refused.status_code, refused.json["rule"]) == (409, "game.paused")

    ended = table.delete("/pause", 1, Idempotency_Key="e")
    assert (ended.status_code, [event["type"] for event in ended.json["events"]]) == (200, ["GameResumed"])
    assert table.delete("/pause", 1, Idempotency_Key="e").json == ended.json
    again = table.delete("/pause", 1)
    assert (again.status_code, again.json["rule"]) == (409, "game.not_paused")
    assert "paused" not in table.get().json


@pytest.mark.parametrize(
    "body",
    [{}, {"until": None}, {"until": 7}, {"until": "tomorrow"}, {"until": ahead(-1)}, {"until": ahead(30.1)}],
)
def test_a_pause_must_lie_ahead_and_be_a_time(client: FlaskClient, body: Any) -> None:
    answer = new_table(client).post("/pause", body, 0)

    assert answer.status_code == 422
    assert [error["pointer"] for error in answer.json["errors"]] == ["/until"]


def test_whoever_has_no_say_ends_no_pause(client: FlaskClient) -> None:
    table = new_table(client)
    assert table.delete("/pause").status_code == 401
    assert client.delete(f"{table.path}/pause", headers={"Authorization": f"Bearer {table.owner}"}).status_code == 403
