"""Lets one of several sweeps lead by a lease, so that what is due is done once and by one process.

The lease lies in the queue's store and lasts five seconds. It saves work and proves nothing: every action of a sweep is
safe when two lead, as they may for a moment after one was stopped by its machine. So while that store does not answer,
each sweep leads, because deadlines of games do not wait for it.
"""

import logging
import os
import time
from typing import Final

from redis import Redis
from redis.exceptions import RedisError

from service.queue import keys

LEASE_MS: Final = 5_000
RENEWED_S: Final = 1.0
"""Sets how often the lease is renewed, or asked for."""

_HOLD: Final = """
local holder = redis.call('GET', KEYS[1])
if holder and holder ~= ARGV[1] then return 0 end
redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
return 1
"""
_LEAVE: Final = "if redis.call('GET', KEYS[1]) == ARGV[1] then return redis.call('DEL', KEYS[1]) end return 0"

log = logging.getLogger(__name__)


class Lead:
    """Holds the lease for one sweep, or waits for it."""

    def __init__(self, redis: Redis) -> None:
        self._redis = redis
        self._hold = redis.register_script(_HOLD)
        self._leave = redis.register_script(_LEAVE)
        self._name = os.urandom(8).hex()
        self._asked_at = -RENEWED_S
        self._leads = False

    def is_ours(self) -> bool:
        """Return whether this sweep leads; asks the store once a second."""
        if time.monotonic() - self._asked_at < RENEWED_S:
            return self._leads
        self._asked_at = time.monotonic()
        leads = self._ask()
        if leads != self._leads:
            log.info("this sweep %s", "leads" if leads else "stands by: another one leads")
        self._leads = leads
        return leads

    def _ask(self) -> bool:
        try:
            return bool(self._hold(keys=[keys.SWEEP_LEAD], args=[self._name, LEASE_MS]))
        except RedisError:
            return True

    def leave(self) -> None:
        """Give the lease up, so that another sweep takes over at once."""
        try:
            self._leave(keys=[keys.SWEEP_LEAD], args=[self._name])
        except RedisError:
            log.warning("the lead cannot be given up; it lapses in %d s", LEASE_MS // 1000)
