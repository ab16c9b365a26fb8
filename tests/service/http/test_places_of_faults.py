"""Tests that faults tell the body, the query and headers apart."""

import pytest
from flask.testing import FlaskClient

from tests.service.http.client import new_table
from tests.service.http.keys import new_key, with_key

STREAM = {"Accept": "text/event-stream"}


@pytest.mark.parametrize(
    ("query", "name"),
    [("vesion=1", "vesion"), ("version=x", "version"), ("version=1&version=2", "version")],
)
def test_a_fault_in_the_query_names_its_parameter(client: FlaskClient, query: str, name: str) -> None:
    refused = new_table(client).get(f"?{query}").json
    assert refused["type"] == "/problems/invalid_body"
    assert [(fault["parameter"], fault["pointer"]) for fault in refused["errors"]] == [(name, f"/{name}")]
    assert "header" not in refused["errors"][0]


@pytest.mark.parametrize("path", ["/v1/games?cursor=x", "/v1/games?ruleset=catna", "/v1/games?limit=0"])
def test_what_a_filter_refuses_names_its_parameter(client: FlaskClient, path: str) -> None:
    [fault] = client.get(path).json["errors"]
    assert fault["parameter"] == path.partition("?")[2].partition("=")[0]


def test_a_fault_in_a_header_names_it(client: FlaskClient) -> None:
    table, key = new_table(client), with_key(new_key(client))
    [fault] = table.get("/events", **{"Last-Event-ID": "zzz"}, **STREAM).json["errors"]
    assert (fault["header"], "parameter" in fault) == ("Last-Event-ID", False)
    [fault] = client.get("/v1/me/events", headers={"Last-Event-ID": "zzz", **STREAM, **key}).json["errors"]
    assert fault["header"] == "Last-Event-ID"
    [fault] = client.get("/v1/me/events?after=zzz", headers=key).json["errors"]
    assert fault["parameter"] == "after"


def test_a_fault_in_the_body_has_its_pointer_alone(client: FlaskClient) -> None:
    [fault] = client.post("/v1/games", json={"ruleset": "catan", "seats": 3}).json["errors"]
    assert (fault["pointer"], {"parameter", "header"} & set(fault)) == ("/seats", set())
