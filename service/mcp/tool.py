"""Describes tools: what a model reads about each, and how its arguments are checked."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from service.mcp.asking import Refused
from service.mcp.shapes import PLACE, Schema, complete, shape
from service.mcp.writing import Page, Said

Arguments = Mapping[str, Any]
TYPES: Final = {"string": str, "integer": int, "boolean": bool, "object": dict, "array": list}


@dataclass(frozen=True, slots=True)
class Tool:
    """Describes a tool; `run` returns the lines of its answer. Those that only read say so.

    `output` describes the data of its answers, of which the members in `always` are in every one.
    """

    name: str
    title: str
    description: str
    properties: Mapping[str, Mapping[str, Any]]
    run: Callable[[Arguments], Iterable[Said]]
    output: Mapping[str, Schema]
    always: tuple[str, ...] = ()
    required: tuple[str, ...] = ()
    reads_only: bool = False

    @property
    def output_schema(self) -> dict[str, Any]:
        """Return the schema of the data of every answer."""
        return shape(self.always, **self.output, **PLACE)

    def document(self) -> dict[str, Any]:
        """Return the tool as `tools/list` shows it."""
        schema = {"type": "object", "properties": dict(self.properties), "additionalProperties": False}
        if self.required:
            schema["required"] = list(self.required)
        return {
            "name": self.name,
            "title": self.title,
            "description": self.description,
            "inputSchema": schema,
            "outputSchema": self.output_schema,
            "annotations": {"readOnlyHint": self.reads_only, "destructiveHint": False, "openWorldHint": False},
        }

    def result(self, page: Page) -> dict[str, Any]:
        """Return a page of an answer as the result of a call: as text, and as data."""
        content = [{"type": "text", "text": page.text}]
        return {"content": content, "structuredContent": complete(self.output_schema, page.data), "isError": False}

    def check(self, arguments: Arguments) -> None:
        """Raise Refused for arguments that do not fit, with what would."""
        for name in self.required:
            if name not in arguments:
                raise Refused(f"`{name}` is missing: {self.properties[name]['description']}")
        for name, value in arguments.items():
            if name not in self.properties:
                raise Refused(
                    f"there is no argument `{name}`; {self.name} takes {', '.join(self.properties) or 'none'}"
                )
            _check_value(name, value, self.properties[name])


def _check_value(name: str, value: Any, schema: Mapping[str, Any]) -> None:
    kind = schema["type"]
    if not isinstance(value, TYPES[kind]) or (kind == "integer" and isinstance(value, bool)):
        raise Refused(f"`{name}` must be of the type {kind}: {schema['description']}")
    if kind == "integer" and not schema["minimum"] <= value <= schema["maximum"]:
        raise Refused(f"`{name}` must be {schema['minimum']} to {schema['maximum']}")


def text(description: str) -> dict[str, Any]:
    """Describe an argument that is a text."""
    return {"type": "string", "description": description}


def number(description: str, least: int = 0, most: int = 2**53) -> dict[str, Any]:
    """Describe an argument that is a whole number."""
    return {"type": "integer", "minimum": least, "maximum": most, "description": description}


def flag(description: str) -> dict[str, Any]:
    """Describe an argument that is true or false."""
    return {"type": "boolean", "description": description}


def members(description: str) -> dict[str, Any]:
    """Describe an argument that is an object."""
    return {"type": "object", "description": description}


def several(description: str, kind: str) -> dict[str, Any]:
    """Describe an argument that is a list."""
    return {"type": "array", "items": {"type": kind}, "description": description}


SEAT: Final = text("The handle of your seat, as `start`, `sit` or `branch` gave it.")
PAGE: Final = number("Which page of a long answer; 1 by default.", 1, 999)
