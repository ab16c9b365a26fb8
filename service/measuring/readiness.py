"""Checks whether the server can work: queries both stores concurrently, within a time limit."""

import time
from collections.abc import Callable
from threading import Thread
from typing import Any, Final

from redis.exceptions import RedisError

from eventstore.redis.connection import found_full
from service.game.context import Context
from service.measuring.promises import REPLACED, WRONG_PASSWORD, archive_fault, is_wrong_password, list_broken
from service.process.known_store import file_of_process, is_replaced

BUDGET_S: Final = 0.9
OK: Final = "ok"
UNAVAILABLE: Final = "store_unavailable"
FULL: Final = "storage_full"
UNSAFE: Final = "store_unsafe"
NO_ARCHIVE: Final = "archive_unavailable"
STATES: Final = (OK, NO_ARCHIVE, UNSAFE, FULL, UNAVAILABLE)
"""Lists the states, the better ones first."""


def readiness(ctx: Context) -> dict[str, Any]:
    """Return the readiness document within a second: the worst state of stores and archive, and the durability.

    On a cluster, the primaries that do not answer are counted; the server can work as long as one does. Quarantined
    games are counted if there are any; they do not affect the status. A store that does not answer in time is
    unavailable.
    """
    checks = [_Check(lambda: _events(ctx)), _Check(lambda: _queues(ctx)), _Check(lambda: _archive(ctx), OK)]
    ends = time.monotonic() + BUDGET_S
    found = [check.found_by(ends) for check in checks]
    status = max((state for state, _ in found), key=STATES.index)
    left_out = ctx.games.quarantine.counts()
    known: dict[str, Any] = {"status": status} | found[0][1]
    reasons = [reason for _, more in found for reason in more.pop("reasons", ())]
    known = known | ({"reasons": sorted(set(reasons))} if reasons else {})
    return known | ({"quarantine": left_out} if any(left_out.values()) else {})


Found = tuple[str, dict[str, Any]]
"""Holds a state, and what else was found of the store."""


class _Check:
    """Represents one check that runs concurrently with others."""

    def __init__(self, find: Callable[[], Found], otherwise: str = UNAVAILABLE) -> None:
        self._find = find
        self._found: Found = (otherwise, {})
        self._thread = Thread(target=self._run, daemon=True)
        self._thread.start()

    def _run(self) -> None:
        try:
            self._found = self._find()
        except RedisError as error:
            if is_wrong_password(error):
                self._found = (UNAVAILABLE, {"reasons": [WRONG_PASSWORD]})

    def found_by(self, ends: float) -> Found:
        """Return what was found by a time of the monotonic clock."""
        self._thread.join(max(0.0, ends - time.monotonic()))
        return self._found


def _events(ctx: Context) -> Found:
    ctx.games.quarantine.keep_up()
    found = ctx.store.condition()
    several = {"primaries": {"all": found.primaries, "silent": found.silent}} if found.primaries > 1 else {}
    reasons = list_broken(ctx.settings, found)
    reasons += [REPLACED] if is_replaced(ctx.store, file_of_process()) else []
    told = {"durability": found.durability} | several | ({"reasons": reasons} if reasons else {})
    return (FULL if not found.has_room else UNSAFE if reasons else OK), told


def _archive(ctx: Context) -> Found:
    fault = archive_fault(ctx.settings.archive, is_written="sweep" in ctx.settings.role)
    return (OK if fault is None else NO_ARCHIVE), {}


def _queues(ctx: Context) -> Found:
    ctx.jobs.redis.ping()
    return (FULL if found_full(ctx.jobs.redis) else OK), {}
