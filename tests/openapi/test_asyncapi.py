"""Tests that the AsyncAPI document follows the official schema, names every message, and has true examples."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from jsonschema_rs import Draft7Validator, Draft202012Validator

from openapi.generate import ASYNC, PATH
from service.catalog import RULESETS
from service.game.folds import event_table
from service.webhooks.registry import TEST, TYPES
from tests.json_documents import read_yaml
from tests.openapi.schemas import faults_of

SCHEMA = Path(__file__).parent.parent / "data" / "asyncapi" / "3.0.0.json"
DOCUMENT = read_yaml(ASYNC.read_text(encoding="utf-8"))
CONTRACT = json.loads(PATH.read_text(encoding="utf-8"))
BESIDE = "./openapi.json#"
WORDS = ("Turn", "Phrase", "Presence", "End", "Lagging", "Seat", "Reset")
SIGNALS = {f"{word}{of}" for word in WORDS for of in ("", "Line")}
"""Names the messages of streams that are no events."""


def references(node: Any) -> Iterator[str]:
    """Yield every reference in a document."""
    if isinstance(node, dict):
        if isinstance(node.get("$ref"), str):
            yield node["$ref"]
        for value in node.values():
            yield from references(value)
    if isinstance(node, list):
        for value in node:
            yield from references(value)


def at(reference: str) -> Any:
    """Return what a reference leads to; raises KeyError if there is nothing."""
    place = CONTRACT if reference.startswith(BESIDE) else DOCUMENT
    for step in reference.removeprefix(BESIDE).removeprefix("#").strip("/").split("/"):
        place = place[step]
    return place


def name_of(reference: dict[str, str]) -> str:
    return reference["$ref"].rpartition("/")[2]


def test_it_is_a_document_by_the_official_schema() -> None:
    validator = Draft7Validator(json.loads(SCHEMA.read_text(encoding="utf-8")))
    assert [f"{fault.instance_path}: {fault.message[:200]}" for fault in validator.iter_errors(DOCUMENT)] == []
    broken = DOCUMENT | {"operations": {"nothing": {"action": "tell"}}}
    assert not validator.is_valid(broken), "the schema is one that refuses"


def test_every_reference_leads_somewhere() -> None:
    found = set(references(DOCUMENT))
    assert len(found) > 300
    for reference in found:
        assert isinstance(at(reference), dict), reference


def test_every_message_of_an_operation_is_one_of_its_channel() -> None:
    for operation in DOCUMENT["operations"].values():
        for part in (operation, operation.get("reply", {})):
            for message in part.get("messages", ()):
                assert message["$ref"].startswith(part["channel"]["$ref"] + "/messages/")
    spoken = {name_of(m) for operation in DOCUMENT["operations"].values() for m in operation["messages"]}
    told = {name for channel in DOCUMENT["channels"].values() for name in channel["messages"]}
    assert told - spoken == {"BotAnswer", "Accepted", "Refused"}, "the replies"


def test_every_event_and_every_notice_is_a_message() -> None:
    events = {name for ruleset in RULESETS.values() for name in event_table(ruleset).by_name}
    for stream in ("streamGameEvents", "streamGameEventLines"):
        named = {name_of(message) for message in DOCUMENT["operations"][stream]["messages"]}
        assert events == named - SIGNALS
    notices = {DOCUMENT["components"]["messages"][name_of(m)]["name"] for m in operation_messages("tellWebhook")}
    assert notices == {*TYPES, TEST}


def operation_messages(name: str) -> list[dict[str, str]]:
    messages: list[dict[str, str]] = DOCUMENT["operations"][name]["messages"]
    return messages


def test_every_message_has_an_example() -> None:
    assert [name for name, message in DOCUMENT["components"]["messages"].items() if not message.get("examples")] == []


@pytest.mark.parametrize("part", ["payload", "headers"])
def test_every_example_fits(part: str) -> None:
    count = 0
    for name, message in DOCUMENT["components"]["messages"].items():
        for example in message.get("examples", ()):
            if part in example:
                count += 1
                assert _faults(message[part], example[part]) == [], name
    assert count > 130


def _faults(schema: dict[str, Any], value: Any) -> list[str]:
    schema = schema.get("schema", schema)
    reference = schema.get("$ref", "")
    if reference.startswith(BESIDE):
        return faults_of(CONTRACT, reference.rpartition("/")[2], value)
    own = at(reference) if reference else schema
    members = own.get("properties", {})
    beside = {name for name, member in members.items() if member.get("$ref", "").startswith(BESIDE)}
    found = [fault for name in beside & value.keys() for fault in _faults(members[name], value[name])]
    own = own | {"properties": {name: member for name, member in members.items() if name not in beside}}
    return found + [fault.message for fault in Draft202012Validator(own).iter_errors(value)]


def test_what_is_told_of_addresses_is_what_the_api_has() -> None:
    for channel in ("gameEvents", "myEvents", "commands"):
        assert DOCUMENT["channels"][channel]["address"] in CONTRACT["paths"]
    for operation in ("streamGameEvents", "streamMyEvents"):
        path = CONTRACT["paths"][DOCUMENT["channels"][name_of(DOCUMENT["operations"][operation]["channel"])]["address"]]
        stream = DOCUMENT["operations"][operation]
        assert stream["x-stream"]["mediaType"] in path["get"]["x-streams"]
        asked = {parameter["name"] for parameter in path["get"]["parameters"]}
        assert stream["bindings"]["http"]["query"]["properties"].keys() <= asked
