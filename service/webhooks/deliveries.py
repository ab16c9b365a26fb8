"""Stores the deliveries of webhooks, as facts beside their webhook."""

from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass, replace
from typing import Any, Final

import orjson

from service.clients import fact_names
from service.game.context import Context
from service.process.wall_clock import write_time
from service.webhooks.registry import APART, TEST, Hook, find_hook

KEPT: Final = 100
"""Limits the deliveries that are kept once they have been made or given up."""
MOST_PENDING: Final = 10_000
"""Limits those that wait: a target that is ever slower than its games must not fill the store."""
FIRST_TRY_MS: Final = 20_000
"""Sets after how many ms a delivery is tried if the immediate attempt was lost."""
PENDING: Final = "pending"
DELIVERY: Final = "deliver-"
"""Begins the name of a deadline at which a delivery is to be tried."""


@dataclass(frozen=True, slots=True)
class Delivery:
    """Describes a notice for a webhook (of a game, unless it is of `APART`), and how its delivery went.

    `status` is pending, delivered, failed or skipped (there was nothing to report any more); `due` and `made` are in
    ms. `percent` says how much of the budget is used, in a notice of that; in one of a webhook that was switched off,
    or of a seek, `game` is its id.
    """

    n: int
    type: str
    game: str
    seat: int
    version: int
    made: int
    status: str = PENDING
    attempts: int = 0
    due: int = 0
    code: int | None = None
    note: str = ""
    percent: int = 0

    @property
    def document(self) -> dict[str, Any]:
        """Return the delivery as the webhook's owner sees it."""
        nowhere = ("game", "seat", "version", "percent") if self.type in APART else ("percent",)
        document = {name: value for name, value in asdict(self).items() if name not in nowhere}
        document["made"] = write_time(self.made)
        document["due"] = write_time(self.due) if self.status == PENDING and self.due else None
        return document


def deliveries_of(ctx: Context, hook: Hook) -> list[Delivery]:
    """List a webhook's recent and pending deliveries, the newest first."""
    facts = ctx.store.facts(hook.id)
    found = [Delivery(**orjson.loads(value)) for name, value in facts.items() if name.startswith(fact_names.DELIVERIES)]
    return sorted(found, key=lambda delivery: -delivery.n)[:KEPT]


def new_numbers(ctx: Context, hook_id: str, count: int) -> range:
    """Return the numbers of so many new deliveries, which no other caller gets."""
    newest = ctx.store.count_fact(hook_id, fact_names.NEWEST, count)
    return range(newest - count + 1, newest + 1)


def new_test(ctx: Context, hook: Hook) -> Delivery:
    """Store a new test of a webhook, to be tried at once.

    It shows whether the target can be reached and verifies what it gets. So it is also posted to a disabled webhook, is
    never retried, and does not change the count of failures.
    """
    now = ctx.clock()
    return _keep_new(ctx, hook.id, Delivery(0, TEST, "", 0, 0, now, due=now + FIRST_TRY_MS))


def notify(ctx: Context, hook_ids: Iterable[str], delivery: Delivery) -> None:
    """Store a delivery for each of these webhooks that is active and wants its type, under a number of its own."""
    for hook_id in hook_ids:
        hook = find_hook(ctx, hook_id)
        if hook is not None and hook.active and delivery.type in hook.types:
            _keep_new(ctx, hook_id, delivery)


def _keep_new(ctx: Context, hook_id: str, delivery: Delivery) -> Delivery:
    """Store a new delivery under the next number of its webhook, and return it with that number."""
    [n] = new_numbers(ctx, hook_id, 1)
    made = replace(delivery, n=n)
    keep_delivery(ctx, hook_id, made)
    ctx.store.set_facts(hook_id, overflow_fact(n))
    return made


def overflow_fact(n: int) -> dict[str, bytes]:
    """Return the fact to set when a delivery is stored: it drops the one beyond the limit of those that wait."""
    return {fact_names.delivery(n - MOST_PENDING): b""}


def find_delivery(ctx: Context, hook_id: str, n: int) -> Delivery | None:
    """Return a delivery that is still kept, None if there is none."""
    found = ctx.store.fact(hook_id, fact_names.delivery(n))
    return None if found is None else Delivery(**orjson.loads(found))


def pack_delivery(delivery: Delivery) -> bytes:
    """Return a delivery as it is stored; only a notice of a budget has what earlier releases cannot read."""
    return orjson.dumps({name: value for name, value in asdict(delivery).items() if name != "percent" or value})


def keep_delivery(ctx: Context, hook_id: str, delivery: Delivery) -> None:
    """Store a delivery, and when it is to be tried; whatever fails between the two, one that waits has a deadline."""
    facts = {fact_names.delivery(delivery.n): pack_delivery(delivery)}
    if delivery.status == PENDING:
        ctx.store.set_deadlines(hook_id, {f"{DELIVERY}{delivery.n}": delivery.due})
        ctx.store.set_facts(hook_id, facts)
        return
    facts |= {fact_names.delivery(n): b"" for n in _list_outdated(ctx, hook_id, delivery.n)}
    ctx.store.set_facts(hook_id, facts)
    ctx.store.set_deadlines(hook_id, {f"{DELIVERY}{delivery.n}": 0})


def _list_outdated(ctx: Context, hook_id: str, ended: int) -> Iterator[int]:
    """Yield what to drop when a delivery ends: itself if it is old by now, and an old one that ended before it."""
    newest = int(ctx.store.fact(hook_id, fact_names.NEWEST) or 0)
    if ended <= newest - KEPT:
        yield ended
    earlier = find_delivery(ctx, hook_id, ended - KEPT)
    if earlier is not None and earlier.status != PENDING:
        yield earlier.n
