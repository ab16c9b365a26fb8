"""Counts which members of the contract's schemas are present, absent or null in the values that a test reads."""

from collections import Counter
from typing import Any


class Coverage:
    """Holds how many values of each component were read, and how often each member was present and null."""

    def __init__(self, contract: dict[str, Any]) -> None:
        self.schemas = contract["components"]["schemas"]
        self.seen: Counter[str] = Counter()
        self.present: Counter[tuple[str, str]] = Counter()
        self.null: Counter[tuple[str, str]] = Counter()

    def read(self, component: str, value: Any) -> None:
        """Count the members of a value of the named component, and of the values inside it."""
        schema = self.schemas[component]
        if "discriminator" in schema:
            by = schema["discriminator"]
            self.read(_name(by["mapping"][value[by["propertyName"]]]), value)
            return
        self.seen[component] += 1
        for member, inner in schema["properties"].items():
            if member in value:
                self.present[component, member] += 1
                self.null[component, member] += value[member] is None
                self._into(inner, value[member])

    def _into(self, schema: dict[str, Any], value: Any) -> None:
        if "$ref" in schema and isinstance(value, dict):
            self.read(_name(schema["$ref"]), value)
        elif isinstance(value, list) and "items" in schema:
            for inner in value:
                self._into(schema["items"], inner)
        elif value is not None:
            for variant in schema.get("anyOf", ()):
                self._into(variant, value)

    def missing(self) -> list[str]:
        """Return what the contract allows and no value has shown, such as `Board.towns absent`.

        A member is `there` or `absent`; one that may be null is `null` or `set`.
        """
        found = []
        for component, visits in self.seen.items():
            schema = self.schemas[component]
            for member, inner in schema["properties"].items():
                place, there = f"{component}.{member}", self.present[component, member]
                optional, nullable = member not in schema.get("required", ()), _is_nullable(inner)
                found += [f"{place} there"] if not there else []
                found += [f"{place} absent"] if optional and there == visits else []
                found += [f"{place} null"] if nullable and not self.null[component, member] else []
                found += [f"{place} set"] if nullable and self.null[component, member] == there else []
        return found


def _name(pointer: str) -> str:
    return pointer.rpartition("/")[2]


def _is_nullable(schema: dict[str, Any]) -> bool:
    kinds = schema.get("type", ())
    return "null" in (kinds if isinstance(kinds, list) else [kinds]) or {"type": "null"} in schema.get("anyOf", ())
