"""Cards and pieces by kind: an object with a number for every kind, also where it is 0."""

from collections.abc import Sequence
from typing import Any

from service.schemas.fields import KindField, always, whole
from service.schemas.shapes import Answer

MOST: int = 200


def every(names: Sequence[str], text: str, most: int = MOST) -> dict[str, KindField]:
    """A member for each kind, always there; the text has a place for the kind."""
    return {name: whole(0, most, **always(text.format(f"`{name}`"))) for name in names}


def counted(name: str, about: str, text: str, kinds: Sequence[str], most: int = MOST) -> type[Answer]:
    """The schema of a number for every kind; `name` is the component that it becomes, `text` is said of each kind."""
    members: dict[str, Any] = every(kinds, text, most)
    return type(f"{name}Schema", (Answer,), members | {"__doc__": about})
