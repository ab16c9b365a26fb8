"""Kills workers as the kernel does, and lets nobody wait for what follows from that."""

import os
import signal

from redis import Redis

from service.queue import keys
from tests.workers.conftest import children_of
from workers.serving import pool


def kill(pid: int) -> None:
    """SIGKILL a process and all processes below it, as the kernel does where they are tied to it."""
    below = children_of(pid)
    os.kill(pid, signal.SIGKILL)
    for child in below:
        kill(child)


def let_signatures_run_out(redis: Redis) -> None:
    """Delete the signatures of the workers of a dead pool, which would run out by themselves in time."""
    signed = list(redis.scan_iter(keys.worker("*")))
    assert signed
    for key in signed:
        assert 0 < redis.ttl(key) <= pool.SIGNED_S
        redis.delete(key)
