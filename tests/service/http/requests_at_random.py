"""Makes random requests from the contract, many of them with junk in place of some values."""

import json
from random import Random
from typing import Any, NamedTuple

JUNK: list[Any] = [
    *(None, True, -1, 0, 2**53, 2**64, 10**40, 1.5, "", "a", "\x00", "\ud7ff", "é" * 50, "x" * 200, "1-0", "../.."),
    *([], {}, [None], {"": 0}, [[[]]], {"type": "Roll"}, "9" * 30),
]
IDS = ("x", "%00", "a" * 100, "é", "undo-1", "catan.road.cost", "uniform", "toy")
NUMBERS = ("0", "1", "7", "99", "9" * 30, "-1")
HEADERS = {
    "If-Match": ('"1"', '"3"', "x", '"' + "9" * 20 + '"', ""),
    "If-None-Match": ('"1"', "*", 'W/"3"', "x"),
    "Idempotency-Key": ("k", "k" * 30, "\xe9" * 25, ""),
    "Prefer": ("wait=0", "wait=x", "respond-async"),
    "Accept-Language": ("es", "*;q=x", "xx"),
    "Accept": ("*/*", "x", "application/json;q=0"),
    "Accept-Encoding": ("gzip", "gzip;q=x"),
    "Authorization": ("Bearer x.y", "Bearer \xe9", "Basic eA==", "Bearer " + "a" * 190),
}


class Wish(NamedTuple):
    """Represents a request to make."""

    method: str
    path: str
    query: list[tuple[str, str]]
    headers: list[tuple[str, str]]
    body: bytes | None


class Wishes:
    """Makes an endless sequence of requests to the given games, from a seed."""

    def __init__(self, contract: dict[str, Any], rng: Random, games: list[tuple[str, list[str]]]) -> None:
        self.contract = contract
        self.rng = rng
        self.games = games

    def next(self) -> Wish:
        """Return a request to any operation of the contract."""
        rng = self.rng
        path = rng.choice(list(self.contract["paths"]))
        method = rng.choice([name for name in self.contract["paths"][path] if name != "parameters"])
        operation = self.contract["paths"][path][method]
        game, tokens = rng.choice(self.games)
        here = "{game}" if "{game}" in path else "{id}"
        place = path.replace(here, rng.choice([game] * 10 + list(IDS)))
        for name in ("{seat}", "{n}", "{id}"):
            place = place.replace(name, rng.choice(NUMBERS))
        headers = [(name, rng.choice(values)) for name, values in HEADERS.items() if rng.random() < 0.1]
        if rng.random() < 0.7 and "Authorization" not in dict(headers):
            headers.append(("Authorization", f"Bearer {rng.choice(tokens)}"))
        return Wish(method.upper(), place, self._query(operation), headers, self._body(operation, method))

    def _query(self, operation: dict[str, Any]) -> list[tuple[str, str]]:
        known = [parameter for parameter in operation.get("parameters", ()) if parameter["in"] == "query"]
        return [(one["name"], str(self.value(one["schema"]))) for one in known if self.rng.random() < 0.5]

    def _body(self, operation: dict[str, Any], method: str) -> bytes | None:
        if method == "get" or method == "delete":
            return None
        if self.rng.random() < 0.03:
            return self.rng.randbytes(20)
        content = operation.get("requestBody", {}).get("content", {}).get("application/json", {})
        return json.dumps(self.value(content.get("schema", {}))).encode()

    def value(self, schema: dict[str, Any]) -> Any:
        """Return a value that fits a schema, or nearly does, or does not at all."""
        while "$ref" in schema:
            schema = self.contract["components"]["schemas"][schema["$ref"].rpartition("/")[2]]
        if self.rng.random() < 0.12:
            return self.rng.choice(JUNK)
        if "enum" in schema:
            return self.rng.choice(schema["enum"])
        for name in ("anyOf", "oneOf"):
            if name in schema:
                return self.value(self.rng.choice(schema[name]))
        return self._typed(schema)

    def _typed(self, schema: dict[str, Any]) -> Any:
        rng = self.rng
        kind = schema.get("type")
        if kind == "integer":
            least = schema.get("minimum", 0)
            return rng.choice([least - 1, least, least + 1, least + 3, schema.get("maximum", 9) + 1])
        if kind == "boolean":
            return rng.random() < 0.5
        if kind == "array":
            return [self.value(schema.get("items", {})) for _ in range(rng.randint(0, 4))]
        if kind == "object":
            return self._object(schema)
        return rng.choice(["toy", "catan", "uniform", "latest", schema.get("const", "x")])

    def _object(self, schema: dict[str, Any]) -> dict[str, Any]:
        members = schema.get("properties", {})
        required = schema.get("required", ())
        wanted = [name for name in members if self.rng.random() < (0.97 if name in required else 0.4)]
        made = {name: self.value(members[name]) for name in wanted}
        if self.rng.random() < 0.05:
            made[self.rng.choice(["zz", "a.b", "a/b", "__class__", "commands"])] = self.rng.choice(JUNK)
        return made
