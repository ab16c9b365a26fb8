"""Defines the field of a cursor in a game's log."""

from typing import Any

from domain.core.kinds import Kind, integer
from service.faults import Fault
from service.game.cursors import FORM, Cursor, read_cursor
from service.schemas.faults import fault_of
from service.schemas.fields import QueryField, query_number


class CursorField(QueryField):
    """Represents a cursor, a version up to `most`, which proves nothing, or one word in a query.

    The contract calls all three a string, because some clients that are made from it cannot send a union in a query.
    """

    def __init__(self, word: str, most: int, **settings: Any) -> None:
        number = query_number(0, most).kind

        def decode(value: Any) -> Any:
            if value == word:
                return word
            is_cursor = isinstance(value, str) and not value.isdecimal()
            return read_cursor(value) if is_cursor else Cursor(number.decode(value))

        self.plain = {"anyOf": [integer(0, most).schema, {"const": word}]}
        pattern = f"^({word}|{FORM.strip('^$')})$"
        super().__init__(Kind({"type": "string", "pattern": pattern}, str, decode), **settings)

    def fault(self, value: Any) -> Fault:
        """Return the fault of a text that does not fit: of a cursor if it begins like one."""
        is_cursor = isinstance(value, str) and value[:1].isdecimal() and not value.isdecimal()
        return Fault("cursor") if is_cursor else fault_of(self.plain)
