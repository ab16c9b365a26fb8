"""Defines `longroad mcp`, the Model Context Protocol over stdio: each line goes to `/mcp` of a server."""

import json
import sys
from base64 import b64encode
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from threading import Lock
from typing import Any, Final

import click

from longroad_client.command.connection import LOCAL

PATIENCE_S: Final = 60
AT_ONCE: Final = 8
NO_ANSWER: Final = -32000
OLDER: Final = "2025-06-18"
_VERSION: Final = "io.modelcontextprotocol/protocolVersion"


@click.command()
@click.option("--url", envvar=["LONGROAD_URL", "URL"], default=LOCAL, show_default=True, help="The server.")
@click.option("--key", envvar="LONGROAD_KEY", help="An API key, to which the seats belong.")
def mcp(url: str, key: str | None) -> int:
    """Seat a language model: the Model Context Protocol on standard input and output."""
    writing = Lock()
    with ThreadPoolExecutor(AT_ONCE) as pool:
        for line in filter(str.strip, sys.stdin):
            pool.submit(partial(_pass_on, url.rstrip("/") + "/mcp", key, line, writing))
    return 0


def _pass_on(address: str, key: str | None, line: str, writing: Lock) -> None:
    answer = _exchange(address, key, line)
    if answer is not None:
        with writing:
            sys.stdout.write(json.dumps(answer, ensure_ascii=False) + "\n")
            sys.stdout.flush()


def _exchange(address: str, key: str | None, line: str) -> Any:
    """Send a message to the server, and return the answer; None for a notification.

    An answer that is no message of the protocol, such as 429, becomes an error.
    """
    from urllib.error import HTTPError
    from urllib.request import Request, urlopen

    message = _object(_parse(line))
    headers = _headers(message) | ({} if key is None else {"X-Api-Key": key})
    try:
        with urlopen(Request(address, line.encode(), headers), timeout=PATIENCE_S) as answer:
            text = answer.read()
    except HTTPError as refusal:
        text = refusal.read()
    except OSError as error:
        return _fault(message, f"no answer from {address}: {error}")
    if not text:
        return None
    told = _parse(text)
    if told is None:
        return _fault(message, "the server's answer is no JSON")
    return told if "jsonrpc" in told else _fault(message, told.get("detail", "the server refused"))


def _headers(message: dict[str, Any]) -> dict[str, str]:
    params = _object(message.get("params"))
    meta = _object(params.get("_meta"))
    mirrored = {"Mcp-Method": message.get("method"), "Mcp-Name": params.get("uri", params.get("name"))}
    named = {name: _encode(value) for name, value in mirrored.items() if isinstance(value, str)}
    accepted = {"Content-Type": "application/json", "Accept": "application/json, text/event-stream"}
    return accepted | named | {"MCP-Protocol-Version": str(meta.get(_VERSION, OLDER))}


def _object(value: Any) -> dict[str, Any]:
    return value if isinstance(value, dict) else {}


def _encode(value: str) -> str:
    plain = value.isascii() and value.isprintable() and value == value.strip() and not value.startswith("=?base64?")
    return value if plain else f"=?base64?{b64encode(value.encode()).decode()}?="


def _fault(message: dict[str, Any], text: str) -> dict[str, Any]:
    told = {"id": message["id"]} if "id" in message else {}
    return {"jsonrpc": "2.0", **told, "error": {"code": NO_ANSWER, "message": text}}


def _parse(text: str | bytes) -> Any:
    try:
        return json.loads(text)
    except ValueError:
        return None
