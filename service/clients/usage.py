"""Shows what clients used, by day: to the holder of a key, to its maker, to the administrator.

Usage of a key is kept for KEPT_MONTHS, that of clients without a key for KEPT_DAYS_NO_KEY. It outlives the key, so that
what was used can be billed; it is erased with the person.
"""

from collections.abc import Iterator, Mapping
from datetime import date, timedelta
from typing import Any, Final

from service.clients import fact_names
from service.clients.api_keys import ADMIN_ID, ApiKey, set_budget
from service.clients.budgets import budget_of, left_of
from service.game.context import Context
from service.game.data_keys import KEY_ID, entry_of_key
from service.problems import invalid_parameter, not_found
from service.process.wall_clock import write_time
from service.usage import places
from service.usage.places import AGENT, Sums, day_of

MOST_DAYS: Final = 92
"""Limits the days of an answer."""
USUAL_DAYS: Final = 31
KEPT_MONTHS: Final = 13
"""Sets how many whole months the usage of keys is kept, and the sums for metrics, besides the current one."""
KEPT_DAYS_NO_KEY: Final = 31
LATE_MONTHS: Final = 12
LATE_DAYS: Final = 100
"""Limit how long ago it may be that usage became outdated, if the sweep was away."""


def usage_document(ctx: Context, by: ApiKey, key_id: str, since: date | None, until: date | None) -> dict[str, Any]:
    """Return what a key used on some days, with its budget; raises Problem (404) for another caller's, 422 for days."""
    require_insight(ctx, by, key_id)
    last = until or day_of(ctx.clock())
    first = since or last - timedelta(days=USUAL_DAYS - 1)
    if first > last:
        raise invalid_parameter("since", "days_in_order")
    if (last - first).days >= MOST_DAYS:
        raise invalid_parameter("since", "most_days", most=MOST_DAYS)
    days = [_day_document(day, found) for day, found in days_of_key(ctx, key_id, first, last)]
    document = {"key": key_id, "since": str(first), "until": str(last), "days": days}
    left = left_of(ctx, key_id, budget_of(ctx, key_id)) if KEY_ID.fullmatch(key_id) else None
    if left is None:
        return document
    spent = {} if left.seconds is None else {"left": left.seconds, "percent": left.percent}
    return document | {"budget": {**left.budget.document, **spent, "renews": write_time(left.renews_ms)}}


def require_insight(ctx: Context, by: ApiKey, key_id: str) -> None:
    """Raise Problem (404) unless a key is the caller's own, or one that it made, or the caller is the administrator."""
    if by.id == key_id or (by.id == ADMIN_ID and KEY_ID.fullmatch(key_id)):
        return
    if "keys" not in by.scopes or not _is_child(ctx, by, key_id):
        raise not_found("key")


def change_budget(ctx: Context, by: ApiKey, key_id: str, document: Mapping[str, Any]) -> ApiKey:
    """Set the budget of a key that the caller made, or any if it is the administrator; raises Problem (404, 422)."""
    if by.id != ADMIN_ID and not _is_child(ctx, by, key_id):
        raise not_found("key")
    return set_budget(ctx, key_id, document)


def _is_child(ctx: Context, by: ApiKey, key_id: str) -> bool:
    return bool(KEY_ID.fullmatch(key_id)) and ctx.store.fact(by.id, fact_names.child(key_id)) is not None


def days_of_key(ctx: Context, key_id: str, first: date, last: date) -> Iterator[tuple[date, dict[str, Sums]]]:
    """Yield the days on which a key used something, with its sums by operation and agent, and all under `""`."""
    month = first.replace(day=1)
    while month <= last:
        found: dict[int, dict[str, Sums]] = {}
        for name, value in ctx.store.facts(places.of_key(key_id, month)).items():
            day, _, what = name.partition(" ")
            if day.isdecimal():
                found.setdefault(int(day), {})[what] = _sums(value)
        for number in sorted(found):
            day_found = month.replace(day=number)
            if first <= day_found <= last:
                yield day_found, found[number]
        month = (month + timedelta(days=31)).replace(day=1)


def clients_of_day(ctx: Context, day: date) -> Iterator[tuple[str, dict[str, Sums]]]:
    """Yield the clients without a key that used something on a day, by their pseudonyms of that day."""
    found: dict[str, dict[str, Sums]] = {}
    for name, value in ctx.store.facts(places.of_day(day)).items():
        if not name.startswith("="):
            client, _, what = name.partition(" ")
            found.setdefault(client, {})[what] = _sums(value)
    for client in sorted(found):
        yield client, found[client] | {"": Sums(*map(sum, zip(*found[client].values(), strict=True)))}


def keys_of_months(ctx: Context, first: date, last: date) -> list[str]:
    """List the keys that used something in the months of some days."""
    found, month = set[str](), first.replace(day=1)
    while month <= last:
        found |= {key for bucket in places.BUCKETS for key in ctx.store.facts(places.index_of(bucket, month))}
        month = (month + timedelta(days=31)).replace(day=1)
    return sorted(found)


def sums_of_month(ctx: Context) -> dict[str, Sums]:
    """Return the sums of this month by key, for metrics: of some keys, of all others, and without a key."""
    found = ctx.store.facts(places.of_all(day_of(ctx.clock())))
    return {name: _sums(value) for name, value in found.items() if not name.startswith("=")}


def erase_usage(ctx: Context, key_id: str) -> None:
    """Erase what is kept of the usage of a key, in all months."""
    ctx.usage.forget(key_id)
    for month in places.months_back(day_of(ctx.clock()), KEPT_MONTHS):
        _erase_month(ctx, key_id, month)


def _erase_month(ctx: Context, key_id: str, month: date) -> None:
    ctx.store.delete(places.of_key(key_id, month))
    for owner in (places.of_all(month), places.index_of(places.bucket_of(key_id), month)):
        if ctx.store.fact(owner, key_id) is not None:
            ctx.store.set_facts(owner, {key_id: b"", f"={key_id}": b""})


def erase_outdated_of_keys(ctx: Context, bucket: str) -> int:
    """Erase usage of keys in a bucket that is no longer kept, or that came late of a forgotten person.

    Return the number of months of keys that were erased.
    """
    today, gone = day_of(ctx.clock()), 0
    entries = {entry.removeprefix(entry_of_key("")) for entry in ctx.store.list_forgotten()}
    for age, month in enumerate(places.months_back(today, KEPT_MONTHS + LATE_MONTHS)):
        known = ctx.store.facts(places.index_of(bucket, month))
        for key_id in known if age > KEPT_MONTHS else known.keys() & entries:
            _erase_month(ctx, key_id, month)
            gone += 1
    return gone


def erase_outdated_of_others(ctx: Context) -> int:
    """Erase usage of clients without a key, and sums for metrics, that are no longer kept; return of how many days."""
    today, gone = day_of(ctx.clock()), 0
    for age in range(KEPT_DAYS_NO_KEY + 1, KEPT_DAYS_NO_KEY + LATE_DAYS):
        owner = places.of_day(today - timedelta(days=age))
        if ctx.store.fact(owner, "=") is not None:
            ctx.store.delete(owner)
            gone += 1
    for age, month in enumerate(places.months_back(today, KEPT_MONTHS + LATE_MONTHS)):
        if age > KEPT_MONTHS:
            ctx.store.delete(places.of_all(month))
    salts = ctx.store.data_keys_of([places.SALTS]).get(places.SALTS, {})
    yesterday = str(today - timedelta(days=1))
    ctx.store.drop_data_keys(places.SALTS, [day for day in salts if day < yesterday])
    return gone


def _sums(value: bytes) -> Sums:
    return Sums(*map(int, value.split()))


def _day_document(day: date, found: Mapping[str, Sums]) -> dict[str, Any]:
    agents = {name.removeprefix(AGENT): sums for name, sums in found.items() if name.startswith(AGENT)}
    operations = {name: sums for name, sums in found.items() if name and not name.startswith(AGENT)}
    return {
        "day": str(day),
        **sums_document(found.get("", Sums())),
        "decisions": found.get("", Sums()).decisions,
        "operations": [{"operation": name, **sums_document(sums)} for name, sums in sorted(operations.items())],
        "agents": [_agent_document(name, sums) for name, sums in sorted(agents.items())],
    }


def _agent_document(name: str, sums: Sums) -> dict[str, Any]:
    """Return the decisions of an agent, whose name is its id, and perhaps its level and its version: `graded@3@1`."""
    agent, *numbers = name.split("@")
    known = {
        what: int(number) for what, number in zip(("level", "version"), numbers, strict=False) if number.isdecimal()
    }
    return {"agent": agent, **known, "decisions": sums.decisions}


def sums_document(sums: Sums) -> dict[str, Any]:
    """Return what was used apart from decisions; times in seconds, to the millisecond."""
    return {
        "requests": sums.requests,
        "api_seconds": round(sums.api_us / 1_000_000, 3),
        "worker_seconds": round(sums.worker_us / 1_000_000, 3),
        "bytes": sums.size,
    }
