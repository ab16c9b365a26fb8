"""Provides what stands in for a language model: a client of the protocol that knows tools by their answers alone."""

import json
from collections.abc import Callable, Mapping
from functools import cache
from random import Random
from typing import Any

import jsonschema_rs
from flask.testing import FlaskClient

from service.mcp.tools import TOOLS

META = "io.modelcontextprotocol/"
NEWER = "2026-07-28"
LARGEST = 6_000

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
        self.answered: set[str] = set()
        if is_older:
            _, told = send(message("initialize", {"protocolVersion": "2025-06-18", "capabilities": {}}))
            assert told["result"]["protocolVersion"] == "2025-06-18"
            assert send({"jsonrpc": "2.0", "method": "notifications/initialized"}) == (202, None)

    def call(self, tool: str, **arguments: Any) -> str:
        """Call a tool and return its text; raises Told for what it refuses."""
        return str(self.result(tool, arguments)["content"][0]["text"])

    def data(self, tool: str, **arguments: Any) -> Any:
        """Call a tool and return its data; raises Told for what it refuses."""
        return self.result(tool, arguments)["structuredContent"]

    def result(self, tool: str, arguments: Mapping[str, Any]) -> dict[str, Any]:
        """Call a tool and return what it answers, whose data must fit its schema and be told by its text, too."""
        params: dict[str, Any] = {"name": tool, "arguments": arguments}
        status, told = self.send(message("tools/call", params if self.is_older else params | {"_meta": meta()}))
        assert status == 200, told
        self.calls += 1
        result: dict[str, Any] = told["result"]
        if result["isError"]:
            assert "structuredContent" not in result
            raise Told(result["content"][0]["text"])
        self.answered.add(tool)
        schema_of(tool).validate(result["structuredContent"])
        assert untold(result["structuredContent"], result["content"][0]["text"]) == []
        for part in ("content", "structuredContent"):
            rest = {name: value for name, value in result.items() if name != part}
            self.longest = max(self.longest, len(json.dumps(told | {"result": rest}, ensure_ascii=False).encode()))
        return result

    def start(self, **wish: Any) -> str:
        """Start a game and return the handle of the seat."""
        return str(self.data("start", **wish)["handle"])

    def sit(self, **wish: Any) -> str:
        """Take a seat and return its handle."""
        return str(self.data("sit", **wish)["handle"])

    def play(self, seat: str, rng: Random) -> str:
        """Play a game at random to its end, and return how it ended."""
        told = self.result("wait", {"seat": seat})
        while "result" not in told["structuredContent"]:
            turn = told["structuredContent"]
            if not turn["must_act"]:
                told = self.result("wait", {"seat": seat})
                continue
            choice = {"number": drawn(turn, rng), "version": turn["version"]}
            told = self.result("play", {"seat": seat, **choice})
        return str(told["content"][0]["text"])


def drawn(turn: Mapping[str, Any], rng: Random) -> int:
    """Return the number of something that a seat may do; it builds if it can."""
    listed = [*turn["actions"], *turn["templates"]]
    building = [one for one in listed if "uild" in one["summary"]]
    return int(rng.choice(building or listed)["number"])


@cache
def schema_of(tool: str) -> Any:
    """Return what validates the data of a tool, in which nothing may be that its schema does not name."""
    return jsonschema_rs.validator_for({**TOOLS[tool].output_schema, "additionalProperties": False})


def untold(value: Any, text: str) -> list[Any]:
    """List the texts and numbers in data that are not in the text beside it."""
    if isinstance(value, dict):
        return [found for member in value.values() for found in untold(member, text)]
    if isinstance(value, list):
        return [found for entry in value for found in untold(entry, text)]
    is_told = value is None or isinstance(value, bool) or str(value) in text or json.dumps(value) in text
    return [] if is_told else [value]


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
    name = params.get("uri", params.get("name"))
    named = {} if name is None else {"Mcp-Name": name}
    return {"MCP-Protocol-Version": version, "Mcp-Method": sent["method"], **named}


def post(client: FlaskClient, sent: Any, **headers: str) -> tuple[int, Any]:
    """Send a message with the headers that mirror it, or with others, and return status and message."""
    given = mirrored(sent) if isinstance(sent, Mapping) and "method" in sent else {}
    told = {name.replace("_", "-").lower(): value for name, value in headers.items()}
    chosen = {name: value for name, value in ({k.lower(): v for k, v in given.items()} | told).items() if value}
    answer = client.post("/mcp", json=sent, headers=chosen)
    return answer.status_code, answer.json


def at_a_trade(model: Model, seats: list[str], rng: Random) -> list[dict[str, Any]]:
    """Play at random until a seat that must act can offer a trade, and return the example of an offer."""
    for _ in range(300):
        for seat in seats:
            turn = model.data("legal", seat=seat)
            offers = [one for one in turn["templates"] if one["type"] == "OfferTrade"]
            if turn["must_act"] and offers:
                return offers
            if turn["must_act"]:
                model.call("play", seat=seat, number=drawn(turn, rng), version=turn["version"])
    raise AssertionError("nobody could trade")
