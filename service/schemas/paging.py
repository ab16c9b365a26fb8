"""Defines the query of a list that comes in pages."""

from typing import Any, Final

from marshmallow import ValidationError, validates_schema

from service.faults import Fault
from service.schemas.fields import sometimes, words
from service.schemas.shapes import Query

_LONGEST: Final = 200


class PageQuery(Query):
    """A part of a list: the page after another one."""

    cursor = words(_LONGEST, **sometimes("The old name of `after`.", deprecated=True))

    @validates_schema
    def have_one_name(self, query: dict[str, Any], **settings: Any) -> None:
        """Refuse both names of the place at which the page begins."""
        if "after" in query and "cursor" in query:
            raise ValidationError([Fault("old_name", name="after")], "cursor")
