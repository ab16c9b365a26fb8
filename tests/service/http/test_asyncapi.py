"""Tests that live streams match the AsyncAPI document."""

import json
import re

from flask.testing import FlaskClient

from openapi.generate import ASYNC, PATH
from tests.json_documents import read_yaml
from tests.openapi.schemas import faults_of
from tests.service.http.client import Table, new_table

GAME = "catan-dice"


def finished(client: FlaskClient) -> Table:
    """Return a dice game that ended by resignation after some commands."""
    table = new_table(client, ruleset=GAME)
    seat = table.get("").json["awaiting"][0]["seat"]
    table.post("/commands", table.get("/legal-actions", seat).json["actions"][0]["command"], seat)
    assert table.post("/resign", {}, seat).status_code == 201
    return table


def test_the_document_is_served_and_linked(client: FlaskClient) -> None:
    answer = client.get("/asyncapi.yaml")
    assert (answer.status_code, answer.mimetype) == (200, "application/yaml")
    assert answer.data == ASYNC.read_bytes()
    assert client.get("/v1").json["contract"]["asyncapi"] == "/asyncapi.yaml"
    assert "/asyncapi.yaml" in client.get("/docs").text


def test_a_stream_holds_the_messages_of_the_document(client: FlaskClient) -> None:
    document = read_yaml(ASYNC.read_text(encoding="utf-8"))
    contract = json.loads(PATH.read_text(encoding="utf-8"))
    named = {one["$ref"].rpartition("/")[2] for one in document["operations"]["streamGameEvents"]["messages"]}
    table = finished(client)
    text = table.get("/events", Accept="text/event-stream").text
    form = document["components"]["schemas"]["StreamedEvent"]["properties"]["id"]["pattern"]
    *told, end, rest = [block for block in text.split("\n\n") if not block.startswith((":", "retry:"))]
    assert (end, rest) == ("event: end\ndata: {}", "")
    assert len(told) > 5
    for block in told:
        head, data = block.split("\n")
        event = json.loads(data.removeprefix("data: "))
        assert re.fullmatch(form, head.removeprefix("id: "))
        assert head.startswith(f"id: {event['version']}-{event['index']}.")
        assert event["type"] in named
        assert faults_of(contract, event["type"], event) == []


def test_a_turn_is_as_the_document_has_it(client: FlaskClient) -> None:
    document = read_yaml(ASYNC.read_text(encoding="utf-8"))
    contract = json.loads(PATH.read_text(encoding="utf-8"))
    named = {one["$ref"].rpartition("/")[2] for one in document["operations"]["streamGameEvents"]["messages"]}
    assert document["components"]["messages"]["Turn"]["payload"]["schema"]["$ref"].endswith("schemas/Turn")
    assert "Turn" in named
    table = new_table(client, ruleset=GAME)
    for seat in (0, 1):
        sent = table.headers(seat, {"Accept": "application/x-ndjson"})
        chunks = iter(client.get(table.path + "/events?after=latest&legal=true", headers=sent).response)
        assert next(chunks) == b"\n"
        told = json.loads(next(chunks))
        assert list(told) == ["turn"]
        assert faults_of(contract, "Turn", told["turn"]) == []


def test_lines_hold_the_messages_of_the_document(client: FlaskClient) -> None:
    table = finished(client)
    lines = [json.loads(line) for line in table.get("/events", Accept="application/x-ndjson").text.split("\n") if line]
    assert lines.pop() == {"type": "end"}
    told = table.get("/events?limit=1000").json
    assert lines == [event | {"cursor": line["cursor"]} for event, line in zip(told["events"], lines, strict=True)]
    assert lines[-1]["cursor"].partition(".")[2] == told["cursor"].partition(".")[2], "of the same version"
