"""Writes a method for each operation of the contract: typed parameters, a typed answer, the words of the contract."""

import json
import keyword
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

Json = Mapping[str, Any]
METHODS = ("get", "put", "post", "patch", "delete")
HEADERS = {"If-Match": "if_match", "Idempotency-Key": "idempotency_key", "Prefer": "wait"}
OPTIONS = {"if_match": "int | str", "idempotency_key": "str", "wait": "int"}
"""Maps headers to parameters, and these to their types; other headers are the connection's."""
PAGING = ("cursor", "after", "limit")
"""Lists the parameters by which pages are gone through."""
PAGERS = {"list_all_games": "all_unfinished_games"}
"""Names methods that go through all pages where `all` for `list` would not."""
HEAD = '''"""Has a method for each operation of the contract; it is generated."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import AsyncIterator
from typing import TYPE_CHECKING, Any, Literal, Unpack

from longroad_client.wire import Call

if TYPE_CHECKING:
    from longroad_client import types

API_VERSION = "{version}"
"""The version of the API that these methods are made for; it is sent with every request."""


class AsyncOperations(ABC):
    """Has a method for each operation of the contract; a connection says how a request is sent."""

    @abstractmethod
    async def _send(self, call: Call) -> Any:
        """Send a request and return the body of its answer."""
'''


def module(contract: Path) -> str:
    """Return the text of the module."""
    document = json.loads(contract.read_text("utf-8"))
    text = HEAD.format(version=document["info"]["version"])
    for path, item in document["paths"].items():
        for method in METHODS:
            if method in item:
                shared = item.get("parameters", [])
                text += "".join(Operation(document, method, path, item[method], shared).methods())
    return text


class Operation:
    """Describes an operation of the contract."""

    def __init__(self, document: Json, method: str, path: str, said: Json, shared: list[Json]) -> None:
        self.document = document
        self.method = method
        self.path = path
        self.said = said
        self.parameters = [*shared, *said.get("parameters", [])]
        self.headers = {each["name"] for each in self.parameters if each["in"] == "header"}
        self.name = snake(said["operationId"])

    def methods(self) -> Iterator[str]:
        """Yield the method, and another one if it has pages to go through."""
        answer = self._answer()
        yield self._method(answer)
        yield from self._all_pages(answer)

    def _method(self, answer: str) -> str:
        options = self._options()
        signature = ", ".join(["self", *self._path_arguments(), *self._other_arguments(options)])
        sends = f"await self._send(Call({', '.join(self._arguments(options))}))"
        carried_out = [f"{sends}"] if answer == "None" else [f"answer: {answer} = {sends}", "return answer"]
        lines = [f'"""{self.said["summary"].rstrip(".")}."""', *carried_out]
        body = "".join(f"        {line}\n" for line in lines)
        return f"\n    async def {self.name}({signature}) -> {answer}:\n{body}"

    def _all_pages(self, answer: str) -> Iterator[str]:
        """Yield a method that goes through all pages, if the answer has nothing but a list and where it goes on."""
        pages = self.document["components"]["schemas"].get(answer.removeprefix("types."), {}).get("properties", {})
        lists = [name for name, said in pages.items() if said.get("type") == "array"]
        if set(pages) - set(lists) != {"next"} or len(lists) != 1:
            return
        kinds = [each for each in self._keywords() if each.partition(":")[0] not in PAGING]
        given = [f"{each.partition(':')[0]}={each.partition(':')[0]}" for each in kinds]
        item = pages[lists[0]]["items"]["$ref"].rpartition("/")[2]
        name = PAGERS.get(self.name) or self.name.replace("list", "all")
        yield (
            f"\n    async def {name}(self, *, {', '.join(kinds)}) -> AsyncIterator[types.{item}]:\n"
            f'        """Yield what `{self.name}` lists, through all of its pages."""\n'
            f"        after: str | None = None\n"
            f"        while True:\n"
            f"            page = await self.{self.name}({', '.join([*given, 'after=after'])})\n"
            f'            for each in page["{lists[0]}"]:\n'
            f"                yield each\n"
            f'            after = page.get("next")\n'
            f"            if after is None:\n"
            f"                return\n"
        )

    def _other_arguments(self, options: list[str]) -> list[str]:
        """Return the parameters after those of the path: the body, and what is given by name."""
        body, keywords = (
            self._body(),
            [*self._keywords(), *(f"{each}: {OPTIONS[each]} | None = None" for each in options)],
        )
        named = ["*", *keywords] if keywords else []
        if body is None:
            return named
        return [*named, f"**body: Unpack[{body}]"] if self._can_unpack() else [f"body: {body}", *named]

    def _arguments(self, options: list[str]) -> list[str]:
        """Return the arguments of the call."""
        query = [f'"{each}": {python(each)}' for each in self._queries()]
        body = "body" if self._body() else "{}" if self._has_empty_body() else None
        return [
            f'"{self.method.upper()}"',
            self._path(),
            *([f"query={{{', '.join(query)}}}"] if query else []),
            *([f"body={body}"] if body else []),
            *(f"{option}={option}" for option in options),
            *(["keyed=True"] if "Idempotency-Key" in self.headers else []),
        ]

    def _path(self) -> str:
        names = re.findall(r"\{(\w+)\}", self.path)
        inner = re.sub(r"\{(\w+)\}", "{}", self.path)
        return f'"{inner}", [{", ".join(names)}]' if names else f'"{inner}"'

    def _path_arguments(self) -> list[str]:
        kinds = {each["name"]: each["schema"] for each in self.parameters if each["in"] == "path"}
        return [f"{name}: {kind(kinds[name])}" for name in re.findall(r"\{(\w+)\}", self.path)]

    def _queries(self) -> list[str]:
        return [each["name"] for each in self.parameters if each["in"] == "query"]

    def _keywords(self) -> list[str]:
        kinds = {each["name"]: kind(each["schema"]) for each in self.parameters if each["in"] == "query"}
        return [f"{python(name)}: {kinds[name]} | None = None" for name in self._queries()]

    def _options(self) -> list[str]:
        return [option for header, option in HEADERS.items() if header in self.headers]

    def _schema(self) -> str | None:
        content = self.said.get("requestBody", {}).get("content", {}).get("application/json")
        return None if content is None else str(content["schema"]["$ref"]).rpartition("/")[2]

    def _has_empty_body(self) -> bool:
        schema = self._schema()
        return schema is not None and not self._members(schema) and self._is_object(schema)

    def _body(self) -> str | None:
        schema = self._schema()
        return None if schema is None or self._has_empty_body() else f"types.{schema}"

    def _can_unpack(self) -> bool:
        """Return whether the members of the body can be keywords: none is reserved, or the name of a parameter."""
        schema = self._schema()
        if schema is None or self._has_empty_body() or not self._is_object(schema):
            return False
        taken = {each["name"] for each in self.parameters} | set(self._options()) | {"self", "body"}
        return not {name for name in self._members(schema) if keyword.iskeyword(name)} | taken & self._members(schema)

    def _is_object(self, schema: str) -> bool:
        return bool(self.document["components"]["schemas"][schema].get("type") == "object")

    def _members(self, schema: str) -> set[str]:
        return set(self.document["components"]["schemas"][schema].get("properties", {}))

    def _answer(self) -> str:
        responses = self.said["responses"]
        contents = [responses[status].get("content", {}) for status in ("200", "201") if status in responses]
        found = [schema for content in contents for schema in content.items()]
        if not found:
            return "None"
        media, said = found[0]
        return f"types.{said['schema']['$ref'].rpartition('/')[2]}" if media == "application/json" else "str"


def kind(schema: Json) -> str:
    """Return the type of a parameter."""
    if "enum" in schema:
        return f"Literal[{', '.join(json.dumps(value) for value in schema['enum'])}]"
    if "anyOf" in schema:
        return " | ".join(dict.fromkeys(kind(each) for each in schema["anyOf"]))
    return {"string": "str", "integer": "int", "boolean": "bool"}[schema.get("type", "string")]


def python(name: str) -> str:
    """Return a name of the contract as a name of Python."""
    return f"{name}_" if keyword.iskeyword(name) else name


def snake(name: str) -> str:
    """Return `createGame` as `create_game`."""
    return re.sub(r"(?<!^)([A-Z])", r"_\1", name).lower()
