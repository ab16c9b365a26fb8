"""Describes in AsyncAPI 3.0 what the server sends unasked: event streams, webhooks, and the answers of bots.

The payloads are described once, in `openapi.json`, which lies beside this document and is served with it.
"""

from typing import Any, Final

from openapi.async_messages import (
    CORRELATIONS,
    EVENT_MESSAGES,
    LINE_WORDS,
    MY_EVENT,
    NOTICE_MESSAGES,
    SCHEMAS,
    TURN,
    TURN_LINE,
    WORDS,
    messages,
)
from openapi.async_operations import OPERATIONS
from openapi.recording import Examples
from service.process import build

BREAKING_OFF: Final = (WORDS[1], LINE_WORDS[1], WORDS[3], LINE_WORDS[3])
DESCRIPTION: Final = """The streams and webhooks of Longroad, a server of Catan-family board games. All requests \
with their answers are in [openapi.json](./openapi.json), which also describes the payloads named here.

Every message contains the `version` of the game that it belongs to, as the answer to a command does. \
Clients ignore members and types that they do not know: those may be added at any time."""
SECURITY: Final = {
    "token": {
        "type": "http",
        "scheme": "bearer",
        "description": "A seat's token shows what the seat may see, the owner's what a spectator sees.",
    },
    "key": {
        "type": "httpApiKey",
        "name": "X-Api-Key",
        "in": "header",
        "description": "An API key, which names a client across games with all its seats.",
    },
    "ticket": {
        "type": "httpApiKey",
        "name": "ticket",
        "in": "query",
        "description": "A stream ticket in place of a token, valid once within a minute, for `EventSource`.",
    },
    "signature": {
        "type": "httpApiKey",
        "name": "webhook-signature",
        "in": "header",
        "description": "Standard Webhooks: `v1,` and the base64 of the HMAC-SHA256 of `id.timestamp.body` under the "
        "webhook's secret. The receiver verifies it.",
    },
}
SERVERS: Final = {
    "longroad": {
        "host": "{host}",
        "protocol": "http",
        "description": "The server, or the TLS proxy in front of it.",
        "variables": {"host": {"default": "localhost:8000", "description": "The host and port where it runs."}},
        "bindings": {"http": {}},
    },
    "receiver": {
        "host": "{receiver}",
        "protocol": "https",
        "description": "The server of the client that made the webhook.",
        "variables": {"receiver": {"default": "bot.example.org", "description": "The host of the webhook's `url`."}},
        "security": [{"$ref": "#/components/securitySchemes/signature"}],
        "bindings": {"http": {}},
    },
}


def document(examples: Examples) -> dict[str, Any]:
    """Return the whole document."""
    return {
        "asyncapi": "3.0.0",
        "id": "urn:longroad:v1",
        "info": {
            "title": "Longroad",
            "version": "v1",
            "description": DESCRIPTION,
            "license": {"name": "MIT"},
            "tags": [{"name": "streams"}, {"name": "webhooks"}, {"name": "bots"}],
            "x-release": build.base_version(),
        },
        "defaultContentType": "application/json",
        "servers": SERVERS,
        "channels": _channels(),
        "operations": OPERATIONS,
        "components": {
            "schemas": SCHEMAS,
            "messages": messages(examples),
            "correlationIds": CORRELATIONS,
            "securitySchemes": SECURITY,
        },
    }


def _channels() -> dict[str, Any]:
    game = {"id": {"description": "The id of the game."}}
    return {
        "gameEvents": _channel(
            "/v1/games/{id}/events",
            "The log of a game as the caller may see it, as it grows.",
            [*EVENT_MESSAGES, TURN, TURN_LINE, *WORDS, *LINE_WORDS],
            game,
        ),
        "myEvents": _channel(
            "/v1/me/events",
            "One feed of all the caller's games, in the order in which things happen.",
            [MY_EVENT, *BREAKING_OFF],
        ),
        "webhook": _channel(
            "{path}",
            "The `url` of a webhook.",
            [*NOTICE_MESSAGES, "BotAnswer"],
            {"path": {"description": "The path of the webhook's `url`.", "examples": ["/longroad"]}},
            server="receiver",
        ),
        "commands": _channel(
            "/v1/games/{id}/commands", "Commands that clients and bots post.", ["Command", "Accepted", "Refused"], game
        ),
    }


def _channel(
    address: str, description: str, names: list[str], parameters: dict[str, Any] | None = None, server: str = "longroad"
) -> dict[str, Any]:
    channel: dict[str, Any] = {
        "address": address,
        "description": description,
        "servers": [{"$ref": f"#/servers/{server}"}],
        "messages": {name: {"$ref": f"#/components/messages/{name}"} for name in names},
    }
    return channel | ({"parameters": parameters} if parameters else {})
