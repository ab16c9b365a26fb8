"""Reads examples that a server answered, recorded by `python -m openapi.generate` beside the contract."""

from functools import cache
from importlib.resources import files
from typing import Any

import orjson


@cache
def load_examples(name: str) -> dict[str, Any]:
    """Read a file of examples; empty before the first recording."""
    place = files("openapi") / "examples" / f"{name}.json"
    return orjson.loads(place.read_bytes()) if place.is_file() else {}


def command_example(ruleset: str, type_: str) -> dict[str, Any] | None:
    """Return a command that was accepted in a game, None if there is none."""
    found: dict[str, Any] | None = load_examples("messages").get("commands", {}).get(ruleset, {}).get(type_)
    return found


def event_example(group: str, type_: str) -> dict[str, Any] | None:
    """Return an event as it was answered, None if there is none; `group` is the ruleset, or `table`."""
    found: dict[str, Any] | None = load_examples("messages").get("events", {}).get(group, {}).get(type_)
    return found
