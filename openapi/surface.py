"""Lists what a dated version of the API promises, one promise per line, and checks how it may grow.

`surface.txt` holds what was promised. A promise may not be removed or changed unless the API's changelog declares it
under the newest version, which must then be a new one (see `docs/api-policy.md`). While the newest version is in the
making, nothing is promised yet.
"""

import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, Final

PATH: Final = Path(__file__).parent / "surface.txt"
CHANGES: Final = Path(__file__).parent.parent / "docs" / "api-changelog.md"
IN_THE_MAKING: Final = "in the making"
SENT: Final = " (sent)"
"""Ends the lines about what requests may hold."""
METHODS: Final = ("get", "post", "put", "patch", "delete")
_DECLARED: Final = re.compile(r"`([^`]+)`")
_PROBLEM: Final = re.compile(r"`(/problems/\w+)`")


class Undeclared(Exception):
    """Reports broken promises that the changelog does not declare, one per line."""


def surface(contract: dict[str, Any]) -> list[str]:
    """List the promises of a contract, sorted."""
    sent = _list_request_components(contract)
    found = {line for operation in operations(contract) for line in _of_operation(*operation)}
    for name, schema in contract["components"]["schemas"].items():
        found |= set(_of_schema(name, schema, SENT if name in sent else ""))
    found |= {f"Every answer header {name}" for name in contract["components"]["headers"]}
    for name, response in contract["components"]["responses"].items():
        found |= {f"{name} {one}" for one in (*_PROBLEM.findall(response["description"]), *_own_headers(response))}
    return sorted(found)


def operations(contract: dict[str, Any]) -> Iterator[tuple[str, str, dict[str, Any], Iterable[dict[str, Any]]]]:
    """Yield every operation of a contract: its path, its method, the operation, and the parameters of its path."""
    for path, item in contract["paths"].items():
        for method in METHODS:
            if method in item:
                yield path, method.upper(), item[method], item.get("parameters", ())


def _of_operation(path: str, method: str, operation: dict[str, Any], shared: Iterable[dict[str, Any]]) -> Iterator[str]:
    place = f"{method} {path}"
    yield f"{place} = {operation['operationId']}"
    for one in (*shared, *operation.get("parameters", ())):
        need = ", required" if one.get("required") else ""
        yield f"{place} {one['in']} {one['name']}: {kind(one['schema'])}{need}{SENT}"
    for media_type, content in operation.get("requestBody", {}).get("content", {}).items():
        yield f"{place} body: {media_type} {kind(content['schema'])}"
    for status, response in operation["responses"].items():
        for media_type, content in response.get("content", {"": {}}).items():
            yield f"{place} {status}: {media_type} {kind(content.get('schema', {}))}".rstrip()
        yield from (f"{place} {status} {header}" for header in _own_headers(response))


def _own_headers(response: dict[str, Any]) -> Iterator[str]:
    """Yield the headers that not every answer has."""
    yield from (f"header {name}" for name, header in response.get("headers", {}).items() if "$ref" not in header)


def _of_schema(name: str, schema: dict[str, Any], mark: str) -> Iterator[str]:
    required = schema.get("required", ())
    for member, described in schema.get("properties", {}).items():
        yield f"{name}.{member}: {kind(described)}{', required' if member in required else ''}{mark}"
    for one in (*schema.get("oneOf", ()), *schema.get("anyOf", ())):
        yield f"{name} | {kind(one)}{mark}"
    if "properties" not in schema:
        yield f"{name}: {kind(schema) if 'type' in schema else 'one of several'}{mark}"


def kind(schema: dict[str, Any]) -> str:
    """Describe a schema in one line: a component by its name, otherwise its types with their values or members."""
    if "$ref" in schema:
        return str(schema["$ref"].rpartition("/")[2])
    if "enum" in schema or "const" in schema:
        return "/".join(map(str, schema.get("enum", [schema.get("const")])))
    several = [*schema.get("oneOf", ()), *schema.get("anyOf", ()), *schema.get("allOf", ())]
    if several:
        return " or ".join(sorted(map(kind, several)))
    types = schema.get("type", "anything")
    name = " or ".join(types) if isinstance(types, list) else str(types)
    if "items" in schema:
        return f"{name} of ({kind(schema['items'])})"
    if "properties" in schema:
        return f"{name} with ({', '.join(f'{member} {kind(one)}' for member, one in schema['properties'].items())})"
    return name


def _list_request_components(contract: dict[str, Any]) -> set[str]:
    """Return the components that a request may hold, directly or nested."""
    known: set[str] = set()
    waiting = set(_references([operation.get("requestBody", {}) for _, _, operation, _ in operations(contract)]))
    while waiting:
        name = waiting.pop()
        known.add(name)
        waiting |= set(_references(contract["components"]["schemas"].get(name, {}))) - known
    return known


def _references(part: Any) -> Iterator[str]:
    if isinstance(part, dict):
        if isinstance(part.get("$ref"), str):
            yield part["$ref"].rpartition("/")[2]
        part = list(part.values())
    if isinstance(part, list):
        for one in part:
            yield from _references(one)


def list_broken(before: Iterable[str], after: Iterable[str]) -> list[str]:
    """List broken promises, and new required members of known requests."""
    old, new = {line.removesuffix(SENT) for line in before}, {line.removesuffix(SENT) for line in after}
    places = {line.partition(".")[0] for line in old}
    demanded = {line.removesuffix(SENT) for line in after if line.endswith(", required" + SENT)}
    return sorted((old - new) | {line for line in demanded - old if line.partition(".")[0] in places})


def extend(before: list[str], contract: dict[str, Any], changes: str) -> str:
    """Return the surface to keep from now on; raises Undeclared for a change that the changelog does not declare."""
    after = surface(contract)
    newest = changes.partition("\n## ")[2].partition("\n## ")[0]
    declared = _DECLARED.findall(newest)
    untold = [line for line in list_broken(before, after) if not any(_tells(words, line) for words in declared)]
    if untold and IN_THE_MAKING not in newest.partition("\n")[0]:
        raise Undeclared("\n".join(untold))
    return "\n".join(after) + "\n"


def _tells(words: str, line: str) -> bool:
    """Return whether the changelog's words name the member, operation or component of a line."""
    return line.startswith(words) and not line.removeprefix(words)[:1].isalnum()


def load_promises() -> list[str]:
    """Return the surface in the file."""
    return PATH.read_text(encoding="utf-8").splitlines() if PATH.is_file() else []
