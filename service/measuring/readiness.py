"""Checks whether the server can work: queries both stores concurrently, within a time limit."""

import time
from collections.abc import Callable
from threading import Thread
from typing import Any, Final

from redis.exceptions import RedisError

from eventstore.connection import found_full
from service.game.context import Context

BUDGET_S: Final = 0.9
OK: Final = "ok"
UNAVAILABLE: Final = "store_unavailable"
FULL: Final = "storage_full"
STATES: Final = (OK, FULL, UNAVAILABLE)
"""Lists the states, the better ones first."""


def readiness(ctx: Context) -> dict[str, Any]:
    """Return the readiness document within a second: the worse state of both stores, and the durability.

    On a cluster, the primaries that do not answer are counted; the server can work as long as one does. Quarantined
    games are counted if there are any; they do not affect the status. A store that does not answer in time is
    unavailable.
    """
    events, queues = _Check(lambda: _events(ctx)), _Check(lambda: _queues(ctx))
    ends = time.monotonic() + BUDGET_S
    found = [check.found_by(ends) for check in (events, queues)]
    status = max((state for state, _ in found), key=STATES.index)
    left_out = ctx.games.quarantine.counts()
    known = {"status": status} | found[0][1]
    return known | ({"quarantine": left_out} if any(left_out.values()) else {})


Found = tuple[str, dict[str, Any]]
"""Holds a state, and what else was found of the store."""


class _Check:
    """Represents one check that runs concurrently with others."""

    def __init__(self, find: Callable[[], Found]) -> None:
        self._find = find
        self._found: Found = (UNAVAILABLE, {})
        self._thread = Thread(target=self._run, daemon=True)
        self._thread.start()

    def _run(self) -> None:
        try:
            self._found = self._find()
        except RedisError:
            return

    def found_by(self, ends: float) -> Found:
        """Return what was found by a time of the monotonic clock."""
        self._thread.join(max(0.0, ends - time.monotonic()))
        return self._found


def _events(ctx: Context) -> Found:
    ctx.games.quarantine.keep_up()
    found = ctx.store.condition()
    several = {"primaries": {"all": found.primaries, "silent": found.silent}} if found.primaries > 1 else {}
    return (OK if found.has_room else FULL), {"durability": found.durability} | several


def _queues(ctx: Context) -> Found:
    ctx.jobs.redis.ping()
    return (FULL if found_full(ctx.jobs.redis) else OK), {}
