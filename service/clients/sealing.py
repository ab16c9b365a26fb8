"""Encrypts what is known about people: names of seats and API keys, targets and secrets of webhooks.

A sealed text is AES-256-GCM (of `cryptography`, as for the answers under idempotency keys) under a data key
(`service.game.data_keys`), and bound to the place where it is stored. It begins with the kind of its data key: that of
an API key, whose id follows, or the place's own.

Names are written in the 32 control characters, which no name may hold: so a sealed one is never taken for a plain one,
and versions of Longroad that know only plain ones show none (`service.texts.readable_text`).
"""

import base64
import binascii
import secrets
from collections.abc import Callable
from typing import Final

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from service.game.context import Context
from service.game.data_keys import PLAYER_PREFIX

OF_CLIENT: Final = ("\x01", "\x02")
"""Begin what is sealed under the data key of an API key or a player, when it is written in control characters."""
_PLACE: Final = b"\x00"
_CLIENTS: Final = {b"\x08": "key-", b"\x10": PLAYER_PREFIX}
_HEADS: Final = {prefix: head for head, prefix in _CLIENTS.items()}
_ID: Final = 9
_NONCE: Final = 12
_LEAST: Final = 1 + _NONCE + 16
_LETTERS: Final = b"ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"
_TO_CONTROLS: Final = bytes.maketrans(_LETTERS, bytes(range(32)))
_FROM_CONTROLS: Final = bytes.maketrans(bytes(range(32)), _LETTERS)


def seal(text: str, place: str, data_key: bytes, key_id: str = "") -> bytes:
    """Encrypt a text that is stored at a place; with `key_id` the data key is that API key's or player's."""
    prefix, hyphen, number = key_id.rpartition("-")
    head = _HEADS[prefix + hyphen] + bytes.fromhex(number) if key_id else _PLACE
    nonce = secrets.token_bytes(_NONCE)
    return head + nonce + AESGCM(data_key).encrypt(nonce, text.encode(), place.encode())


def open_text(ctx: Context, text: bytes, place: str, own_key: Callable[[], bytes | None]) -> str:
    """Decrypt a text stored at a place, whose own data key `own_key` looks up; empty if that person was forgotten."""
    client = client_of(text)
    if client and ctx.data_keys.is_forgotten(client):
        return ""
    known = ctx.data_keys.opened.get((place, text))
    if known is not None:
        return known
    data_key = ctx.data_keys.of_client(client) if client else own_key()
    found = decrypt_now(ctx, text, place, data_key) if data_key else ""
    if found:
        ctx.data_keys.opened.put((place, text), found)
    return found


def client_of(text: bytes) -> str:
    """Return the API key or player under whose data key a text is sealed; empty if that is the place's own."""
    prefix = _CLIENTS.get(text[:1])
    return f"{prefix}{text[1 : 1 + _ID].hex()}" if prefix else ""


def decrypt_now(ctx: Context, text: bytes, place: str, data_key: bytes) -> str:
    """Decrypt a text with its data key, or with the one that the store has now; empty if neither opens it."""
    found, client = decrypt(text, place, data_key), client_of(text)
    newer = ctx.data_keys.reload(client) if client and not found else None
    return decrypt(text, place, newer) if newer else found


def decrypt(text: bytes, place: str, data_key: bytes) -> str:
    """Decrypt a text with its data key; empty if it was sealed under another one."""
    begin = 1 + _ID if text[:1] in _CLIENTS else 1
    nonce, rest = text[begin : begin + _NONCE], text[begin + _NONCE :]
    try:
        return AESGCM(data_key).decrypt(nonce, rest, place.encode()).decode()
    except InvalidTag:  # sealed under another data key, which is gone
        return ""


def in_controls(text: bytes) -> str:
    """Write a sealed text in control characters."""
    return base64.b32encode(text).rstrip(b"=").translate(_TO_CONTROLS).decode()


def from_controls(text: str) -> bytes | None:
    """Read a sealed text that is written in control characters; None for any other text."""
    if not text or max(text) >= " ":
        return None
    letters = text.encode().translate(_FROM_CONTROLS)
    try:
        found = base64.b32decode(letters + b"=" * (-len(letters) % 8))
    except binascii.Error:
        return None
    return found if len(found) >= _LEAST and found[:1] in (_PLACE, *_CLIENTS) else None
