"""Checks before a start that every primary has its replicas, and that all of them write through."""

import time
from typing import Any, Final

from redis.exceptions import RedisError, ResponseError

from eventstore import keys
from eventstore.cluster.barriers import Copies
from eventstore.cluster.replicated import count_replicas
from eventstore.cluster.slots import Address, SlotMap, is_cluster
from eventstore.embedded.engines import StoreUnavailable
from eventstore.keys import SHARDS
from eventstore.outages import StoreAway
from eventstore.redis.connection import PROMPT, connect_once, found_durability

_ANSWER_S: Final = 5.0


def require_replicas(url: str, replicas: int, syncing_s: float = 10.0) -> None:
    """Raise StoreUnavailable with the reason, unless each primary has this number of replicas that write through.

    A replica that has just begun to follow is waited for, `syncing_s` at most.
    """
    try:
        for primary, shard in _primaries(url).items():
            with connect_once(primary, _ANSWER_S) as client:
                _require(client, primary.rpartition("@")[2].removeprefix("redis://"), shard, replicas, syncing_s)
    except (RedisError, StoreAway) as error:
        raise StoreUnavailable(f"LONGROAD_DURABILITY=replicated: the event store does not answer: {error}") from error


def _primaries(url: str) -> dict[str, int]:
    """Return the address of each primary, and a shard that lies there."""
    if not is_cluster(url):
        return {url: 0}
    slots = SlotMap(Address(url))
    return {slots.address.of(place): shards[0] for place, shards in slots.groups(range(SHARDS)).items()}


def _require(client: Any, name: str, shard: int, replicas: int, syncing_s: float) -> None:
    """Raise StoreUnavailable unless a test write at this primary reaches the disks of its replicas."""
    if client.execute_command("COMMAND", "INFO", "WAITAOF") in ([None], [], {}):
        raise _refusal(f"the server at {name} has no WAITAOF, which came with Redis 7.2 and Valkey 8")
    if client.info("replication")["role"] != "master":
        raise _refusal(f"the server at {name} is a replica")
    if found_durability(client) == "none":
        raise _refusal(f"the primary at {name} has no append-only file; set appendonly yes")
    ends = time.monotonic() + syncing_s
    while (fault := _fault(client, shard, replicas)) and time.monotonic() < ends:
        time.sleep(0.5)
    if fault:
        raise _refusal(f"the primary at {name} {fault}")


def _fault(client: Any, shard: int, replicas: int) -> str:
    """Return the fault of a primary's replicas, or '' if they confirm a write."""
    found = count_replicas(client)
    if found < replicas:
        return f"has {found} of {replicas} connected replicas"
    copies = Copies(replicas, PROMPT.reply_s)
    with client.pipeline(transaction=False) as pipe:
        pipe.incr(keys.barrier(shard))
        for command in copies.waiting:
            pipe.execute_command(*command)
        try:
            written = pipe.execute()[-1]
        except ResponseError as error:
            return f"refuses: {error}"
    if copies.are_made(written):
        return ""
    return f"has {written[1]} of {replicas} replicas that write through; set appendonly yes, appendfsync always there"


def _refusal(reason: str) -> StoreUnavailable:
    return StoreUnavailable(f"LONGROAD_DURABILITY=replicated: {reason}")
