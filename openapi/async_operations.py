"""Describes the operations of the AsyncAPI document from the server's side: `send` is what the server sends."""

from typing import Any, Final

from openapi.async_messages import (
    BINDING,
    EVENT_MESSAGES,
    LINE_WORDS,
    MY_EVENT,
    NOTICE_MESSAGES,
    TURN,
    TURN_LINE,
    WORDS,
)
from service.http.stream_formats import NDJSON, RETRY_MS, SSE
from service.http.streaming import QUIET_S
from service.webhooks.registry import FAILURES_TO_DISABLE

AFTER: Final = {
    "type": "string",
    "description": "The cursor after which events begin; `latest` for new ones only. `Last-Event-ID` overrides it.",
}
SUMMARIES: Final = {
    "type": "boolean",
    "description": "`true` to add a `summary` in the requested language to each event.",
}
LEGAL: Final = {
    "type": "boolean",
    "description": "`true` to add the legal actions to each `turn`, with texts in the requested language.",
}
TICKET: Final = {"type": "string", "description": "A stream ticket, which replaces the token."}
CLOSING: Final = (
    "A reader that is too slow gets `lagging`, and the stream closes. Streams also close when the server stops."
)
SSE_TOLD: Final = f"""As `{SSE}`: the answer to a GET with that `Accept`. Each message is one event; its payload is \
the `data` line, and its `id` can be sent as `Last-Event-ID` to continue after it. A comment comes at least every \
{QUIET_S:.0f} s. {CLOSING}"""
LINES_TOLD: Final = f"""As `{NDJSON}`: the answer to a GET with that `Accept`, one message a line. An empty line comes \
at least every {QUIET_S:.0f} s. {CLOSING}"""
OVER: Final = (
    " After the end of the game comes `end`, and the stream closes; a client that has everything then gets 204. If a "
    "failover lost versions that were sent, or that the cursor covers, `reset` comes, and the stream closes."
)
HOOK_TOLD: Final = f"""Posted to the webhook's `url` and signed according to Standard Webhooks. Any 2xx counts as \
delivered; otherwise it is repeated at growing intervals, a `turn` as long as the seat still has to act. After \
{FAILURES_TO_DISABLE} failures in a row, or a 410, the webhook is switched off. A webhook that plays a seat gets its \
`turn` with view, legal actions and token. It may answer with 200 and a command, or with 204 and post one later."""
COMMAND_TOLD: Final = """Any client, also a bot after a `turn`, posts a command. Without `If-Match` it is judged by \
the current position."""


def _messages(channel: str, names: tuple[str, ...]) -> list[dict[str, str]]:
    return [{"$ref": f"#/channels/{channel}/messages/{name}"} for name in names]


def _security(*names: str) -> list[dict[str, str]]:
    return [{"$ref": f"#/components/securitySchemes/{name}"} for name in names]


def _stream(channel: str, title: str, description: str, names: tuple[str, ...], media_type: str) -> dict[str, Any]:
    game = channel == "gameEvents"
    query = {"after": AFTER} | ({"ticket": TICKET, "summaries": SUMMARIES, "legal": LEGAL} if game else {})
    stream = {"mediaType": media_type}
    sse = {"retryMs": RETRY_MS, "resume": "Last-Event-ID"} if media_type == SSE else {}
    return {
        "action": "send",
        "channel": {"$ref": f"#/channels/{channel}"},
        "title": title,
        "description": description + (OVER if game else ""),
        "security": _security("token", *(("ticket",) if game else ("key",))),
        "tags": [{"name": "streams"}],
        "bindings": {
            "http": {
                "method": "GET",
                "query": {"type": "object", "properties": query, "additionalProperties": False},
                "bindingVersion": BINDING,
            }
        },
        "messages": _messages(channel, names),
        "x-stream": stream | sse | {"signOfLifeSeconds": int(QUIET_S)},
    }


def _describe_post(channel: str, action: str, title: str, description: str, tag: str) -> dict[str, Any]:
    return {
        "action": action,
        "channel": {"$ref": f"#/channels/{channel}"},
        "title": title,
        "description": description,
        "tags": [{"name": tag}],
        "bindings": {"http": {"method": "POST", "bindingVersion": BINDING}},
    }


def _describe_reply(channel: str, *names: str) -> dict[str, Any]:
    return {"channel": {"$ref": f"#/channels/{channel}"}, "messages": _messages(channel, names)}


OPERATIONS: Final[dict[str, Any]] = {
    "streamGameEvents": _stream("gameEvents", "Follow a game", SSE_TOLD, (*EVENT_MESSAGES, TURN, *WORDS), SSE),
    "streamGameEventLines": _stream(
        "gameEvents", "Follow a game line by line", LINES_TOLD, (*EVENT_MESSAGES, TURN_LINE, *LINE_WORDS), NDJSON
    ),
    "streamMyEvents": _stream("myEvents", "Follow all games", SSE_TOLD, (MY_EVENT, WORDS[1], WORDS[3]), SSE),
    "streamMyEventLines": _stream(
        "myEvents", "Follow all games line by line", LINES_TOLD, (MY_EVENT, LINE_WORDS[1], LINE_WORDS[3]), NDJSON
    ),
    "tellWebhook": _describe_post("webhook", "send", "Tell a webhook", HOOK_TOLD, "webhooks")
    | {"messages": _messages("webhook", NOTICE_MESSAGES), "reply": _describe_reply("webhook", "BotAnswer")},
    "receiveCommand": _describe_post("commands", "receive", "Take a command", COMMAND_TOLD, "bots")
    | {
        "security": _security("token"),
        "messages": _messages("commands", ("Command",)),
        "reply": _describe_reply("commands", "Accepted", "Refused"),
    },
}
