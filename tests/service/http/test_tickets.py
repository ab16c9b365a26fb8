"""Tests stream tickets for browsers, which cannot send a header with an EventSource."""

from typing import Any

import pytest
from flask import Flask

from service.clients.authentication import TICKET_S
from service.clients.tokens import hash_of
from tests.service.http.client import Table, new_table
from tests.service.http.problem_answers import problem


def ticket(table: Table, seat: int | None) -> Any:
    answer = table.post("/stream-tickets", {}, seat)
    assert (answer.status_code, answer.headers["Cache-Control"]) == (201, "no-store")
    return answer.json


def test_a_ticket_opens_one_stream_as_its_seat(running: Table) -> None:
    issued = ticket(running, 0)
    assert issued["expires_in"] == TICKET_S == 60
    stream = running.client.get(issued["stream"])
    assert stream.json == running.get("/events", 0).json
    assert stream.json != running.get("/events").json
    problem(running.client.get(issued["stream"]), 401, "unauthorized")


def test_a_spectators_ticket_shows_what_a_spectator_sees(running: Table) -> None:
    assert running.client.get(ticket(running, None)["stream"]).json == running.get("/events").json


def test_a_ticket_lives_a_minute(app: Flask, running: Table) -> None:
    redis = app.extensions["longroad"].context.jobs.redis
    issued = ticket(running, 0)["ticket"]
    assert 0 < redis.ttl(f"longroad:ticket:{hash_of(issued)}") <= TICKET_S
    assert not [key for key in redis.keys("longroad:*") if issued.encode() in key]


def test_a_ticket_is_of_its_game_and_dies_with_its_token(running: Table) -> None:
    other = new_table(running.client)
    issued = ticket(running, 0)["ticket"]
    problem(running.client.get(f"{other.path}/events?ticket={issued}"), 401, "unauthorized")
    issued = ticket(running, 1)["ticket"]
    owner = {"Authorization": f"Bearer {running.owner}"}
    running.client.patch(running.path + "/seats/1", json={"reissue": True}, headers=owner)
    problem(running.get(f"/events?ticket={issued}"), 401, "unauthorized")


@pytest.mark.parametrize("given", ["", "x", "x" * 64, "%00"])
def test_nonsense_opens_nothing(running: Table, given: str) -> None:
    problem(running.get(f"/events?ticket={given}"), 401, "unauthorized")
    private = new_table(running.client, private=True)
    problem(private.get(f"/events?ticket={given}"), 404, "not_found")
    problem(private.post("/stream-tickets", {}), 404, "not_found")
