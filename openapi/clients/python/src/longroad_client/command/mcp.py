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
    """Send a message to the server, and return the answer; None for a notification."""
    from urllib.error import HTTPError
    from urllib.request import Request, urlopen

    headers = _headers(line) | ({} if key is None else {"X-Api-Key": key})
    try:
        with urlopen(Request(address, line.encode(), headers), timeout=PATIENCE_S) as answer:
            text = answer.read()
    except HTTPError as refusal:
        text = refusal.read()
    except OSError as error:
        return _fault(line, f"no answer from {address}: {error}")
    return _read(line, text) if text else None


def _headers(line: str) -> dict[str, str]:
    """Return the headers that mirror a message."""
    message = _parse(line)
    params = _members(message, "params")
    meta = _members(params, "_meta")
    mirrored = {"Mcp-Method": message.get("method"), "Mcp-Name": params.get("uri", params.get("name"))}
    named = {name: _encode(value) for name, value in mirrored.items() if isinstance(value, str)}
    accepted = {"Content-Type": "application/json", "Accept": "application/json, text/event-stream"}
    return accepted | named | {"MCP-Protocol-Version": str(meta.get(_VERSION, OLDER))}


def _members(message: dict[str, Any], name: str) -> dict[str, Any]:
    """Return a member that is an object; an empty one for anything else."""
    found = message.get(name)
    return found if isinstance(found, dict) else {}


def _encode(value: str) -> str:
    plain = value.isascii() and value.isprintable() and value == value.strip() and not value.startswith("=?base64?")
    return value if plain else f"=?base64?{b64encode(value.encode()).decode()}?="


def _read(line: str, text: bytes) -> Any:
    """Return the message in an answer; one that is no message of the protocol, such as 429, becomes an error."""
    try:
        told = json.loads(text)
    except ValueError:
        return _fault(line, "the server's answer is no JSON")
    return told if "jsonrpc" in told else _fault(line, told.get("detail", "the server refused"))


def _fault(line: str, text: str) -> dict[str, Any]:
    message = _parse(line)
    told = {"id": message["id"]} if "id" in message else {}
    return {"jsonrpc": "2.0", **told, "error": {"code": NO_ANSWER, "message": text}}


def _parse(line: str) -> dict[str, Any]:
    try:
        message = json.loads(line)
    except ValueError:
        return {}
    return message if isinstance(message, dict) else {}
