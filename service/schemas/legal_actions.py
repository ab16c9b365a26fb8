"""Defines what a seat may do: commands ready to be posted, and families of them with bounds."""

from marshmallow import fields

from domain.core.kinds import array, integer
from service.schemas.fields import KindField, Reference, always, as_described, flag, objects, sometimes, whole
from service.schemas.messages import SEATS, VERSIONS
from service.schemas.shapes import Answer
from service.table.kinds import MOST_SEATS


class ListedSchema(Answer):
    """A command ready to be posted."""

    command = Reference("Command", **always("A legal command, which can be posted as it is."))
    summary = fields.String(**always("What the command does, as a sentence in the requested language."))


class CardsBoundSchema(Answer):
    """How many cards a member may have."""

    max = as_described(
        {"type": "object", "additionalProperties": {"type": "integer", "minimum": 0}},
        **always("The most cards of each kind; a kind that is absent is not allowed."),
    )
    least = whole(0, 2**31, **always("The fewest cards that the member needs in total."))
    total = whole(0, 2**31, **always("The most cards that the member may have in total."))


class BoundSchema(Answer):
    """The bounds of a member of a command: of its cards, or of its seats."""

    cards = fields.Nested(
        CardsBoundSchema(), **sometimes("How many cards are allowed. Present if the member lists cards.")
    )
    seats = KindField(
        array(integer(*SEATS), MOST_SEATS, unique=True),
        **sometimes("The seats that can be named. Present if the member lists seats."),
    )


class TemplateSchema(Answer):
    """A family of commands, with bounds for its open members."""

    type = fields.String(**always("The type of the commands of this family."))
    schema = Reference("JsonSchema", **always("The JSON Schema that such a command must fit."))
    bounds = fields.Dict(
        keys=fields.String(),
        values=fields.Nested(BoundSchema()),
        **always("The values that each open member of the command can take, by the member's name."),
    )
    disjoint = fields.List(
        fields.String(),
        **always("Members of which no two may name the same kind of card; empty if there is no such rule."),
    )
    example = Reference("Command", **always("A legal command of this family, which can be posted as it is."))
    summary = fields.String(**always("What the example does, as a sentence in the requested language."))


class LegalActionsSchema(Answer):
    """Everything that the caller's seat may do."""

    version = whole(*VERSIONS, **always("The version for which the actions are legal; send it as `If-Match`."))
    seat = fields.Integer(
        allow_none=True, **always("The number of the caller's seat; null for spectators and after the end.")
    )
    must_act = flag(**always("True if the game cannot continue until this seat acts."))
    actions = objects(ListedSchema, **always("The legal commands that can be listed one by one."))
    templates = objects(TemplateSchema, **always("The families of legal commands that are too many to list."))
