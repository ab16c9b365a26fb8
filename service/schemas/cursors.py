"""Defines the field of a cursor in a game's log."""

from typing import Any

from domain.core.kinds import Kind, integer
from service.faults import Fault
from service.game.cursors import FORM, Cursor, read_cursor
from service.schemas.fields import QueryField, query_number


class CursorField(QueryField):
    """Represents a cursor, a version or one word in a query."""

    def fault(self, value: Any) -> Fault:
        """Return the fault of a text that does not fit: of a cursor if it begins like one."""
        is_cursor = isinstance(value, str) and value[:1].isdecimal() and not value.isdecimal()
        return Fault("cursor") if is_cursor else super().fault(value)


def query_cursor(word: str, most: int, **settings: Any) -> CursorField:
    """Return a field for a cursor, a version up to `most`, which proves nothing, or one word in a query."""
    number = query_number(0, most).kind

    def decode(value: Any) -> Any:
        if value == word:
            return word
        is_cursor = isinstance(value, str) and not value.isdecimal()
        return read_cursor(value) if is_cursor else Cursor(number.decode(value))

    forms = [integer(0, most).schema, {"type": "string", "const": word}, {"type": "string", "pattern": FORM}]
    return CursorField(Kind({"anyOf": forms}, str, decode), **settings)
