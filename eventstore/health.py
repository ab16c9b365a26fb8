"""Reports how a store's server is doing, by its own account, for operators."""

import time
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple


class Health(NamedTuple):
    """Holds what a server reports about itself; for a cluster, see `merge_health`."""

    latency_s: float = 0.0
    memory: int = 0
    memory_limit: int = 0
    aof: int = 0
    is_rewriting: bool = False
    is_rewrite_well: bool = True
    delayed_fsyncs: int = 0
    evicted: int = 0


def read_health(client: Any) -> Health:
    """Return the health of a server; raises RedisError if it does not answer."""
    began = time.monotonic()
    client.ping()
    latency = time.monotonic() - began
    info: Mapping[str, Any] = client.info("memory", "persistence", "stats")
    return Health(
        latency,
        info.get("used_memory", 0),
        info.get("maxmemory", 0),
        info.get("aof_current_size", 0),
        bool(info.get("aof_rewrite_in_progress", 0)),
        info.get("aof_last_bgrewrite_status", "ok") == "ok",
        info.get("aof_delayed_fsync", 0),
        info.get("evicted_keys", 0),
    )


def merge_health(found: Sequence[Health]) -> Health:
    """Merge the health of several servers: sums, and the worst values."""
    return Health(
        max(one.latency_s for one in found),
        sum(one.memory for one in found),
        0 if any(not one.memory_limit for one in found) else sum(one.memory_limit for one in found),
        sum(one.aof for one in found),
        any(one.is_rewriting for one in found),
        all(one.is_rewrite_well for one in found),
        sum(one.delayed_fsyncs for one in found),
        sum(one.evicted for one in found),
    )
