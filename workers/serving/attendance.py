"""Writes a heartbeat for each living worker of a pool, so that one that was killed is noticed within seconds.

RQ's own heartbeat takes minutes for that, because a worker that is busy with a job cannot write it.
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
"""Sets after which time without a heartbeat a worker counts as dead."""
RENEW_S: Final = 2.0

log = logging.getLogger(__name__)


class Attendance:
    """Names the workers of one pool, and writes their heartbeats to RQ's store."""

    def __init__(self, redis: Redis, queue: str) -> None:
        self._redis = redis
        self._pool = f"{queue}-{os.urandom(4).hex()}"
        self._signed_at = -RENEW_S

    def name(self, pid: int) -> str:
        """Return the name of the worker in a process of the pool."""
        return f"{self._pool}-{pid}"

    def sign(self, pid: int) -> None:
        """Write the heartbeat of one process; raises RedisError if the store does not answer."""
        self._redis.set(keys.worker(self.name(pid)), b"", ex=SIGNED_S)

    def renew(self, pids: Sequence[int]) -> None:
        """Write the heartbeats of all living processes, at most every two seconds; a failure is only logged."""
        if time.monotonic() - self._signed_at < RENEW_S:
            return
        self._signed_at = time.monotonic()
        try:
            for pid in pids:
                self.sign(pid)
        except RedisError as error:
            log.warning("no heartbeat of the workers can be written: %s", error)


def is_alive(redis: Redis, worker: str) -> bool:
    """Return whether a worker of this name had a heartbeat within the last `SIGNED_S` seconds."""
    return bool(redis.exists(keys.worker(worker)))
