"""Defines API keys in requests and answers."""

from service.clients.api_keys import MOST_QUOTAS, SCOPES
from service.schemas.fields import (
    SHOWN_NAME,
    choices,
    date_time,
    display_name,
    nested,
    objects,
    query_flag,
    sometimes,
    string,
    strings,
    whole,
    words,
)
from service.schemas.shapes import Answer, Inner, Query, Strict
from service.schemas.usage import BudgetSchema


class QuotasSchema(Strict):
    """The limits of an API key."""

    requests = whole(
        1, MOST_QUOTAS["requests"], sometimes("The maximum number of requests per minute, not counting commands.")
    )
    moves = whole(1, MOST_QUOTAS["moves"], sometimes("The maximum number of requests with commands per minute."))
    games = whole(1, MOST_QUOTAS["games"], sometimes("The maximum number of new games per hour."))


class KeyEndQuery(Query):
    """How an API key ends."""

    forget = query_flag(
        sometimes("`true` to forget the person, too: names and tokens of the key's seats end, and seats resign.")
    )


class KeyDraftSchema(Strict):
    """A request to make a key. The new key cannot allow more than the key that makes it."""

    name = display_name(40, sometimes(f"The display name of the key: {SHOWN_NAME}."))
    scopes = choices(
        SCOPES,
        sometimes(
            "What the key may do; by default all that the key which creates it may do, except `keys` and `seats`."
        ),
    )
    quotas = Inner(
        QuotasSchema(), sometimes("The limits of the key; by default the server's, or lower ones of its maker.")
    )
    budget = Inner(
        BudgetSchema(), sometimes("The budget of the key; by default none. A key with one cannot make other keys.")
    )


class KeySchema(Answer):
    """An API key without its secret."""

    id = words(64, "The id of the key, which is not secret.")
    name = string("The display name of the key; empty if none was given.")
    scopes = strings(
        "What the key allows: `games`, `me` (reading across games), `webhooks`, `keys` (making more keys)."
    )
    quotas = nested(QuotasSchema, "How many requests, commands and new games the key allows.")
    created = date_time("When the key was made, in ISO 8601.")
    budget = nested(BudgetSchema, sometimes("The budget of the key. Absent if it has none."))


class MadeKeySchema(KeySchema):
    """A new API key with its secret."""

    key = string("The secret key to send as `X-Api-Key`, shown only once.")


class KeyListSchema(Answer):
    """The caller's key and those that it made."""

    keys = objects(KeySchema, "The caller's key and the keys that were made with it.")
