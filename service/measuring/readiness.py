"""Checks whether the server can work: queries both stores concurrently, within a time limit."""

import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from threading import Thread
from typing import Any, Final, TypeVar

from redis.exceptions import RedisError

from eventstore.redis.connection import found_full
from service.game.context import Context
from service.measuring.promises import REPLACED, WRONG_PASSWORD, archive_fault, is_wrong_password, list_broken
from service.process.known_store import file_of_process, is_replaced

BUDGET_S: Final = 0.9
T = TypeVar("T")
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
    checks: list[tuple[Callable[[], Found], Found]] = [
        (lambda: _reach(ctx, _events), (UNAVAILABLE, {})),
        (lambda: _reach(ctx, _queues), (UNAVAILABLE, {})),
        (lambda: _archive(ctx), (OK, {})),
    ]
    found = run_together(checks)
    status = max((state for state, _ in found), key=STATES.index)
    left_out = ctx.games.quarantine.counts()
    known: dict[str, Any] = {"status": status} | found[0][1]
    reasons = [reason for _, more in found for reason in more.pop("reasons", ())]
    known = known | ({"reasons": sorted(set(reasons))} if reasons else {})
    return known | ({"quarantine": left_out} if any(left_out.values()) else {})


Found = tuple[str, dict[str, Any]]
"""Holds a state, and what else was found of the store."""


def run_together(queries: Sequence[tuple[Callable[[], T], T]]) -> list[T]:
    """Run queries concurrently, and return what each found in time; for one that fails or is late what stands by it."""
    found = [otherwise for _, otherwise in queries]

    def run(place: int, find: Callable[[], T]) -> None:
        with suppress(RedisError):
            found[place] = find()

    threads = [Thread(target=run, args=(at, find), daemon=True) for at, (find, _) in enumerate(queries)]
    ends = time.monotonic() + BUDGET_S
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(max(0.0, ends - time.monotonic()))
    return found[:]


def _reach(ctx: Context, check: Callable[[Context], Found]) -> Found:
    """Return what a check of a store found; a store that refuses the login is unavailable for that reason."""
    try:
        return check(ctx)
    except RedisError as error:
        return UNAVAILABLE, {"reasons": [WRONG_PASSWORD]} if is_wrong_password(error) else {}


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
