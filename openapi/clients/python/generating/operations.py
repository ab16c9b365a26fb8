"""Writes a method for each operation of the contract, with its types and words, and an exception for each problem."""

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
PROBLEM = r"`/problems/(\w+)`: ([^;]+)"
"""Matches a problem in the description of an answer: its slug, and its title."""
HEAD = '''"""Provides a method for each operation of the contract; it is generated."""

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
    """Provides a method for each operation of the contract; a connection sends the requests."""

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


PROBLEMS = '''"""Defines an exception for each type of problem that a server answers; it is generated.

All have the members of the answer: `status`, `title`, `detail`, `rule`, `version`, and the others in `document`. They
are LongroadErrors, as is everything that the client raises because of the server: one `except` catches them all.
"""

from longroad_client.errors import LongroadError as LongroadError
from longroad_client.errors import Problem as Problem
from longroad_client.errors import SeatGone as SeatGone
from longroad_client.errors import SeekEnded as SeekEnded
from longroad_client.errors import Unreachable as Unreachable
'''


def problems(contract: Path) -> str:
    """Return the text of the module of exceptions: one for each problem, named and explained by its title."""
    document = json.loads(contract.read_text("utf-8"))
    said = "; ".join(response["description"] for response in document["components"]["responses"].values())
    named = {slug.title().replace("_", ""): (slug, title) for slug, title in re.findall(PROBLEM, said)}
    classes = [f'\n\nclass {name}(Problem):\n    """{title}."""\n' for name, (_, title) in named.items()]
    mapped = "".join(f'    "{slug}": {name},\n' for name, (slug, _) in named.items())
    return f'{PROBLEMS}{"".join(classes)}\n\nCLASSES = {{\n{mapped}}}\n"""Maps each slug to its exception."""\n'


class Operation:
    """Describes an operation of the contract."""

    def __init__(self, document: Json, method: str, path: str, said: Json, shared: list[Json]) -> None:
        parameters = [*shared, *said.get("parameters", [])]
        headers = {each["name"] for each in parameters if each["in"] == "header"}
        kinds = {each["name"]: kind(each["schema"]) for each in parameters if each["in"] != "header"}
        self.schemas = document["components"]["schemas"]
        self.method = method
        self.path = path
        self.said = said
        self.name = snake(said["operationId"])
        self.answer = _answer(said["responses"])
        self.is_keyed = "Idempotency-Key" in headers
        self.options = [option for header, option in HEADERS.items() if header in headers]
        self.names = re.findall(r"\{(\w+)\}", path)
        self.places = [f"{name}: {kinds[name]}" for name in self.names]
        self.queries = [each["name"] for each in parameters if each["in"] == "query"]
        self.keywords = [f"{python(name)}: {kinds[name]} | None = None" for name in self.queries]
        content = said.get("requestBody", {}).get("content", {}).get("application/json")
        self.body = None if content is None else str(content["schema"]["$ref"]).rpartition("/")[2]
        members = self.schemas[self.body].get("properties", {}).keys() if self.body else set()
        is_object = bool(self.body) and self.schemas[self.body].get("type") == "object"
        self.has_empty_body = is_object and not members
        taken = {each["name"] for each in parameters} | {*self.options, "self", "body"}
        self.can_unpack = is_object and not members & taken and not any(map(keyword.iskeyword, members))

    def methods(self) -> Iterator[str]:
        """Yield the method, and another one if it has pages to go through."""
        signature = ", ".join(["self", *self.places, *self._other_arguments()])
        sends = f"await self._send(Call({', '.join(self._arguments())}))"
        carried_out = [sends] if self.answer == "None" else [f"answer: {self.answer} = {sends}", "return answer"]
        lines = [f'"""{self.said["summary"].rstrip(".")}."""', *carried_out]
        body = "".join(f"        {line}\n" for line in lines)
        yield f"\n    async def {self.name}({signature}) -> {self.answer}:\n{body}"
        yield from self._all_pages()

    def _all_pages(self) -> Iterator[str]:
        """Yield a method that goes through all pages, if the answer has nothing but a list and where it goes on."""
        pages = self.schemas.get(self.answer.removeprefix("types."), {}).get("properties", {})
        lists = [name for name, said in pages.items() if said.get("type") == "array"]
        if set(pages) - set(lists) != {"next"} or len(lists) != 1:
            return
        kinds = [each for each in self.keywords if each.partition(":")[0] not in PAGING]
        places = [each.partition(":")[0] for each in self.places]
        given = [f"{each.partition(':')[0]}={each.partition(':')[0]}" for each in kinds]
        item = pages[lists[0]]["items"]["$ref"].rpartition("/")[2]
        name = PAGERS.get(self.name) or self.name.replace("list", "all")
        signature = ", ".join(["self", *self.places, *(["*", *kinds] if kinds else [])])
        yield (
            f"\n    async def {name}({signature}) -> AsyncIterator[types.{item}]:\n"
            f'        """Yield what `{self.name}` lists, through all of its pages."""\n'
            f"        after: str | None = None\n"
            f"        while True:\n"
            f"            page = await self.{self.name}({', '.join([*places, *given, 'after=after'])})\n"
            f'            for each in page["{lists[0]}"]:\n'
            f"                yield each\n"
            f'            after = page.get("next")\n'
            f"            if after is None:\n"
            f"                return\n"
        )

    def _other_arguments(self) -> list[str]:
        """Return the parameters after those of the path: the body, and what is given by name."""
        keywords = [*self.keywords, *(f"{each}: {OPTIONS[each]} | None = None" for each in self.options)]
        named = ["*", *keywords] if keywords else []
        if self.body is None or self.has_empty_body:
            return named
        body = f"types.{self.body}"
        return [*named, f"**body: Unpack[{body}]"] if self.can_unpack else [f"body: {body}", *named]

    def _arguments(self) -> list[str]:
        query = [f'"{each}": {python(each)}' for each in self.queries]
        inner = re.sub(r"\{(\w+)\}", "{}", self.path)
        return [
            f'"{self.method.upper()}"',
            f'"{inner}", [{", ".join(self.names)}]' if self.names else f'"{inner}"',
            *([f"query={{{', '.join(query)}}}"] if query else []),
            *([f"body={'{}' if self.has_empty_body else 'body'}"] if self.body else []),
            *(f"{option}={option}" for option in self.options),
            *(["keyed=True"] if self.is_keyed else []),
        ]


def _answer(responses: Json) -> str:
    """Return the type of the answer to an operation that succeeds."""
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
