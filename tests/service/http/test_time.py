"""Holidays over HTTP."""

from typing import Any

import pytest
from flask.testing import FlaskClient

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
