"""Cards and pieces by kind: an object with a number for every kind, also where it is 0."""

from collections.abc import Sequence
from typing import Any

from service.schemas.fields import KindField, whole
from service.schemas.shapes import Answer

MOST: int = 200


def every(names: Sequence[str], most: int = MOST) -> dict[str, KindField]:
    """A member for each kind, always there."""
    return {name: whole(0, most, required=True, metadata={"description": f"How many of `{name}`."}) for name in names}


def counted(name: str, about: str, kinds: Sequence[str], most: int = MOST) -> type[Answer]:
    """The schema of a number for every kind; `name` is the component that it becomes."""
    members: dict[str, Any] = every(kinds, most)
    return type(f"{name}Schema", (Answer,), members | {"__doc__": about})
