"""Does work that is due: deadlines that have passed, and AI jobs that were deferred until now.

The store knows what is due: every append that leaves an AI seat owing sets a deadline in the same call. So no game has
to be loaded without need, and lost queues, killed workers and crashes between append and enqueue are all repaired here.
"""

import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Final

from redis.exceptions import RedisError

from eventstore.common_reading import CommonReading
from eventstore.feed import Projection
from eventstore.outages import StoreAway, StoreReplaced
from eventstore.records import Deadline
from service.game import deadlines
from service.game.context import Context
from service.game.deadlines import AI_DEADLINE, AI_GRACE_MS
from service.game.debts import next_cover, seats_for_agents
from service.game.quarantine import Quarantined, apart, make_good
from service.handlers.passed_deadlines import LATER_MS, fall_due
from service.problems import Problem
from service.tracing import spans
from service.views.lobby_projection import Lobby, show_more
from service.views.owed_games import OwedGames
from service.views.rated_games import RatedGames
from service.webhooks.deliveries import DELIVERY
from workers.serving.shares import ALL, COMMON, Shares

BATCH: Final = 200
"""Sets how many deadlines of a shard are looked at at a time."""

_late: Final[dict[str, float]] = {}
"""Says when (s) this process found a late agent in a game; the sweep finds each of them again and again."""


def count_late_games() -> int:
    """Return how many games were found so recently that an agent may still be late."""
    since = time.monotonic() - 1.5 * AI_GRACE_MS / 1000
    for game in [game for game, found in _late.items() if found < since]:
        del _late[game]
    return len(_late)


def sweep(
    ctx: Context,
    deliver: Callable[[str, int], None] | None = None,
    lobby: Lobby | None = None,
    ratings: RatedGames | None = None,
    owed: OwedGames | None = None,
    shares: Shares = ALL,
) -> int:
    """Do once all that is due in the shards served, and bring the lobby up to date; return how many games were woken.

    `deliver` takes a webhook and the number of a delivery to try. `lobby`, `ratings` and `owed` are kept from call to
    call, for they remember games.
    """
    shards = sorted(shares.shards)
    if not shards:
        return wake_deferred(ctx, shares)
    _follow(ctx, lobby or Lobby(ctx), ratings or RatedGames(ctx), owed or OwedGames(ctx), shards)
    woken = wake_deferred(ctx, shares)
    left_out = sum(ctx.games.quarantine.counts().values())
    with suppress(StoreAway):
        for shard, due in ctx.store.due_in(shards, ctx.clock(), BATCH + left_out).items():
            with suppress(StoreAway, StoreReplaced):  # games on other servers do not wait for one that is unavailable
                for deadline in due if shares.has(shard) else ():
                    woken += _see_to(ctx, deadline, deliver)
    return woken


def _follow(ctx: Context, lobby: Lobby, ratings: RatedGames, owed: OwedGames, shards: Sequence[int]) -> None:
    """Bring the projections up to date with the games of some shards; they read the feeds together."""
    ready: list[Projection] = []
    lobby.seen.forget()
    for projection in (lobby, ratings, owed):
        with suppress(StoreAway):
            if projection is owed and owed.begin_with_games(shards):
                continue
            make_good(ctx.games.quarantine, projection, shards)
            ready.append(projection)
    with suppress(StoreAway):
        CommonReading(ctx.store, ready, shards).catch_up()
    with suppress(StoreAway):
        show_more(ctx, shards)


def _see_to(ctx: Context, deadline: Deadline, deliver: Callable[[str, int], None] | None) -> bool:
    """Handle a passed deadline; return whether that woke its game.

    For a game in quarantine nothing is done: its deadlines stay due, for a process that can read the game.
    """
    if ctx.games.quarantine.holds(deadline.game):
        return False
    with apart(deadline.game) as trouble:
        if deadline.name == AI_DEADLINE:
            return _wake_ai(ctx, deadline.game)
        if not deadline.name.startswith(DELIVERY):
            with spans.span("deadline", game=deadline.game, kind=deadline.name):
                fall_due(ctx, deadline.game, deadline.name)
        elif deliver is not None:
            deliver(deadline.game, int(deadline.name.removeprefix(DELIVERY)))
    if trouble.is_ours:
        ctx.store.set_deadlines(deadline.game, {deadline.name: ctx.clock() + LATER_MS})
    return False


def wake_deferred(ctx: Context, shares: Shares = ALL) -> int:
    """Queue AI jobs of the shards served whose deferral has passed.

    Returns how many; a queues' store that does not answer is left out. Games that gave way are queued again once
    the share of their client has recovered.
    """
    deferred: list[str] = []
    for queues in ctx.jobs.all:
        try:
            for game in queues.shares.list_recovered() if shares.has(COMMON) else ():
                queues.ai.recall(game)
            deferred += queues.ai.fall_due(shares.has_game)
        except RedisError as error:
            queues.tell_silence(error)
    games = [game for game in deferred if not ctx.games.quarantine.holds(game)]
    for game in games:
        with suppress(StoreAway):  # its deadline remains, so that it is tried again
            ctx.jobs.play_ai(game, ctx.store.head(game))
    return len(games)


def _wake_ai(ctx: Context, game_id: str) -> bool:
    """Queue a job for a game whose AI seats have owed a move for too long, or whose bot is late, unless one is live."""
    try:
        game = ctx.games.load(game_id)
    except Quarantined:
        raise
    except Problem as problem:
        if problem.slug != "busy":
            ctx.store.set_deadlines(game_id, {AI_DEADLINE: 0})
        return False
    awaited = {entry.seat for entry in game.awaiting()}
    if awaited & set(seats_for_agents(ctx, game)):
        _late[game_id] = time.monotonic()
        ctx.store.set_deadlines(game_id, {AI_DEADLINE: ctx.clock() + deadlines.AI_GRACE_MS})
        with suppress(RedisError):  # without the queues the deadline brings it again, and clocks run out all the same
            return ctx.jobs.of(game_id).ai.revive(game_id, game.version)
        return False
    due = next_cover(game)
    ctx.store.set_deadlines(game_id, {AI_DEADLINE: due})
    if ctx.store.head(game_id) != game.version:  # an append may have set the replaced deadline
        ctx.store.set_deadlines(game_id, {AI_DEADLINE: ctx.clock()})
    return False
