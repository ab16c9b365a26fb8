"""Makes tokens of 256 random bits, invitations and holder ids, and names the facts that say what they open."""

import re
import secrets
from hashlib import blake2b
from typing import Final

from service.clients import fact_names

_HOLDER_BYTES: Final = 6
_SCHEME: Final = r"\s*(?:[A-Za-z]+ +)?"
_KEY: Final = re.compile(_SCHEME + r"(?:key|player)-[0-9a-f]{18}\.")
_TOKEN: Final = re.compile(_SCHEME + r"(?!key-|player-)[0-9a-z-]{1,60}\.[A-Za-z0-9_-]{43}\s*")


def hash_of(token: str) -> str:
    """Return the hash of a token or key; with 256 random bits it needs no salt."""
    return blake2b(token.encode(), digest_size=24).hexdigest()


def has_form_of_key(text: str) -> bool:
    """Return whether a text is an API key or a player's token of ours by its form, with or without a scheme."""
    return _KEY.match(text) is not None


def has_form_of_token(text: str) -> bool:
    """Return whether a text is a token of ours by its form, with or without a scheme before it."""
    return _TOKEN.fullmatch(text) is not None


def new_token(game: str) -> str:
    """Return a new token of a game, to be shown once."""
    return f"{game}.{secrets.token_urlsafe(32)}"


def new_holder() -> str:
    """Return a new holder id, for a player who sits down."""
    return secrets.token_hex(_HOLDER_BYTES)


def fact_key(token: str) -> str:
    """Name the fact that says what a token opens."""
    return fact_names.token(hash_of(token))


def token_of_key(key_hash: str, seat: int) -> str:
    """Return what stands in place of a token where an API key acts for a seat; a space keeps it from being sent as one.

    As with a token, a fact of the game says what it opens, which ends when the seat's holder changes.
    """
    return f"{key_hash} {seat}"
