"""Encrypts what a stored webhook reveals of its owner: its target and its secrets.

The sealed text is kept in `url`, behind SEALED, and the secrets are empty: a version of Longroad that knows only plain
webhooks posts nothing there.
"""

import base64
from collections.abc import Mapping
from functools import partial
from typing import Any, Final

import orjson

from eventstore.outages import StoreAway
from service.clients.sealing import open_text, seal
from service.game.context import Context
from service.game.data_keys import KEY_ID, OWN, new_data_key

SEALED: Final = "sealed:"
PARTS: Final = ("url", "secret", "token_key")


def is_plain(hook: Mapping[str, Any]) -> bool:
    """Return whether a stored webhook is not encrypted yet."""
    return not hook["url"].startswith(SEALED)


def seal_parts(ctx: Context, hook: Mapping[str, Any]) -> dict[str, str]:
    """Return the members of a webhook to store in place of the plain ones.

    They are sealed under the data key of the API key that owns the webhook; that of a seat has one of its own.
    """
    client = hook["owner"].removeprefix("key ")
    if KEY_ID.fullmatch(client):
        data_key = ctx.data_keys.make_for_client(client)
    else:
        client, data_key = "", ctx.store.keep_data_key(hook["id"], OWN, new_data_key())
    parts = orjson.dumps({name: hook[name] for name in PARTS}).decode()
    text = base64.b64encode(seal(parts, hook["id"], data_key, client)).decode()
    return dict.fromkeys(PARTS, "") | {"url": SEALED + text}


def with_parts(ctx: Context, hook: dict[str, Any]) -> dict[str, Any] | None:
    """Return a stored webhook with its parts decrypted; None if its owner was forgotten.

    Raises StoreAway while the list of the forgotten is unknown: a webhook's deliveries must wait for it.
    """
    if is_plain(hook):
        return hook
    text = base64.b64decode(hook["url"].removeprefix(SEALED))
    parts = open_text(ctx, text, hook["id"], partial(ctx.store.data_key, hook["id"], OWN))
    if not parts and not ctx.data_keys.knows_the_forgotten:
        raise StoreAway("the list of the forgotten cannot be read")
    return hook | orjson.loads(parts) if parts else None
