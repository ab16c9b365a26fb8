"""Lets one of several sweeps lead by a lease, so that what is due is done once and by one process.

The lease lies in the queue's store and lasts five seconds. It saves work and proves nothing: every action of a sweep is
safe when two lead, as they may for a moment after one was stopped by its machine. So while that store does not answer,
each sweep leads, because deadlines of games do not wait for it.
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
"""Sets how often the lease is renewed, or asked for."""
ROUND_S: Final = 30.0
"""Sets how long a round may take until another sweep should lead."""

_HOLD: Final = """
local holder = redis.call('GET', KEYS[1])
if holder and holder ~= ARGV[1] then return 0 end
redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
return 1
"""
_LEAVE: Final = "if redis.call('GET', KEYS[1]) == ARGV[1] then return redis.call('DEL', KEYS[1]) end return 0"

log = logging.getLogger(__name__)


class Lead:
    """Holds the lease for one sweep, or waits for it.

    A thread renews it while the sweep is in a long round; a sweep that no longer comes back loses it.
    """

    def __init__(self, redis: Redis) -> None:
        self._redis = redis
        self._hold = redis.register_script(_HOLD)
        self._leave = redis.register_script(_LEAVE)
        self._name = os.urandom(8).hex()
        self._asked_at = -RENEWED_S
        self._leads = False
        self._wanted_at = -ROUND_S
        self._over = threading.Event()

    def start(self) -> None:
        """Start the thread; it ends with `leave`."""
        threading.Thread(target=self._renew, daemon=True).start()

    def _renew(self) -> None:
        while not self._over.wait(RENEWED_S):
            if self._leads and time.monotonic() - self._wanted_at < ROUND_S:
                self._ask()

    def is_ours(self) -> bool:
        """Return whether this sweep leads; asks the store once a second."""
        self._wanted_at = time.monotonic()
        if self._wanted_at - self._asked_at < RENEWED_S:
            return self._leads
        self._asked_at = self._wanted_at
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
        self._over.set()
        try:
            self._leave(keys=[keys.SWEEP_LEAD], args=[self._name])
        except RedisError:
            log.warning("the lead cannot be given up; it lapses in %d s", LEASE_MS // 1000)
