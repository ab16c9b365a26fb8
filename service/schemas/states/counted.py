"""Defines counts of cards and pieces: an object with a number for every kind, even if it is 0."""

from collections.abc import Sequence
from typing import Any

from service.schemas.fields import KindField, always, whole
from service.schemas.shapes import Answer

MOST: int = 200


def every(names: Sequence[str], text: str, most: int = MOST) -> dict[str, KindField]:
    """Return a required member per kind; the text has a placeholder for the kind."""
    return {name: whole(0, most, **always(text.format(f"`{name}`"))) for name in names}


def count_schema(name: str, about: str, text: str, kinds: Sequence[str], most: int = MOST) -> type[Answer]:
    """Return the schema of a number for every kind; `name` is its component, `text` explains each kind."""
    members: dict[str, Any] = every(kinds, text, most)
    return type(f"{name}Schema", (Answer,), members | {"__doc__": about})
