"""A pool signs for each worker of its own that is alive, so that one that was killed is soon missed.

RQ's own heartbeat says so only after minutes, for a worker cannot sign while a job holds its process.
"""

import logging
import os
import time
from collections.abc import Sequence
from typing import Final

from redis import Redis
from redis.exceptions import RedisError

from service.queue import keys

SIGNED_S: Final = 10
"""How long a signature counts."""
RENEW_S: Final = 2.0

log = logging.getLogger(__name__)


class Attendance:
    """Names the processes of one pool that serve a queue, and signs for them in RQ's store."""

    def __init__(self, redis: Redis, queue: str) -> None:
        self._redis = redis
        self._pool = f"{queue}-{os.urandom(4).hex()}"
        self._signed_at = -RENEW_S

    def name(self, pid: int) -> str:
        """Name the worker in a process of the pool."""
        return f"{self._pool}-{pid}"

    def sign(self, pid: int) -> None:
        """Say that a process is alive now; raises RedisError when the store does not answer."""
        self._redis.set(keys.worker(self.name(pid)), b"", ex=SIGNED_S)

    def renew(self, pids: Sequence[int]) -> None:
        """Sign for all living processes, unless that was done just now; a store that is away is waited for."""
        if time.monotonic() - self._signed_at < RENEW_S:
            return
        self._signed_at = time.monotonic()
        try:
            for pid in pids:
                self.sign(pid)
        except RedisError as error:
            log.warning("the workers cannot be signed for: %s", error)


def is_alive(redis: Redis, worker: str) -> bool:
    """Say whether somebody has signed for a worker of this name within the last `SIGNED_S` seconds."""
    return bool(redis.exists(keys.worker(worker)))
