"""API keys: asked for and shown."""

from marshmallow import fields

from service.keys import MOST_QUOTAS, SCOPES
from service.schemas.answers import TOKEN
from service.schemas.fields import choices, display_name, whole, words
from service.schemas.shapes import Answer, Inner, Strict


class QuotasSchema(Strict):
    """How much a key may: requests and moves a minute, games an hour."""

    requests = whole(1, MOST_QUOTAS["requests"])
    moves = whole(1, MOST_QUOTAS["moves"])
    games = whole(1, MOST_QUOTAS["games"])


class NewKeySchema(Strict):
    """A key to make; it may nothing that its maker may not."""

    name = display_name(40)
    scopes = choices(SCOPES)
    quotas = Inner(QuotasSchema())


class KeySchema(Answer):
    """A key without its secret."""

    id = words(64, required=True)
    name = fields.String(required=True)
    scopes = fields.List(fields.String(), required=True)
    quotas = fields.Nested(QuotasSchema(), required=True)
    created = fields.DateTime(required=True)


class MadeKeySchema(KeySchema):
    """A new key."""

    key = fields.String(required=True, metadata=TOKEN)


class KeyListSchema(Answer):
    """The caller's key and those that it made."""

    keys = fields.List(fields.Nested(KeySchema()), required=True)
