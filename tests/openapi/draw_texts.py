"""`python -m tests.openapi.draw_texts 80 --seed 2026` draws texts of members for a person to read.

Each is printed with its component, path and type, whether the member is required or may be null, and a value from a
game or an example to read it by. `texts_read.md` keeps what was found.
"""

import argparse
import json
from collections.abc import Iterator
from random import Random
from typing import Any, Final, NamedTuple

from openapi.generate import PATH
from tests.openapi.live_values import seen_values

LONGEST: Final = 160


class Text(NamedTuple):
    """Represents a member's text: component, path within it, schema, and whether the member is always there."""

    component: str
    path: str
    schema: dict[str, Any]
    required: bool


def texts(contract: dict[str, Any]) -> Iterator[Text]:
    """Yield every member with a text, in the order of the contract; of the variants of an inline member, the last."""
    for name, schema in contract["components"]["schemas"].items():
        found = {text.path: text for text in _within(name, "", schema)}
        yield from found.values()


def drawn(contract: dict[str, Any], count: int, seed: str) -> list[Text]:
    """Return some of the texts, each as likely as any other."""
    return Random(seed).sample(list(texts(contract)), count)


def _within(component: str, path: str, schema: dict[str, Any]) -> Iterator[Text]:
    for name, inner in schema.get("properties", {}).items():
        place = f"{path}.{name}".lstrip(".")
        if "description" in inner:
            yield Text(component, place, inner, name in schema.get("required", ()))
        yield from _within(component, place, inner)
    for word in ("items", "additionalProperties"):
        if isinstance(schema.get(word), dict):
            yield from _within(component, path, schema[word])
    for inner in (*schema.get("anyOf", ()), *schema.get("oneOf", ())):
        yield from _within(component, path, inner)


def kind(schema: dict[str, Any]) -> str:
    """Return the type of a member in a few words, with its range."""
    if "$ref" in schema:
        return str(schema["$ref"]).rpartition("/")[2]
    if "anyOf" in schema:
        return " or ".join(kind(one) for one in schema["anyOf"])
    if "items" in schema:
        return f"list of {kind(schema['items'])}"
    limits = [f"{name} {schema[name]}" for name in ("minimum", "maximum", "enum", "format") if name in schema]
    return " ".join([str(schema.get("type")), *limits])


def shown(text: Text, value: Any) -> str:
    """Return a text with all that is known of its member."""
    there = "required" if text.required else "may be absent"
    about = f"{kind(text.schema)[:LONGEST]}, {there}"
    words = json.dumps(value, ensure_ascii=False)[:LONGEST]
    return f"{text.component}.{text.path} ({about})\n    {text.schema['description']}\n    e.g. {words}"


def main() -> None:
    """Print the texts that are drawn."""
    parser = argparse.ArgumentParser(description="Draw texts of the contract beside values from games.")
    parser.add_argument("count", type=int)
    parser.add_argument("--seed", default="2026")
    asked = parser.parse_args()
    contract = json.loads(PATH.read_text(encoding="utf-8"))
    values = seen_values(contract)
    for number, text in enumerate(drawn(contract, asked.count, asked.seed), 1):
        print(f"{number}. {shown(text, values.get((text.component, text.path)))}")


if __name__ == "__main__":
    main()
