"""Names what is JSON, the one place where the types of values are open, and writes seats and counts as JSON."""

from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

JsonValue: TypeAlias = Any
"""A value read from JSON that nothing has checked yet."""
JsonObject = dict[str, Any]
"""Represents an object of JSON: a document, a schema, options as they come in."""
Document = Mapping[str, Any]
"""A JSON object that is only read."""


def show_seat(seat: int) -> int | None:
    """Return a seat as JSON; -1 is null."""
    return None if seat < 0 else seat


def by_name(names: Sequence[str], counts: Sequence[int]) -> dict[str, int]:
    """Return counts by name, zeros included."""
    return dict(zip(names, counts, strict=True))
