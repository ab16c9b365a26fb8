"""Webhooks: asked for and shown."""

from marshmallow import ValidationError, fields, validates_schema

from service.schemas.answers import SEATS, TOKEN
from service.schemas.faults import Fault
from service.schemas.fields import choice, choices, flag, whole, words
from service.schemas.messages import VERSIONS
from service.schemas.shapes import Answer, Strict
from service.webhooks.registry import TYPES, USUAL_TYPES
from service.webhooks.targets import LONGEST_URL

EXAMPLE = {"url": "https://bot.example.org/longroad", "types": list(USUAL_TYPES)}
PUBLIC = {"description": "Whether anybody may seat it as a bot; else only its own key"}


class NewWebhookSchema(Strict):
    """A webhook to make."""

    url = words(LONGEST_URL, required=True, metadata={"description": "https, and reachable from everywhere"})
    types = choices(TYPES)
    public = flag(metadata=PUBLIC)


class WebhookChangeSchema(Strict):
    """What to change of a webhook."""

    url = words(LONGEST_URL)
    types = choices(TYPES)
    public = flag(metadata=PUBLIC)
    active = flag(metadata={"description": "`true` switches one on again that had failed too often"})
    new_secret = flag(metadata={"description": "`true`: sign with a new secret, which the answer holds"})

    bounds = {"minProperties": 1}

    @validates_schema
    def need_some(self, change: dict[str, object], **kwargs: object) -> None:
        """Something must change."""
        if not change:
            raise ValidationError([Fault("some_change")])


class WebhookSchema(Answer):
    """A webhook."""

    id = words(64, required=True)
    url = fields.String(required=True)
    types = fields.List(fields.String(), required=True)
    public = flag(required=True)
    active = flag(required=True)
    failures = fields.Integer(required=True, metadata={"description": "Attempts that failed in a row"})
    created = fields.DateTime(required=True)
    secret = fields.String(metadata=TOKEN)


class DeliverySchema(Answer):
    """Something that a webhook was told, or is to be told."""

    n = whole(1, 2**53, required=True)
    type = choice(TYPES, required=True)
    game = words(64, required=True)
    seat = whole(*SEATS, required=True)
    version = whole(*VERSIONS, required=True)
    status = choice(("pending", "delivered", "failed", "skipped"), required=True)
    attempts = fields.Integer(required=True)
    code = fields.Integer(allow_none=True, metadata={"description": "The status of the newest answer"})
    note = fields.String()
    made = fields.DateTime(required=True)
    due = fields.DateTime(allow_none=True, metadata={"description": "When it is tried again"})


class WebhookDetailSchema(WebhookSchema):
    """A webhook with its newest deliveries."""

    deliveries = fields.List(fields.Nested(DeliverySchema()), required=True)


class WebhookListSchema(Answer):
    """The caller's webhooks."""

    webhooks = fields.List(fields.Nested(WebhookSchema()), required=True)
