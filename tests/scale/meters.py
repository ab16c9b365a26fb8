"""Reads what stores and processes have used: processor time, commands, writes, bytes."""

import time
from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from redis import Redis

WRITES: Final = frozenset(
    """
    append del expire getdel hdel hincrby hset hsetnx incr incrby lmove lpop lpush lrem pexpire rpop rpush sadd set
    setex setrange srem unlink xadd xdel xtrim zadd zincrby zpopmin zrem zremrangebyrank zremrangebyscore
    """.split()  # noqa: SIM905
)
"""Names the commands that write; those inside of scripts are counted by themselves."""
ASKING: Final = frozenset(("info", "ping", "config|get", "hello", "client|setinfo"))
"""Names the commands that only ask a store how it is; they do not count."""


class Used(NamedTuple):
    """Holds what a store has used: seconds of its processor time, commands, writes among them, and bytes it holds."""

    cpu_s: float = 0.0
    commands: int = 0
    writes: int = 0
    memory: int = 0

    def since(self, before: "Used") -> "Used":
        """Return what a store has used since it had used `before`, and by how many bytes it has grown."""
        return Used(*(now - then for now, then in zip(self, before, strict=True)))


def used(client: Redis) -> Used:
    """Return what a store has used since it started."""
    told: dict[str, Any] = client.info("cpu", "commandstats", "memory")
    calls = {name.removeprefix("cmdstat_"): one["calls"] for name, one in told.items() if name.startswith("cmdstat_")}
    commands = sum(count for name, count in calls.items() if name not in ASKING)
    cpu = float(told["used_cpu_sys"]) + float(told["used_cpu_user"])
    return Used(cpu, commands, sum(calls.get(name, 0) for name in WRITES), int(told["used_memory"]))


class Meter:
    """Measures what some stores use while a block runs."""

    def __init__(self, clients: Sequence[Redis]) -> None:
        self._clients = clients
        self.spent: list[Used] = []
        self.seconds = 0.0

    def __enter__(self) -> "Meter":
        self._before, self._began = [used(client) for client in self._clients], time.monotonic()
        return self

    def __exit__(self, *_: object) -> None:
        self.seconds = time.monotonic() - self._began
        self.spent = [used(client).since(before) for client, before in zip(self._clients, self._before, strict=True)]

    def beyond_rest(self, resting: Sequence[float]) -> list[float]:
        """Return the seconds of processor time of each store, beyond what it would have used while nothing happens.

        Of that, `resting` has the seconds that each store uses a second.
        """
        return [max(0.0, one.cpu_s - self.seconds * idle) for one, idle in zip(self.spent, resting, strict=True)]


def busiest(values: Sequence[float]) -> float:
    """Return the largest of some values, 0 without any."""
    return max(values, default=0.0)
