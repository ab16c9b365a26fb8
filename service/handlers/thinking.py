"""Admits tables with slow agents as far as workers can serve them, so that people do not wait long.

Agents whose decisions typically take no more than 2 ms are not counted, and neither are games of agents alone, which
come after tables at which somebody waits.
"""

import logging
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any, Final

from redis.exceptions import RedisError

from domain.core.ruleset import Ruleset
from service.game.context import Context
from service.handlers.new_seats import NewSeat, newest_default
from service.problems import Problem
from service.queue.jobs import Jobs
from service.queue.spread import count_each
from service.table.state import Table
from workers.agents.catalog import entry_named

SLOW_MS: Final = 2.0
"""Sets from which typical cost of a decision, in ms, an agent is slow."""

log = logging.getLogger(__name__)


def cost_of(agents: Iterable[str]) -> float:
    """Return what the slow ones among agents cost together, in ms of a typical decision of each."""
    entries = [entry_named(agent) for agent in agents if agent]
    return sum([entry.typical_ms for entry in entries if entry is not None and entry.typical_ms > SLOW_MS])


def cost_of_table(table: Table) -> float:
    """Return what a table costs: 0 without slow agents, and where no person or bot plays."""
    if all(seat.kind == "ai" for seat in table.seats):
        return 0.0
    return cost_of(seat.agent for seat in table.seats if seat.kind == "ai")


def admit_seats(
    ctx: Context, game_id: str, ruleset: Ruleset, seats: Sequence[NewSeat], *, limited: bool = True
) -> Sequence[NewSeat]:
    """Count a new table with slow agents, and return its seats.

    If there is no room for it, seats that named no agent get a quick one; raises Problem (503) if others are slow.
    """
    if all(seat.kind == "ai" for seat in seats):
        return seats
    try:
        _admit(ctx, game_id, _cost_of_seats(seats), limited=limited)
    except Problem:
        quick = [replace(seat, agent=newest_default(ruleset)) if seat.is_usual else seat for seat in seats]
        if quick == list(seats):
            raise
        _admit(ctx, game_id, _cost_of_seats(quick), limited=limited)
        return quick
    return seats


def _cost_of_seats(seats: Iterable[NewSeat]) -> float:
    return cost_of(seat.agent or "" for seat in seats if seat.kind == "ai")


def admit_agent(ctx: Context, game_id: str, table: Table, number: int, agent: str) -> None:
    """Count a table on one of whose seats an agent is to play; raises Problem (503) if there is no room for it."""
    added = cost_of([agent])
    others = [seat for place, seat in enumerate(table.seats) if place != number]
    if added and any(seat.kind != "ai" for seat in others):
        _admit(ctx, game_id, added + cost_of(seat.agent for seat in others if seat.kind == "ai"))


def _admit(ctx: Context, game_id: str, cost_ms: float, *, limited: bool = True) -> None:
    if not cost_ms:
        return
    try:
        queues = ctx.jobs.of(game_id)
        most = _capacity_ms(ctx, queues)
        found = queues.thinking.admit(game_id, cost_ms, most if limited else -1)
    except RedisError as error:
        log.warning("the tables with slow agents cannot be counted: %s", error)
        return
    if not found.is_admitted:
        free = max(0.0, most - found.used_ms)
        raise Problem("agents_busy", retry_after=found.retry_s, free_ms=free, needed_ms=cost_ms)


def _capacity_ms(ctx: Context, queues: Jobs) -> float:
    """Return what the tables with slow agents of one of the queues' stores may cost together; -1 without a limit."""
    each = ctx.settings.thinking_ms
    if not each:
        return -1.0
    return float(each * (queues.thinking.workers() or count_each(ctx.settings.ai_workers, len(queues.all))))


def capacity(ctx: Context) -> dict[str, Any]:
    """Return the member `thinking` of `GET /v1`: what tables with slow agents may cost, and what is free.

    It is empty without a limit, and while none of the queues' stores answers.
    """
    found: list[tuple[float, float]] = []
    for queues in ctx.jobs.all:
        try:
            most = _capacity_ms(ctx, queues)
            if most >= 0:
                found.append((most, max(0.0, most - queues.thinking.total_ms())))
        except RedisError as error:
            log.warning("the tables with slow agents cannot be counted: %s", error)
    if not found:
        return {}
    capacity_ms, free_ms = map(sum, zip(*found, strict=True))
    return {"thinking": {"slow_ms": SLOW_MS, "capacity_ms": capacity_ms, "free_ms": free_ms}}
