"""Keeps what hosts know of the events' store in RQ's store too, for hosts whose data directory is new.

A host that has a file of its own believes that alone: what is kept here may be lost, damaged or forged.
"""

import logging
from collections.abc import Mapping
from typing import Any, Final

from redis import Redis
from redis.exceptions import ResponseError

from eventstore.keys import owners
from service.process.known_store import BadKnownStore
from service.queue.keys import KNOWN_STORE

logger: Final = logging.getLogger("longroad")


def read_shared(client: Redis) -> dict[str, str]:
    """Return the identities that hosts share; raises RedisError, and BadKnownStore if they cannot be read."""
    try:
        found: Any = client.hmget(KNOWN_STORE, list(owners()))
        return {owner: value.decode() for owner, value in zip(owners(), found, strict=True) if value}
    except (ResponseError, UnicodeDecodeError) as error:
        remedy = "if the events' store is the right one, run `longroad accept-store`"
        raise BadKnownStore(f"{KNOWN_STORE} in the queues' store cannot be read: {error}; {remedy}") from error


def share(client: Redis, known: Mapping[str, str], *, is_found: bool) -> None:
    """Share what a host knows, in place of something else only if the whole store that it knows `is_found`.

    Raises RedisError.
    """
    try:
        shared = read_shared(client)
    except BadKnownStore:
        shared = {}
    if shared == known or (shared and not is_found):
        return
    if shared:
        logger.warning("%s in the queues' store named another events' store than the one in use", KNOWN_STORE)
    replace_shared(client, known)


def replace_shared(client: Redis, known: Mapping[str, str]) -> None:
    """Replace whatever is shared; raises RedisError."""
    values: Any = known
    with client.pipeline() as pipe:
        pipe.delete(KNOWN_STORE)
        pipe.hset(KNOWN_STORE, mapping=values)
        pipe.execute()
