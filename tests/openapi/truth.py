"""Counts, beside the contract, which members of values were present, absent or null."""

from collections import Counter
from typing import Any


class Truth:
    """Holds what was seen of the components of a contract."""

    def __init__(self, contract: dict[str, Any]) -> None:
        self.schemas = contract["components"]["schemas"]
        self.seen: Counter[str] = Counter()
        self.present: Counter[tuple[str, str]] = Counter()
        self.null: Counter[tuple[str, str]] = Counter()

    def read(self, component: str, value: Any) -> None:
        """Count the members of a value of a component."""
        schema = self.schemas[component]
        if "discriminator" in schema:
            told = schema["discriminator"]
            self.read(_name(told["mapping"][value[told["propertyName"]]]), value)
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

    def never(self) -> list[str]:
        """Return what the contract allows and no value showed: absent members, null members, and others."""
        found = []
        for component, visits in self.seen.items():
            schema = self.schemas[component]
            for member, inner in schema["properties"].items():
                place, there = f"{component}.{member}", self.present[component, member]
                optional, nullable = member not in schema.get("required", ()), _takes_null(inner)
                found += [f"{place} there"] if not there else []
                found += [f"{place} absent"] if optional and there == visits else []
                found += [f"{place} null"] if nullable and not self.null[component, member] else []
                found += [f"{place} set"] if nullable and self.null[component, member] == there else []
        return found


def _name(pointer: str) -> str:
    return pointer.rpartition("/")[2]


def _takes_null(schema: dict[str, Any]) -> bool:
    kinds = schema.get("type", ())
    return "null" in (kinds if isinstance(kinds, list) else [kinds]) or {"type": "null"} in schema.get("anyOf", ())
