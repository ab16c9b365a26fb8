"""Makes every message of a ruleset, since compiled rules check that each field holds what it declares."""

from collections.abc import Iterator
from typing import Any

from domain.core.messages import Message, MessageTable
from service.examples import example_of


def every_message(table: MessageTable[Any]) -> Iterator[tuple[Message[Any], Any]]:
    """Yield messages of each type that a log or a caller may hold, with their rows.

    There is one with an example of each field, one with the smallest, and one with the required fields alone.
    """
    for row in table.rows:
        for make in (_usual, _smallest):
            yield row, row.decode({field.name: make(dict(field.kind.schema)) for field in row.fields})
        yield row, row.decode({field.name: _usual(dict(field.kind.schema)) for field in row.fields if field.required})


def _smallest(schema: Any) -> Any:
    """Return a value that fits a schema and is empty where it may be."""
    if schema.get("type") == "array" and not schema.get("minItems"):
        return []
    return example_of(schema)


def _usual(schema: Any) -> Any:
    """Return an example of a schema; a list of one of several things holds the first."""
    variants = schema.get("items", {}).get("oneOf")
    return [example_of(variants[0])] if variants else example_of(schema)
