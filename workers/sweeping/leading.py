"""Elects one of several sweep processes as the leader, by a lease, so that due work is done once.

The lease is in the queues' store and lasts five seconds. It saves work, but no sweep relies on being the only one: all
work of a sweep is safe if two lead, as they may for a moment after the machine of one was suspended. While the store
does not answer, every sweep leads, because the deadlines of games do not wait for it.
"""

import logging
import os
import threading
import time
from typing import Final

from redis import Redis
from redis.exceptions import RedisError

from service.queue import keys

LEASE_MS: Final = 5_000
RENEWED_S: Final = 1.0
"""Sets how often the lease is renewed or requested."""
ROUND_S: Final = 30.0
"""Sets how long a round may take until another sweep should lead."""

_HOLD: Final = """
local holder = redis.call('GET', KEYS[1])
if holder and holder ~= ARGV[1] then return 0 end
redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
return 1
"""
_LEADS: Final = "this sweep leads"
_STANDS_BY: Final = "this sweep stands by: another one leads"
_UNASKED: Final = "this sweep leads without the lease: the queues' store does not answer"
_LEAVE: Final = "if redis.call('GET', KEYS[1]) == ARGV[1] then return redis.call('DEL', KEYS[1]) end return 0"

log = logging.getLogger(__name__)


class Lead:
    """Holds the lease for one sweep, or waits for it.

    A thread renews it while a round takes long; a sweep whose round does not end loses it.
    """

    def __init__(self, redis: Redis) -> None:
        self._redis = redis
        self._hold = redis.register_script(_HOLD)
        self._leave = redis.register_script(_LEAVE)
        self._name = os.urandom(8).hex()
        self._asked_at = -RENEWED_S
        self._standing = _STANDS_BY
        """Holds the last logged message about whether this sweep leads."""
        self._wanted_at = -ROUND_S
        self._over = threading.Event()

    def start(self) -> None:
        """Start the thread; it ends with `leave`."""
        threading.Thread(target=self._renew, daemon=True).start()

    def _renew(self) -> None:
        while not self._over.wait(RENEWED_S):
            if self._standing != _STANDS_BY and time.monotonic() - self._wanted_at < ROUND_S:
                self._ask()

    def is_ours(self) -> bool:
        """Return whether this sweep leads; asks the store once a second."""
        self._wanted_at = time.monotonic()
        if self._wanted_at - self._asked_at < RENEWED_S:
            return self._standing != _STANDS_BY
        self._asked_at = self._wanted_at
        standing = self._ask()
        if standing != self._standing:
            log.info(standing)
        self._standing = standing
        return standing != _STANDS_BY

    def _ask(self) -> str:
        try:
            return _LEADS if self._hold(keys=[keys.SWEEP_LEAD], args=[self._name, LEASE_MS]) else _STANDS_BY
        except RedisError:
            return _UNASKED

    def leave(self) -> None:
        """Give the lease up, so that another sweep takes over at once."""
        self._over.set()
        try:
            self._leave(keys=[keys.SWEEP_LEAD], args=[self._name])
        except RedisError:
            log.warning("the lead cannot be given up; it lapses in %d s", LEASE_MS // 1000)
