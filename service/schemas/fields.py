"""Builds schema fields from the domain's field types, so that commands and all else read JSON in the same way."""

import unicodedata
from collections.abc import Mapping, Sequence
from typing import Any, Final

from marshmallow import Schema, ValidationError, fields

from domain.core.kinds import Kind, array, boolean, integer, json_value, text
from service.faults import Fault
from service.process.wall_clock import read_moment, write_time
from service.schemas.faults import fault_of, inner_faults, types_of
from service.texts.readable_text import is_blank, is_readable

_HIDDEN: Final = (
    r"\u0000-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb"
)
"""Lists controls and formats that no text may hold; what else is unreadable has no short pattern."""
READABLE: Final = {"pattern": f"^[^{_HIDDEN}]*$"}
READABLE_NAME: Final = {"pattern": rf"^([^{_HIDDEN}]*[^\s{_HIDDEN}][^{_HIDDEN}]*)?$"}
NOT_EMPTY: Final = {"minLength": 1}
"""Narrows the schema of an id, which is looked up later."""
SHOWN_NAME = "visible characters without line breaks or control characters; spaces around it are removed"
"""Explains the limits of a display name."""


def always(text: str, **more: Any) -> dict[str, Any]:
    """Return the settings of a member that is always present, explained by the text."""
    return {"required": True, "metadata": {"description": text, **more}}


def sometimes(text: str, **more: Any) -> dict[str, Any]:
    """Return the settings of a member that may be absent; in answers the text also says when.

    `narrow` holds bounds of a request's member that its own field does not check, since more than its form decides.
    """
    return {"metadata": {"description": text, **more}}


About = str | dict[str, Any]
"""Says what a member means: a text where it is always present, otherwise what `sometimes` returns."""


def settings_of(about: About | None) -> dict[str, Any]:
    """Return the settings of a member; a field that is no member, such as an item of a list, has none."""
    return always(about) if isinstance(about, str) else about or {}


def explain_members(schema: Mapping[str, Any], **texts: str) -> dict[str, Any]:
    """Return the JSON Schema of an object with a text for each of its members."""
    members = {name: one | {"description": texts[name]} for name, one in schema["properties"].items()}
    return {**schema, "properties": members}


UNREADABLE: Final = (ValueError, LookupError, TypeError, AttributeError)
"""Lists what a domain type may raise on JSON within a value, such as an open frame, that has another form."""


class KindField(fields.Field[Any]):
    """Represents a field that a domain type reads, writes and describes by its JSON Schema."""

    default_error_messages = {"required": Fault("required")}

    def __init__(self, kind: Kind, about: About | None = None) -> None:
        takes_null = not kind.schema or "null" in types_of(kind.schema)
        super().__init__(allow_none=takes_null, **settings_of(about))
        self.kind = kind
        self.error_messages["null"] = fault_of(kind.schema, None)

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> Any:
        try:
            return self.kind.decode(value)
        except UNREADABLE:
            raise ValidationError(inner_faults(self.kind.schema, value) or [self.fault(value)]) from None

    def fault(self, value: Any) -> Fault:
        """Return the fault of a value that does not fit, for one whose parts have no faults of their own."""
        return fault_of(self.kind.schema, value)

    def deserialize(self, value: Any, attr: str | None = None, data: Any = None, **kwargs: Any) -> Any:
        """Return the parsed value; null is passed to the type if that accepts it."""
        if value is None and self.allow_none:
            return self.kind.decode(None)
        return super().deserialize(value, attr, data, **kwargs)

    def _serialize(self, value: Any, attr: str | None, obj: Any, **kwargs: Any) -> Any:
        return self.kind.encode(value)


class QueryField(KindField):
    """Represents a value written as text in a query."""

    def fault(self, value: Any) -> Fault:
        """Return the fault of a text that does not fit."""
        return fault_of(self.kind.schema)


class WordsField(KindField):
    """Represents a text of readable characters; `sent` narrows its schema in requests."""

    sent: Mapping[str, Any] = READABLE
    unreadable = Fault("text.characters", phrase="characters")

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> Any:
        read: str = super()._deserialize(value, attr, data, **kwargs)
        if not is_readable(read):
            raise ValidationError([self.unreadable])
        return read


class NameField(WordsField):
    """Represents a display name: normalized (NFC), stripped, and not blank unless it is empty."""

    sent = READABLE_NAME
    unreadable = Fault("name.characters", phrase="characters")
    blank = Fault("name.blank", phrase="blank")

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> Any:
        read = unicodedata.normalize("NFC", super()._deserialize(value, attr, data, **kwargs)).strip()
        if value and is_blank(read):
            raise ValidationError([self.blank])
        return read


def _number_in_text(minimum: int, maximum: int) -> Kind:
    whole = integer(minimum, maximum)

    def decode(value: Any) -> int:
        if not (isinstance(value, str) and value.isascii() and value.isdigit()):
            raise ValueError("not a number")
        return int(whole.decode(int(value[:20])))

    return Kind(whole.schema, str, decode)


def _truth(value: Any) -> bool:
    if value not in ("true", "false"):
        raise ValueError("not a boolean")
    return bool(value == "true")


def _name(names: Sequence[str]) -> Kind:
    def decode(value: Any) -> str:
        if not isinstance(value, str) or value not in names:
            raise ValueError("not one of them")
        return value

    return Kind({"type": "string", "enum": list(names)}, str, decode)


def _object() -> Kind:
    def decode(value: Any) -> dict[str, Any]:
        if not isinstance(value, dict):
            raise ValueError("not an object")
        return value

    return Kind({"type": "object"}, dict, decode)


def whole(minimum: int, maximum: int, about: About | None = None) -> KindField:
    """Return a field for a JSON Schema integer: 11 and 11.0 are valid, true and 1.5 are not."""
    return KindField(integer(minimum, maximum), about)


def count(text: str) -> KindField:
    """Return a field for a number of things in an answer, which no rule of the API limits."""
    return whole(0, 2**31, text)


def fraction(text: str) -> fields.Float:
    """Return a field for a probability or a share in an answer, from 0 to 1."""
    return fields.Float(**always(text, minimum=0, maximum=1))


def query_number(minimum: int, maximum: int, about: About | None = None) -> KindField:
    """Return a field for a query parameter that is an integer."""
    return QueryField(_number_in_text(minimum, maximum), about)


def query_flag(about: About | None = None) -> KindField:
    """Return a field for a query parameter that is `true` or `false`."""
    return QueryField(Kind({"type": "boolean"}, str, _truth), about)


def flag(about: About) -> KindField:
    """Return a field for a boolean."""
    return KindField(boolean(), about)


def words(longest: int, about: About) -> KindField:
    """Return a field for a text of at most `longest` readable characters."""
    return WordsField(text(longest), about)


def credential(longest: int, about: About) -> KindField:
    """Return a field for a credential of at most `longest` characters, of any kind: a wrong one opens nothing."""
    return KindField(text(longest), about)


def display_name(longest: int, about: About) -> KindField:
    """Return a field for a display name of at most `longest` characters."""
    return NameField(text(longest), about)


def or_null(kind: Kind) -> Kind:
    """Return a type for the values of another one and for null, which is read as None."""

    def decode(value: Any) -> Any:
        return None if value is None else kind.decode(value)

    return Kind({"anyOf": [kind.schema, {"type": "null"}]}, kind.encode, decode)


def choice(names: Sequence[str], about: About | None = None) -> KindField:
    """Return a field for one of the names."""
    return KindField(_name(names), about)


def choices(names: Sequence[str], about: About) -> KindField:
    """Return a field for a list of names out of these, each at most once."""
    return KindField(array(_name(names), len(names), unique=True), about)


def string(about: About, *, allow_none: bool = False) -> fields.String:
    """Return a field for a text in an answer."""
    return fields.String(allow_none=allow_none, **settings_of(about))


def number(about: About) -> fields.Float:
    """Return a field for a decimal number in an answer."""
    return fields.Float(**settings_of(about))


def unbounded(about: About, *, allow_none: bool = False) -> fields.Integer:
    """Return a field for a whole number without bounds in an answer."""
    return fields.Integer(allow_none=allow_none, **settings_of(about))


def date_time(about: About, *, allow_none: bool = False) -> fields.DateTime:
    """Return a field for a time in an answer."""
    return fields.DateTime(allow_none=allow_none, **settings_of(about))


def nested(schema: type[Schema], about: About, *, allow_none: bool = False) -> fields.Nested:
    """Return a field for an object in an answer."""
    return fields.Nested(schema, allow_none=allow_none, **settings_of(about))


def list_of(item: fields.Field[Any], about: About) -> fields.List:
    """Return a field for a list in an answer."""
    return fields.List(item, **settings_of(about))


def strings(about: About) -> fields.List:
    """Return a field for a list of texts in an answer."""
    return list_of(fields.String(), about)


def objects(schema: type[Schema], about: About) -> fields.List:
    """Return a field for a list of objects."""
    return list_of(fields.Nested(schema), about)


MOMENT: Final = Kind({"type": "string", "format": "date-time"}, write_time, read_moment)
"""Reads and writes a time in the format of this API."""


class Pointed(KindField):
    """Represents a field described by a component of the contract: read as an object, and validated elsewhere."""

    def __init__(self, component: str, about: About | None = None) -> None:
        super().__init__(_object(), about)
        self.component = component


def as_described(schema: dict[str, Any], about: About) -> KindField:
    """Return a field for an answer's value that a JSON Schema describes."""
    return KindField(json_value(schema), about)


class Reference(fields.Raw):
    """Represents an answer's value described by a component of the contract; it is passed through unchanged."""

    def __init__(self, component: str, about: About | None = None, *, allow_none: bool = False) -> None:
        super().__init__(allow_none=allow_none, **settings_of(about))
        self.component = component
