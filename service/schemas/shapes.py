"""Defines the base schemas of requests and answers, and lists of members with a known shape."""

from collections.abc import Mapping
from typing import Any, Self

from marshmallow import EXCLUDE, RAISE, Schema, ValidationError, fields, pre_load, validates_schema

from service.faults import Fault
from service.schemas.faults import wrong_type
from service.schemas.fields import About, settings_of, sometimes, words

_UNKNOWN: Fault = Fault("unknown")


def _absent(expected: str) -> dict[str, Any]:
    return {"required": Fault("required"), "null": wrong_type([expected], None)}


class Fixed(Schema):
    """Represents a schema that never changes once it is made, so that copies of what holds it hold the same one.

    Each decorator of a route copies all that is described so far, which was a tenth of a server's start.
    """

    def __deepcopy__(self, _memo: dict[int, Any]) -> Self:
        """Return the schema itself."""
        return self


class Strict(Fixed):
    """Represents a body that may not have unknown members."""

    error_messages = {"unknown": _UNKNOWN}

    class Meta:
        """Sets marshmallow's options."""

        unknown = RAISE

    def load(self, data: Any, **settings: Any) -> Any:
        """Parse the body; raises ValidationError."""
        if not isinstance(data, Mapping):
            raise ValidationError({"_schema": [wrong_type(["object"], data)]})
        return super().load(data, **settings)

    def handle_error(self, error: ValidationError, data: Any, **settings: Any) -> None:
        """Let the fault of an unknown member name the known ones."""
        faults = error.messages if isinstance(error.messages, dict) else {}
        for name in [name for name, said in faults.items() if said == [_UNKNOWN]]:
            faults[name] = [Fault("unknown", among=(name, self.fields))]


class Query(Strict):
    """Represents the query of a URL, with every name at most once."""

    @pre_load
    def need_once(self, query: dict[str, Any], **settings: Any) -> dict[str, Any]:
        """Refuse a repeated name, whose value is a list of texts."""
        twice = {name: [Fault("twice")] for name, value in query.items() if isinstance(value, list)}
        if twice:
            raise ValidationError(twice)
        return query


class Answer(Fixed):
    """Represents the body of an answer; more members may be added at any time."""

    class Meta:
        """Sets marshmallow's options."""

        unknown = EXCLUDE


class OneOf(Answer):
    """Represents a body of one of several shapes, discriminated by the member `by`."""

    by: str
    variants: Mapping[str, Schema]


def reference(component: str) -> dict[str, Any]:
    """Return a reference to a component."""
    return {"$ref": f"#/components/schemas/{component}"}


def one_of(about: str, member: str, variants: Mapping[str, dict[str, Any]]) -> dict[str, Any]:
    """Return a union discriminated by the values of a member; the variants are references to components."""
    pointers = {value: pointer["$ref"] for value, pointer in variants.items()}
    return ({"description": about} if about else {}) | {
        "oneOf": [{"$ref": pointer} for pointer in dict.fromkeys(pointers.values())],
        "discriminator": {"propertyName": member, "mapping": pointers},
    }


class Inner(fields.Nested):
    """Represents one member of a known shape."""

    def __init__(self, schema: Schema, about: About | None = None) -> None:
        super().__init__(schema, error_messages=_absent("object"), **settings_of(about))


class Listed(fields.List):
    """Represents a list of `least` to `most` members."""

    def __init__(self, member: Schema | fields.Field[Any], most: int, about: About, least: int = 1) -> None:
        settings = settings_of(about)
        settings["metadata"] = {**settings["metadata"], "minItems": least, "maxItems": most}
        item = Inner(member) if isinstance(member, Schema) else member
        super().__init__(item, error_messages=_absent("array"), **settings)
        self.least = least
        self.most = most

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> list[Any]:
        if not isinstance(value, list):
            raise ValidationError([wrong_type(["array"], value)])
        if not self.least <= len(value) <= self.most:
            raise ValidationError([Fault("listed" if self.least else "array", most=self.most)])
        members: list[Any] = super()._deserialize(value, attr, data, **kwargs)
        return members


class NothingSchema(Strict):
    """An empty object."""


class PageQuery(Query):
    """A part of a list: the page after another one."""

    cursor = words(200, sometimes("The old name of `after`.", deprecated=True))

    @validates_schema
    def have_one_name(self, query: dict[str, Any], **settings: Any) -> None:
        """Refuse both names of the place at which the page begins."""
        if "after" in query and "cursor" in query:
            raise ValidationError([Fault("old_name", name="after")], "cursor")
