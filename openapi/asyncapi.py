"""Describes in AsyncAPI 3.0 what the server sends unasked: event streams, webhooks, and the answers of bots.

`asyncapi_frame.yaml` is the document without the messages of single events and notices, which are added here, and
without examples. The payloads are described once, in `openapi.json`, which lies beside this document and is served
with it.
"""

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, Final

import yaml

from domain.core.messages import Message
from openapi.recording import Examples
from openapi.registry import events_by_group
from service.catalog import RULESETS
from service.clients.feed import FORM as FEED_FORM
from service.examples import load_examples
from service.game.cursors import EVENT_FORM
from service.game.folds import event_table
from service.http.stream_pages import RETRY_MS
from service.http.streaming import QUIET_S
from service.process import build
from service.schemas.messages import group_of
from service.schemas.notices import HEADERS, NOTICE, make_notices
from service.schemas.sharing import component_of
from service.texts.contract_texts import about_message
from service.webhooks.registry import FAILURES_TO_DISABLE

FRAME: Final = Path(__file__).with_name("asyncapi_frame.yaml")
BINDING: Final = "0.3.0"
SCHEMA_FORMAT: Final = "application/schema+json;version=draft-07"


def document(examples: Examples) -> dict[str, Any]:
    """Return the whole document."""
    made = _frame()
    events = _events(examples)
    notices = {component_of(type_, NOTICE): _notice(type_, examples.notices[type_]) for type_ in make_notices()}
    _name(made, "gameEvents", events, "streamGameEvents", "streamGameEventLines")
    _name(made, "webhook", notices, "tellWebhook")
    components = made["components"]
    components["schemas"]["WebhookHeaders"] = {
        "type": "object",
        "required": list(HEADERS),
        "properties": {name: {"type": "string", "description": text} for name, text in HEADERS.items()},
    }
    for name, found in _other_examples(examples).items():
        components["messages"][name]["examples"] = found
    components["messages"] = events | notices | components["messages"]
    return made


def _frame() -> dict[str, Any]:
    """Return the document of the file, with values of the service in place of their names."""
    values = {
        "release": build.base_version(),
        "quiet_s": int(QUIET_S),
        "retry_ms": RETRY_MS,
        "failures": FAILURES_TO_DISABLE,
        "event_form": EVENT_FORM,
        "feed_form": FEED_FORM,
    }
    text = FRAME.read_text(encoding="utf-8")
    for name, value in values.items():
        text = text.replace(f"<{name}>", str(value))
    made: dict[str, Any] = yaml.safe_load(text)
    return made


def _name(made: dict[str, Any], channel: str, messages: Iterable[str], *operations: str) -> None:
    """Name messages of single types in their channel and its operations, before those that the frame names there."""
    named = {name: {"$ref": f"#/components/messages/{name}"} for name in messages}
    made["channels"][channel]["messages"] = named | made["channels"][channel]["messages"]
    places = [{"$ref": f"#/channels/{channel}/messages/{name}"} for name in messages]
    for operation in operations:
        made["operations"][operation]["messages"] = places + made["operations"][operation]["messages"]


def _events(examples: Examples) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for group, rows in events_by_group().items():
        for name, row in rows.items():
            found.setdefault(name, _event(row, examples.events[group][name].document))
    return found


def _event(row: Message, example: Mapping[str, Any]) -> dict[str, Any]:
    groups = [group_of(ruleset.name, row) for ruleset in RULESETS.values() if row.name in event_table(ruleset).by_name]
    return {
        "name": row.name,
        "title": row.name,
        "summary": about_message(groups, row),
        "headers": _local("schemas", "StreamedEvent"),
        "correlationId": _local("correlationIds", "version"),
        "payload": _payload(row.name),
        "examples": [
            {"headers": {"id": f"{example['version']}-{example['index']}.0123456789"}, "payload": example},
        ],
    }


def _notice(type_: str, examples: list[Any]) -> dict[str, Any]:
    headers = _local("schemas", "WebhookHeaders")
    return {
        "name": type_,
        "title": component_of(type_, NOTICE),
        "summary": make_notices()[type_].__doc__,
        "headers": headers,
        "correlationId": _local("correlationIds", "notice"),
        "payload": _payload(component_of(type_, NOTICE)),
        "bindings": {"http": {"headers": headers, "bindingVersion": BINDING}},
        "examples": [{"payload": example} for example in examples],
    }


def _local(kind: str, name: str) -> dict[str, str]:
    return {"$ref": f"#/components/{kind}/{name}"}


def _payload(component: str) -> dict[str, Any]:
    """Refer to a schema in `openapi.json`, which is plain JSON Schema."""
    return {"schemaFormat": SCHEMA_FORMAT, "schema": {"$ref": f"./openapi.json#/components/schemas/{component}"}}


def _other_examples(examples: Examples) -> dict[str, list[dict[str, Any]]]:
    """Return the examples of messages that are in the frame: commands, and answers that the API really gave."""
    command = examples.commands["catan-dice"]["DiceRollDice"]
    event = _answer("listMyEvents", "200")["events"][0]
    legal = _answer("getLegalActions", "200")
    turn = {"version": legal["version"], "must_act": legal["must_act"], "legal": legal}
    said = _answer("postPhrase", "201")
    presence = _answer("getPresence", "200")
    key = {"Idempotency-Key": "7f3c1c1e-9a0b-4f0e-8a55-2f5a3c0f6a11"}
    return {
        "MyEvent": [{"headers": {"id": event["cursor"]}, "payload": event}],
        "SeekOpened": [{"payload": _answer("listSeeks", "200")["seeks"][0]}],
        "SeekEnded": [{"payload": _answer("getSeek", "200")}],
        "Turn": [{"headers": {"event": "turn"}, "payload": turn}],
        "TurnLine": [{"payload": {"turn": turn}}],
        "Phrase": [{"headers": {"event": "phrase"}, "payload": said}],
        "PhraseLine": [{"payload": {"type": "phrase", "said": said}}],
        "Presence": [{"headers": {"event": "presence"}, "payload": presence}],
        "PresenceLine": [{"payload": {"type": "presence", "presence": presence}}],
        "Command": [{"headers": key, "payload": command}],
        "BotAnswer": [{"payload": command}],
        "Accepted": [{"payload": _answer("postCommands", "201")}],
        "Refused": [{"payload": load_examples("operations")["problems"]["refused"]}],
    }


def _answer(operation: str, status: str) -> dict[str, Any]:
    found: dict[str, Any] = load_examples("operations")["answers"][operation][f"{status} application/json"]
    return found
