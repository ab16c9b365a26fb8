"""Says what is left of a key's budget, refuses what it does not allow, and charges work to a client.

A share (`ownership.Maker.share`) says whose work it is: that of a key, or of an address. Only a key has a budget. A
process knows a budget, and what was used of it, as they were some two seconds ago.
"""

import time
from collections.abc import Iterable, Mapping
from contextlib import suppress
from typing import Final, cast

from redis.exceptions import RedisError

from eventstore.facts import OTHERS
from service.clients.api_keys import ADMIN_ID, find_budget
from service.game.context import Context
from service.problems import Problem
from service.process.wall_clock import write_time
from service.usage.budgets import Budget, Left
from service.usage.places import DAY_MS, KEY_PREFIX

ADDRESS_PREFIX: Final = "address-"
TRUSTED_S: Final = 2.0
"""Sets how long a budget is trusted after it was looked up."""


def account_of(share: str) -> str:
    """Return who uses what counts to a share: the key, or else the pseudonym of the address; `OTHERS` for neither."""
    account = share.rpartition("/")[2]
    return account if account.startswith((KEY_PREFIX, ADDRESS_PREFIX)) else OTHERS


def key_of(share: str) -> str:
    """Return the key of a share; empty for an address, the administrator, and the server itself."""
    account = account_of(share)
    return account if account.startswith(KEY_PREFIX) and account != ADMIN_ID else ""


def budget_of(ctx: Context, key_id: str) -> Budget | None:
    """Return the budget of a key; None if it has none."""
    now = time.monotonic()
    until, budget = cast("tuple[float, Budget | None]", ctx.budgets.get(key_id) or (0.0, None))
    if until <= now:
        budget = find_budget(ctx, key_id)
        ctx.budgets.put(key_id, (now + TRUSTED_S, budget))
    return budget


def is_counted_at_once(ctx: Context, share: str) -> bool:
    """Return whether a new game must be counted before the next one is made: its key may have only so many."""
    key_id = key_of(share)
    budget = budget_of(ctx, key_id) if key_id else None
    return budget is not None and budget.games is not None


def left_of(ctx: Context, key_id: str, budget: Budget | None) -> Left | None:
    """Return what is left of a key's budget now; None without one."""
    if budget is None:
        return None
    used = 0 if budget.cpu_seconds is None else ctx.usage.used_us(key_id)
    return Left(budget, used, (ctx.clock() // DAY_MS + 1) * DAY_MS)


def find_left(ctx: Context, share: str) -> Left | None:
    """Return what is left to the client of a share; None without a budget. It costs nothing for an address."""
    key_id = key_of(share)
    return left_of(ctx, key_id, budget_of(ctx, key_id)) if key_id else None


def require_budget(ctx: Context, share: str, agents: Iterable[str] = ()) -> Left | None:
    """Return what is left to the client of a share; None without a budget.

    Raises Problem: 429 if nothing is left, with the time when it renews; 403 for an agent that is not allowed.
    """
    left = find_left(ctx, share)
    if left is None:
        return None
    if left.is_used_up:
        after = max(1, -(-(left.renews_ms - ctx.clock()) // 1000))
        raise Problem(
            "budget_used_up", params={"why": "cpu"}, retry_after=after, renews=write_time(left.renews_ms), budget="cpu"
        )
    for agent in agents:
        require_agent_of(left.budget, agent)
    return left


def require_agent_of(budget: Budget, agent: str) -> None:
    """Raise Problem (403) for an agent that a budget does not allow."""
    if not budget.allows(agent):
        allowed = list(budget.agents or ())
        raise Problem(
            "forbidden", params={"why": "agent_of_budget", "agent": agent, "allowed": allowed}, allowed=allowed
        )


def charge_work(ctx: Context, share: str, operation: str, cpu_s: float, decisions: Mapping[str, int]) -> None:
    """Count processor seconds of a worker, and decisions of agents by name, for the client of a share."""
    account = account_of(share)
    with suppress(RedisError):
        find_left(ctx, share)  # so that webhooks hear of a budget
    ctx.usage.count_more(account, operation, worker_us=round(1_000_000 * cpu_s))
    if decisions:
        ctx.usage.count_decisions(account, decisions)
