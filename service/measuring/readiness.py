"""Checks whether the server can work: queries all stores concurrently, within a time limit.

What a store says of itself is compared with what the settings promise to players: that no answered command is lost.
"""

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from threading import Thread
from typing import Any, Final, TypeVar

from redis.exceptions import AuthenticationError, RedisError

from eventstore.archive.archive import Archive
from eventstore.archive.files import FileObjects
from eventstore.archive.objects import OTHER
from eventstore.redis.connection import found_full
from eventstore.store import Condition
from service.game.context import Context
from service.game.quarantine import AWAY_REASONS
from service.game.scrub_rounds import LOGS, SEGMENTS, read_progress
from service.process.known_store import file_of_process, is_replaced
from service.settings import Settings
from service.settings.fields import CHECKED, MAY_LOSE

BUDGET_S: Final = 0.9
T = TypeVar("T")
OK: Final = "ok"
UNAVAILABLE: Final = "store_unavailable"
FULL: Final = "storage_full"
UNSAFE: Final = "store_unsafe"
NO_ARCHIVE: Final = "archive_unavailable"
STATES: Final = (OK, NO_ARCHIVE, UNSAFE, FULL, UNAVAILABLE)
"""Lists the states, the better ones first."""

EVICTS: Final = "evicts"
HAS_EVICTED: Final = "has_evicted"
NO_FILE: Final = "no_append_only_file"
LATE: Final = "writes_late"
HIDDEN: Final = "settings_hidden"
WRONG_PASSWORD: Final = "wrong_password"
REPLACED: Final = "store_replaced"
REASONS: Final = {
    EVICTS: "it may evict games when memory is short; set maxmemory-policy noeviction",
    HAS_EVICTED: "it has evicted keys, perhaps of games; set noeviction, then CONFIG RESETSTAT",
    NO_FILE: "it has no append-only file; set appendonly yes",
    LATE: "it writes later than LONGROAD_DURABILITY says; set appendfsync always, or LONGROAD_DURABILITY=everysec",
    HIDDEN: "it does not tell its settings; check them, then set LONGROAD_STORE_PROMISES=checked",
    WRONG_PASSWORD: "it refuses the password or the user of its address",
    REPLACED: "it was emptied or exchanged; bring the old one back, or run `longroad accept-store`",
}
"""Maps each reason why a store is not safe to what an operator should do."""
_RANKS: Final = ("none", "no", "everysec", "always", "replicated")


def list_broken(settings: Settings, found: Condition) -> list[str]:
    """Return why acknowledged commands may get lost in the events' store; nothing where that is meant to be."""
    return [] if settings.store_promises == MAY_LOSE else [*_find_broken(settings, found)]


def _find_broken(settings: Settings, found: Condition) -> Iterator[str]:
    if found.policy not in ("noeviction", "unknown"):
        yield EVICTS
    if found.evicted:
        yield HAS_EVICTED
    if found.durability == "none":
        yield NO_FILE
    elif found.durability != "unknown":
        # whether there are replicas, each append finds out
        least = "always" if settings.is_replicated else settings.durability
        if _RANKS.index(found.durability) < _RANKS.index(least):
            yield LATE
    if "unknown" in (found.policy, found.durability) and settings.store_promises != CHECKED:
        yield HIDDEN


def is_wrong_password(error: BaseException | None) -> bool:
    """Return whether a store's error comes from a login that it refused."""
    while error is not None:
        if isinstance(error, AuthenticationError):
            return True
        error = error.__cause__ or error.__context__
    return False


def archive_fault(archive: Archive, *, is_written: bool) -> str | None:
    """Return why an archive cannot be used, or written where that is needed; None if it can, or if there is none."""
    return archive.objects.fault(is_written=is_written) if archive.objects is not None else None


def directory_fault(place: Path | str | None, *, is_written: bool) -> str | None:
    """Return why a directory cannot be used for an archive; None if it can, or if the place is none."""
    return FileObjects(place).fault(is_written=is_written) if isinstance(place, Path) else None


def readiness(ctx: Context) -> dict[str, Any]:
    """Return the readiness document within a second: the worst state of stores and archive, and the durability.

    On a cluster, the primaries that do not answer are counted; the server can work as long as one does. So it is with
    several stores for the queues, which are named. Quarantined games are counted if there are any; they do not affect
    the status. A store that does not answer in time is unavailable.
    """
    checks: list[tuple[Callable[[], Found], Found]] = [
        (lambda: _reach(ctx, _events), (UNAVAILABLE, {})),
        (lambda: _archive(ctx), (OK, {"archive": "slow"})),
        (lambda: _identity(ctx), (OK, {})),
        (lambda: _scrub(ctx), (OK, {})),
        *(
            (partial(_reach, ctx, partial(_queues, place=place)), (UNAVAILABLE, {}))
            for place in range(len(ctx.jobs.all))
        ),
    ]
    events, archive, identity, scrub, *queues = run_together(checks)
    found = (events, archive, identity, _join_queues(queues), scrub)
    status = max((state for state, _ in found), key=STATES.index)
    left_out = ctx.games.quarantine.counts()
    known: dict[str, Any] = {"status": status}
    for _, more in found:
        known |= {name: value for name, value in more.items() if name != "reasons"}
    reasons = [reason for _, more in found for reason in more.get("reasons", ())]
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
    """Check the archive; an object store, which is the same for all hosts, makes none of them unready."""
    fault = archive_fault(ctx.store.archive, is_written="sweep" in ctx.settings.role)
    if fault is None:
        return OK, {}
    is_shared = isinstance(ctx.settings.archive, str)
    return (OK if is_shared else NO_ARCHIVE), {"archive": reason_in(fault)}


def _identity(ctx: Context) -> Found:
    """Check whether the archive is that of the store; if not, no host is unready, since all may use the same one."""
    return OK, ({"archive": OTHER} if ctx.store.archive.is_other else {})


def _scrub(ctx: Context) -> Found:
    """Say how far the scrub has come, once it has begun; that makes no host unready."""
    found = read_progress(ctx.store, ctx.settings.scrub_days, ctx.clock())
    if not any(one.size or one.oldest for one in found.values()):
        return OK, {}
    kinds = (LOGS, SEGMENTS) if ctx.store.archive.is_there else (LOGS,)
    shares = {kind: round(found[kind].share, 4) for kind in kinds}
    return OK, {"scrub": shares | {"late": any(found[kind].is_late for kind in kinds)}}


def reason_in(fault: str) -> str:
    """Return the reason that a fault of the archive begins with; a directory that is not there is `missing`."""
    begin = fault.partition(":")[0]
    return begin if begin in AWAY_REASONS else "missing" if "no such" in fault else "forbidden"


def _queues(ctx: Context, place: int) -> Found:
    redis = ctx.jobs.all[place].redis
    redis.ping()
    return (FULL if found_full(redis) else OK), {}


def _join_queues(found: Sequence[Found]) -> Found:
    """Join the findings on the queues' stores: of several, one that answers is enough; silent ones are named."""
    if len(found) == 1:
        return found[0]
    silent = [name_queues(place, len(found)) for place, (state, _) in enumerate(found) if state == UNAVAILABLE]
    states = [state for state, _ in found if state != UNAVAILABLE] or [UNAVAILABLE]
    reasons = [reason for _, more in found for reason in more.get("reasons", ())]
    told: dict[str, Any] = {"queues": {"all": len(found), "silent": silent}}
    return max(states, key=STATES.index), told | ({"reasons": reasons} if reasons else {})


def name_queues(place: int, count: int) -> str:
    """Return what operators see as the name of one of the queues' stores, by its place in the setting."""
    return "rq" if count == 1 else f"rq-{place + 1}"
