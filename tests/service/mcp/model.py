"""Provides what stands in for a language model: a client of the protocol that knows tools by their answers alone."""

import json
import re
from collections.abc import Callable, Mapping
from random import Random
from typing import Any

META = "io.modelcontextprotocol/"
NEWER = "2026-07-28"
LARGEST = 6_000
NUMBERED = re.compile(r"^(\d+)\. (.*)$", re.MULTILINE)
VERSION = re.compile(r"^At version (\d+) you must act", re.MULTILINE)
HANDLE = re.compile(r"handle of your seat is: (\S+)")

Send = Callable[[Mapping[str, Any]], tuple[int, Any]]
"""Sends a message and returns the status and the message of the answer."""


class Told(Exception):
    """Reports what a tool refused, in the words that the model is told."""


class Model:
    """Calls tools by the newer revision, or after the handshake by the older one, and keeps how long answers were."""

    def __init__(self, send: Send, *, is_older: bool = False) -> None:
        self.send = send
        self.is_older = is_older
        self.longest = 0
        self.calls = 0
        if is_older:
            _, told = send(message("initialize", {"protocolVersion": "2025-06-18", "capabilities": {}}))
            assert told["result"]["protocolVersion"] == "2025-06-18"
            assert send({"jsonrpc": "2.0", "method": "notifications/initialized"}) == (202, None)

    def call(self, tool: str, **arguments: Any) -> str:
        """Call a tool and return its text; raises Told for what it refuses."""
        params: dict[str, Any] = {"name": tool, "arguments": arguments}
        status, told = self.send(message("tools/call", params if self.is_older else params | {"_meta": meta()}))
        assert status == 200, told
        self.calls += 1
        self.longest = max(self.longest, len(json.dumps(told, ensure_ascii=False).encode()))
        text = str(told["result"]["content"][0]["text"])
        if told["result"]["isError"]:
            raise Told(text)
        return text

    def start(self, **wish: Any) -> str:
        """Start a game and return the handle of the seat."""
        return handle_in(self.call("start", **wish))

    def play(self, seat: str, rng: Random) -> str:
        """Play a game at random to its end, and return how it ended."""
        told = self.call("wait", seat=seat)
        while "is finished" not in told:
            found = VERSION.search(told)
            if found is None:
                told = self.call("wait", seat=seat)
                continue
            numbers = [int(number) for number, _ in NUMBERED.findall(told)]
            building = [int(number) for number, summary in NUMBERED.findall(told) if "uild" in summary]
            told = self.call("play", seat=seat, number=rng.choice(building or numbers), version=int(found[1]))
        return told


def handle_in(text: str) -> str:
    """Return the handle that a tool gave."""
    found = HANDLE.search(text)
    assert found, text
    return found[1]


def message(method: str, params: Mapping[str, Any], number: int | str = 1) -> dict[str, Any]:
    """Return a request of JSON-RPC."""
    return {"jsonrpc": "2.0", "id": number, "method": method, "params": dict(params)}


def meta(version: str = NEWER) -> dict[str, Any]:
    """Return what every request of the newer revision says of itself."""
    client = {"name": "model", "version": "1"}
    return {f"{META}protocolVersion": version, f"{META}clientInfo": client, f"{META}clientCapabilities": {}}


def mirrored(sent: Mapping[str, Any]) -> dict[str, str]:
    """Return the headers that mirror a message."""
    params = sent.get("params", {})
    version = params.get("_meta", {}).get(f"{META}protocolVersion", "2025-06-18")
    named = {"Mcp-Name": params["name"]} if "name" in params else {}
    return {"MCP-Protocol-Version": version, "Mcp-Method": sent["method"], **named}
