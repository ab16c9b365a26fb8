"""Describes the messages of the AsyncAPI document: one per type of event and notice, and the signals of streams."""

from collections.abc import Iterator
from typing import Any, Final

from domain.core.messages import Message
from openapi.recording import Examples
from service.catalog import RULESETS
from service.clients.feed import FORM as FEED_FORM
from service.game.cursors import EVENT_FORM
from service.game.folds import event_table
from service.schemas.messages import group_of
from service.schemas.notices import HEADERS, NOTICES, component_of_notice
from service.schemas.recorded import load_examples
from service.texts.lookup import about_message

BINDING: Final = "0.3.0"
SCHEMA_FORMAT: Final = "application/schema+json;version=draft-07"
MY_EVENT: Final = "MyEvent"
WORDS: Final = ("End", "Lagging", "Seat", "Reset")
LINE_WORDS: Final = ("EndLine", "LaggingLine", "SeatLine", "ResetLine")
TURN: Final = "Turn"
TURN_LINE: Final = "TurnLine"
CORRELATIONS: Final = {
    "version": {
        "description": "The version of the game, which the answer to a command contains too.",
        "location": "$message.payload#/version",
    },
    "versionOfMine": {
        "description": "The version of the game, which the answer to a command contains too.",
        "location": "$message.payload#/event/version",
    },
    "versionOfTurn": {
        "description": "The version of the game, which the answer to a command contains too.",
        "location": "$message.payload#/turn/version",
    },
    "notice": {
        "description": "The id of the notice, equal in every attempt to deliver it.",
        "location": "$message.header#/webhook-id",
    },
}
_TEXT: Final = {"type": "string"}


def _sse(text: str, pattern: str) -> dict[str, Any]:
    return {"type": "object", "properties": {"id": {"type": "string", "description": text, "pattern": pattern}}}


SCHEMAS: Final = {
    "StreamedEvent": _sse(
        "The cursor after the event, to send as `Last-Event-ID`: `version-index`, with a proof of all that led to it.",
        EVENT_FORM,
    ),
    "StreamedMyEvent": _sse("The `cursor` of the event, to send as `Last-Event-ID`.", FEED_FORM),
    "WebhookHeaders": {
        "type": "object",
        "required": list(HEADERS),
        "properties": {name: _TEXT | {"description": text} for name, text in HEADERS.items()},
    },
}
"""Describes the lines of a Server-Sent Event before its data (JSON lines have none), and a webhook's headers."""


def _rows() -> Iterator[tuple[str, str, Message]]:
    """Yield every event once, with its group and its component."""
    known = set()
    for ruleset in RULESETS.values():
        for row in event_table(ruleset).rows:
            if row.name not in known:
                known.add(row.name)
                yield group_of(ruleset.name, row), row.name, row


def _groups_of(row: Message) -> list[str]:
    """List all groups with an event of this type."""
    return [group_of(ruleset.name, row) for ruleset in RULESETS.values() if row.name in event_table(ruleset).by_name]


EVENT_MESSAGES: Final = tuple(component for _, component, _ in _rows())
NOTICE_MESSAGES: Final = tuple(component_of_notice(type_) for type_ in NOTICES)


def payload(component: str) -> dict[str, Any]:
    """Refer to a schema in `openapi.json`, which is plain JSON Schema."""
    return {"schemaFormat": SCHEMA_FORMAT, "schema": {"$ref": f"./openapi.json#/components/schemas/{component}"}}


def _local(kind: str, name: str) -> dict[str, str]:
    return {"$ref": f"#/components/{kind}/{name}"}


def messages(examples: Examples) -> dict[str, Any]:
    """Return all messages by name."""
    found = {component: _event(component, row, examples.events[group][row.name]) for group, component, row in _rows()}
    found |= {component_of_notice(type_): _notice(type_, examples.notices[type_]) for type_ in NOTICES}
    return {**found, MY_EVENT: _my_event(), **_turns(), **_words(), **_commands(examples)}


def _event(component: str, row: Message, example: Any) -> dict[str, Any]:
    return {
        "name": row.name,
        "title": component,
        "summary": about_message(_groups_of(row), row),
        "headers": _local("schemas", "StreamedEvent"),
        "correlationId": _local("correlationIds", "version"),
        "payload": payload(component),
        "examples": [
            {
                "headers": {"id": f"{example.document['version']}-{example.document['index']}.0123456789"},
                "payload": example.document,
            }
        ],
    }


def _my_event() -> dict[str, Any]:
    return {
        "name": MY_EVENT,
        "title": "An event of one of the caller's games",
        "summary": "The event as the seat `you` may see it, with its game and the cursor that continues after it.",
        "headers": _local("schemas", "StreamedMyEvent"),
        "correlationId": _local("correlationIds", "versionOfMine"),
        "payload": payload("MyEvent"),
        "examples": [
            {"headers": {"id": event["cursor"]}, "payload": event}
            for event in _find_answer("listMyEvents", "200")["events"][:1]
        ],
    }


def _find_answer(operation: str, status: str) -> dict[str, Any]:
    """Return an answer that the API really gave."""
    found: dict[str, Any] = load_examples("operations")["answers"][operation][f"{status} application/json"]
    return found


def _turns() -> dict[str, Any]:
    legal = _find_answer("getLegalActions", "200")
    turn = {"version": legal["version"], "must_act": legal["must_act"], "legal": legal}
    shared = {
        "name": "turn",
        "summary": "What the seat must or may do now, only on streams of a seat's token. It is not an event, has "
        "no `id`, and comes once after every connection and whenever it has changed.",
    }
    line = {
        "type": "object",
        "required": ["turn"],
        "properties": {"turn": payload(TURN)["schema"]},
        "description": "The only line without a `type`.",
    }
    message = {
        "headers": _event_head("turn"),
        "correlationId": _local("correlationIds", "version"),
        "payload": payload(TURN),
        "examples": [{"headers": {"event": "turn"}, "payload": turn}],
    }
    of_lines = {
        "correlationId": _local("correlationIds", "versionOfTurn"),
        "payload": {"schemaFormat": SCHEMA_FORMAT, "schema": line},
        "examples": [{"payload": {"turn": turn}}],
    }
    return {TURN: shared | message, TURN_LINE: shared | of_lines}


def _event_head(word: str) -> dict[str, Any]:
    """Describe the line of a Server-Sent Event that names it."""
    return {"type": "object", "required": ["event"], "properties": {"event": {"type": "string", "const": word}}}


def _words() -> dict[str, Any]:
    summaries = {
        "end": "The game is over or deleted, and nothing follows. A new request is answered with 204.",
        "seat": "The token no longer shows its seat: it was renewed, or the seat was left, resigned or handed on. "
        "Or the API key that opened the stream was deleted.",
        "lagging": "The reader was too slow, and the stream closes: connect again with the last id.",
        "reset": "The store lost versions that were already sent, and the stream closes: read the whole game again.",
    }
    found: dict[str, Any] = {}
    for word, summary in summaries.items():
        line = {"type": "object", "required": ["type"], "properties": {"type": {"type": "string", "const": word}}}
        name = word.capitalize()
        found[name] = {
            "name": word,
            "summary": summary,
            "headers": _event_head(word),
            "payload": {"type": "object"},
            "examples": [{"headers": {"event": word}, "payload": {}}],
        }
        found[f"{name}Line"] = {
            "name": word,
            "summary": summary,
            "payload": line,
            "examples": [{"payload": {"type": word}}],
        }
    return found


def _notice(type_: str, examples: list[Any]) -> dict[str, Any]:
    headers = _local("schemas", "WebhookHeaders")
    return {
        "name": type_,
        "title": component_of_notice(type_),
        "summary": NOTICES[type_].__doc__,
        "headers": headers,
        "correlationId": _local("correlationIds", "notice"),
        "payload": payload(component_of_notice(type_)),
        "bindings": {"http": {"headers": headers, "bindingVersion": BINDING}},
        "examples": [{"payload": example} for example in examples],
    }


def _commands(examples: Examples) -> dict[str, Any]:
    key = {"Idempotency-Key": _TEXT, "If-Match": _TEXT}
    headers = {"type": "object", "properties": key}
    sent = {"Idempotency-Key": "7f3c1c1e-9a0b-4f0e-8a55-2f5a3c0f6a11"}
    command = examples.commands["catan-dice"]["DiceRollDice"]
    return {
        "Command": {
            "name": "command",
            "summary": "A command, or several. Repeated with the same `Idempotency-Key`, it counts once.",
            "headers": headers,
            "payload": payload("CommandBody"),
            "bindings": {"http": {"headers": headers, "bindingVersion": BINDING}},
            "examples": [{"headers": sent, "payload": command}],
        },
        "BotAnswer": _reply(
            "A bot's command. It is accepted if the game is still at the `version` of the notice.", 200, command
        )
        | {"payload": payload("CommandBody")},
        "Accepted": _reply(
            "The command is on disk; the events of `version` follow on every stream.",
            201,
            _find_answer("postCommands", "201"),
        )
        | {"payload": payload("Accepted"), "correlationId": _local("correlationIds", "version")},
        "Refused": _reply(
            "The rules refuse the command; nothing has changed.",
            409,
            load_examples("operations")["problems"]["refused"],
        )
        | {"payload": payload("Problem"), "contentType": "application/problem+json"},
    }


def _reply(summary: str, status: int, example: dict[str, Any]) -> dict[str, Any]:
    return {
        "summary": summary,
        "bindings": {"http": {"statusCode": status, "bindingVersion": BINDING}},
        "examples": [{"payload": example}],
    }
