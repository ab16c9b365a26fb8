"""The two kinds of schema, and lists of members of a known shape."""

from typing import Any

from marshmallow import EXCLUDE, RAISE, Schema, ValidationError, fields

from service.schemas.faults import Fault

_ABSENT: dict[str, Any] = {"required": Fault("required"), "null": Fault("null")}


class Strict(Schema):
    """A body that is refused when it holds a member that nobody asked for."""

    error_messages = {"unknown": Fault("unknown"), "type": Fault("object")}

    class Meta:
        """Options of marshmallow."""

        unknown = RAISE


class Answer(Schema):
    """A body that goes out; more members may be added at any time."""

    class Meta:
        """Options of marshmallow."""

        unknown = EXCLUDE


class Inner(fields.Nested):
    """One member of a known shape."""

    def __init__(self, schema: Schema, **settings: Any) -> None:
        super().__init__(schema, error_messages=_ABSENT, **settings)


class Listed(fields.List):
    """A list of 1 to `most` members."""

    def __init__(self, schema: Schema, most: int, **settings: Any) -> None:
        super().__init__(
            Inner(schema),
            error_messages=_ABSENT,
            metadata={"minItems": 1, "maxItems": most},
            **settings,
        )
        self.most = most

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> list[Any]:
        if not isinstance(value, list) or not 1 <= len(value) <= self.most:
            raise ValidationError([Fault("listed", most=self.most)])
        members: list[Any] = super()._deserialize(value, attr, data, **kwargs)
        return members
