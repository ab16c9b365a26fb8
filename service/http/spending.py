"""Counts what each request uses for its client, and says what is left of the budget of its API key.

The client is the API key, or the address. Processor time and bytes are counted when the answer begins, those of a
request within another one by themselves.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from eventstore.budget import take_cpu
from service.clients.api_keys import ApiKey
from service.clients.budgets import account_of, left_of, require_budget
from service.clients.ownership import share_of_address
from service.http.access import context, share
from service.http.connection_limits import neighborhood
from service.http.declared import Counts
from service.http.incoming import incoming
from service.http.quota_counters import Quota, Share
from service.usage.budgets import Left

CPU: Final = "cpu-seconds"
"""Names the budget of processor time in the headers of quotas."""
DAY_S: Final = 86_400
MOST_REMEMBERED: Final = 10_000
NOTHING: Final[Mapping[str, int]] = MappingProxyType({})
_PSEUDONYMS: Final[dict[str, str]] = {}
"""Holds the pseudonyms of addresses that were seen lately."""


def spend(decisions: Mapping[str, int] = NOTHING) -> Left | None:
    """Charge the caller of this request for decisions of agents, by name; return what is left, None without a budget.

    An operation calls this before it begins to work. Its processor time is charged with its answer. Raises Problem: 429
    if the caller's budget is used up, 403 for an agent that it does not allow; then nothing is charged.
    """
    whose = share()
    left = require_budget(context(), whose, decisions)
    if decisions:
        context().usage.count_decisions(account_of(whose), decisions)
    return left


def account() -> str:
    """Return who is charged for this request: its API key, if it is known, or the pseudonym of its address."""
    here = incoming()
    if isinstance(here.api_key, ApiKey):
        return here.api_key.account
    address = here.environ.get("REMOTE_ADDR") or ""
    pseudonym = _PSEUDONYMS.get(address)
    if pseudonym is None:
        if len(_PSEUDONYMS) >= MOST_REMEMBERED:
            _PSEUDONYMS.clear()
        pseudonym = _PSEUDONYMS[address] = share_of_address(neighborhood(address))
    return pseudonym


def count_usage(size: int) -> None:
    """Count this request with the processor time that it took until now, and an answer of so many bytes."""
    here = incoming()
    operation = here.operation
    if operation.name and operation.counts is not Counts.NOTHING:
        here.application.context.usage.count(account(), operation.name, int(1_000_000 * take_cpu()), size)


def budget_shares() -> list[Share]:
    """Return what is left of the processor time of this request's API key, as a quota of a day; nothing without one."""
    key = incoming().api_key
    if not isinstance(key, ApiKey) or key.budget is None:
        return []
    left = left_of(context(), key.id, key.budget)
    if left is None or left.seconds is None or left.budget.cpu_seconds is None:
        return []
    reset = -(-(left.renews_ms - context().clock()) // 1000)
    return [Share(Quota(CPU, left.budget.cpu_seconds, DAY_S), left.seconds, reset)]
