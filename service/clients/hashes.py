"""Hashes tokens and API keys: only their hashes are stored."""

from hashlib import blake2b


def hash_of(token: str) -> str:
    """Return the hash of a token or key; with 256 random bits it needs no salt."""
    return blake2b(token.encode(), digest_size=24).hexdigest()
