"""Hashing of tokens and API keys: only hashes are stored."""

from hashlib import blake2b


def hash_of(token: str) -> str:
    """The hash of a token or key; of 256 random bits, so that it needs no salt."""
    return blake2b(token.encode(), digest_size=24).hexdigest()
