"""What went wrong, as RFC 9457 has it."""

from marshmallow import fields

from service.schemas.fields import whole, words
from service.schemas.shapes import Answer


class FaultSchema(Answer):
    """One member of a request that does not have the shape asked for."""

    pointer = fields.String(required=True, metadata={"description": "JSON Pointer to the member", "example": "/edge"})
    code = fields.String(required=True, metadata={"example": "range"})
    detail = fields.String(required=True, metadata={"example": "must be a whole number from 0 to 71"})


class ProblemSchema(Answer):
    """A problem; `type` is one of a closed list, title and detail speak the language asked for."""

    type = fields.String(required=True, metadata={"example": "/problems/refused"})
    title = fields.String(required=True, metadata={"example": "Refused by the rules"})
    status = whole(400, 599, required=True, metadata={"example": 409})
    detail = fields.String(required=True)
    instance = fields.String(required=True, metadata={"description": "The path that was asked for, percent-encoded"})
    rule = words(100, metadata={"description": "The id of the rule that refused; see rules/{rule}"})
    missing = fields.Raw(metadata={"description": "What the command lacks, such as cards"})
    version = whole(
        0, 2**53, metadata={"description": "The version at which the game stands, or that a record does not prove"}
    )
    index = whole(0, 199, metadata={"description": "Which of several commands was refused, or of a version's events"})
    errors = fields.List(fields.Nested(FaultSchema()))
