"""Recognizes a store by the identities of its shards, each made once and stored beside the games.

An identity is a data key, so it is copied together with the games: to replicas, other primaries and backups.
"""

from collections.abc import Callable
from functools import cache
from itertools import count
from typing import Final

from eventstore import keys
from eventstore.keys import SHARDS, shard_of

NAME: Final = "store"
"""The name of the data key that is an identity; its owner is `owner_in` a shard."""
Known = Callable[[int], bytes]
"""Returns the identity that a shard must have before anything is written there; empty if any is accepted."""


def any_store(shard: int) -> bytes:
    """Return no identity: any store is accepted."""
    return b""


@cache
def owner_in(shard: int) -> str:
    """Return the owner of a shard's identity, the same in every release."""
    names = (f"identity-{number}" for number in count())
    return next(name for name in names if shard_of(name) == shard)


@cache
def place_in(shard: int) -> str:
    """Return the key of the hash that holds a shard's identity."""
    return keys.data_keys(owner_in(shard))


@cache
def owners() -> tuple[str, ...]:
    """Return the owners of the identities of all shards, in order."""
    return tuple(map(owner_in, range(SHARDS)))
