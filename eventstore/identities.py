"""Recognizes a store by the identity that each of its shards bears beside the games, made once.

It is a data key, so it goes where the games go: to replicas and other primaries, into backups and back.
"""

from collections.abc import Callable
from functools import cache
from itertools import count
from typing import Final

from eventstore import keys
from eventstore.keys import SHARDS, shard_of

NAME: Final = "store"
"""Names the data key that is an identity; its owner is `owner_in` a shard."""
Known = Callable[[int], bytes]
"""Returns the identity that a shard must bear for anything to be written there; if it is empty, any will do."""


def any_store(shard: int) -> bytes:
    """Return no identity: this store is taken whichever it is."""
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
