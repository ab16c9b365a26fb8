"""`python -m workers.sweep`: nothing that is due stays undone, whatever became of the queue or of a worker.

The log names what is due: every append that leaves an AI seat owing sets a deadline in the same call. So no game has to
be looked at that owes nothing, and a lost queue, a killed worker or a crash between append and enqueue all end here.
"""

import itertools
import logging
import signal
import sys
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Final, Protocol

from redis.exceptions import RedisError

from eventstore.outages import StoreAway
from eventstore.records import Deadline
from eventstore.store import SHARDS
from service import logs
from service.game.context import Context, build
from service.game.deadlines import AI_DEADLINE
from service.game.late_seats import AI_GRACE_MS, next_due, seats_for_agents
from service.game.quarantine import Quarantined, apart
from service.handlers.due import LATER_MS, fall_due
from service.measuring.reports import Reporter, Sample
from service.problems import Problem
from service.queue.jobs import Jobs
from service.queue.store import connect_prompt
from service.settings import SettingsError, read_settings
from service.tracing import spans
from service.views.lobby_projection import Lobby, follow_feeds
from service.webhooks.registry import DELIVERY
from workers.courier import Courier
from workers.late import LATE
from workers.leading import Lead
from workers.lost import LostJobs
from workers.renewal import Renewal
from workers.scrub import Scrub
from workers.sealing import Forgetting, Sealing
from workers.shelving import Shelving
from workers.trimming import Trimming

PERIOD_S: Final = 0.25
ROUNDS: Final = 4  # deferred games are looked for in every round, deadlines in every fourth
BATCH: Final = 200

log = logging.getLogger(__name__)


def sweep(ctx: Context, deliver: Callable[[str, int], None] | None = None, lobby: Lobby | None = None) -> int:
    """Look once at everything that is due, and bring the lobby up to date; return how many games were woken.

    `deliver` (webhook, number) has a delivery tried; `lobby` is that of the process, which remembers rows.
    """
    with suppress(StoreAway):
        follow_feeds(ctx, lobby)
    woken = wake_deferred(ctx)
    left_out = sum(ctx.games.quarantine.counts().values())
    for shard in range(SHARDS):
        with suppress(StoreAway):  # what lies on other servers does not wait for one that is away
            for deadline in ctx.store.due(shard, ctx.clock(), BATCH + left_out):
                woken += _see_to(ctx, deadline, deliver)
    return woken


def _see_to(ctx: Context, deadline: Deadline, deliver: Callable[[str, int], None] | None) -> bool:
    """Do what a deadline was set for; say whether it woke its game.

    That of a game in quarantine stays as it is, due at once for whoever can read the game.
    """
    if ctx.games.quarantine.holds(deadline.game):
        return False
    woke = False
    with apart(deadline.game) as trouble:
        woke = _do(ctx, deadline, deliver)
    if trouble.is_ours:
        ctx.store.set_deadlines(deadline.game, {deadline.name: ctx.clock() + LATER_MS})
    return woke


def _do(ctx: Context, deadline: Deadline, deliver: Callable[[str, int], None] | None) -> bool:
    if deadline.name == AI_DEADLINE:
        return _wake_ai(ctx, deadline.game)
    if not deadline.name.startswith(DELIVERY):
        with spans.span("deadline", game=deadline.game, kind=deadline.name):
            fall_due(ctx, deadline.game, deadline.name)
    elif deliver is not None:
        deliver(deadline.game, int(deadline.name.removeprefix(DELIVERY)))
    return False


def wake_deferred(ctx: Context) -> int:
    """Queue the games whose AI jobs are to be run again by now; return how many, 0 while the queues are away."""
    try:
        deferred = ctx.jobs.ai.fall_due()
    except RedisError as error:
        log.warning("the queues do not answer: %s", error)
        return 0
    games = [game for game in deferred if not ctx.games.quarantine.holds(game)]
    for game in games:
        with suppress(StoreAway):  # its deadline brings it again
            ctx.jobs.play_ai(game, ctx.store.head(game))
    return len(games)


def _wake_ai(ctx: Context, game_id: str) -> bool:
    """Queue a job for a game whose AI seats have owed for too long, or whose bot is late, unless one is live."""
    try:
        game = ctx.games.load(game_id)
    except Quarantined:
        raise
    except Problem:
        ctx.store.set_deadlines(game_id, {AI_DEADLINE: 0})
        return False
    awaited = {entry.seat for entry in game.awaiting()}
    if awaited & set(seats_for_agents(ctx, game)):
        LATE.note(game_id)
        ctx.store.set_deadlines(game_id, {AI_DEADLINE: ctx.clock() + AI_GRACE_MS})
        with suppress(RedisError):  # without the queues the deadline brings it again, and clocks run out all the same
            return ctx.jobs.ai.revive(game_id, game.version)
        return False
    due = next_due(game)
    ctx.store.set_deadlines(game_id, {AI_DEADLINE: due})
    if ctx.store.head(game_id) != game.version:  # an append came in between and may have set what was replaced
        ctx.store.set_deadlines(game_id, {AI_DEADLINE: ctx.clock()})
    return False


class Shift:
    """Holds what a sweep needs and remembers while it leads."""

    def __init__(self, ctx: Context) -> None:
        self._ctx = ctx
        self._over = threading.Event()
        self.courier = Courier(ctx, self._over)
        self.courier.start()
        self._lost = LostJobs(ctx.jobs.redis)
        self._scrub, self._renewal, self._lobby = Scrub(ctx), Renewal(ctx), Lobby(ctx)
        self._shelving, self._trimming = Shelving(ctx), Trimming(ctx)
        self._sealing, self._forgetting = Sealing(ctx), Forgetting(ctx)

    def round(self, number: int) -> None:
        """Look at deferred games, and in every fourth round at everything that is due."""
        if number % ROUNDS:
            wake_deferred(self._ctx)
            return
        sweep(self._ctx, self.courier.fall_due, self._lobby)
        with suppress(RedisError):
            self._lost.begin_again()
        walks = (self._scrub, self._renewal, self._shelving, self._trimming, self._forgetting, self._sealing)
        for walk in walks:
            _go_on(walk)

    def end(self) -> None:
        """Stop the courier, because another sweep leads."""
        self._over.set()


class _Walk(Protocol):
    """Represents what a sweep does bit by bit."""

    def step(self) -> object:
        """Do some more."""


def _go_on(walk: _Walk) -> None:
    """Let a walk do some more; what goes wrong there does not hold up the others."""
    try:
        walk.step()
    except RedisError as error:
        log.warning("%s waits for the store: %s", type(walk).__name__, error)
    except Exception:  # the other walks do not wait for what went wrong in this one
        log.exception("%s was cut short", type(walk).__name__)


def _measured(shift: Shift | None, ended: float) -> list[Sample]:
    return [
        Sample("longroad_sweep_leads", (), int(shift is not None)),
        Sample("longroad_sweep_round_timestamp_seconds", (), ended),
        Sample("longroad_games_with_late_agents", (), LATE.count() if shift else 0),
        Sample("longroad_webhook_deliveries_waiting", (), shift.courier.turns.waiting() if shift else 0),
    ]


def main(_arguments: Sequence[str] = ()) -> int:
    """Sweep every second while this sweep leads, until TERM; 0 then, 2 when a setting cannot be used."""
    logs.begin("sweep")
    try:
        settings = read_settings()
        logs.begin("sweep", settings.log_format)
        ctx = replace(build(settings), jobs=Jobs.prompt(settings.store_urls[1]))  # clocks do not wait for the queues
    except SettingsError as error:
        log.error("%s", error)
        return 2
    stop = threading.Event()
    for name in (signal.SIGTERM, signal.SIGINT):
        signal.signal(name, lambda *_: stop.set())
    spans.begin("sweep")
    lead = Lead(connect_prompt(settings.store_urls[1]))
    lead.start()
    _serve(ctx, lead, stop)
    lead.leave()
    spans.end()
    return 0


def _serve(ctx: Context, lead: Lead, stop: threading.Event) -> None:
    reporter, ended = Reporter(ctx.settings.data_dir, "sweep"), time.time()
    shift: Shift | None = None
    for number in itertools.count():
        reporter.report(_measured(shift, ended))
        if stop.wait(PERIOD_S):
            break
        shift = _relieved(ctx, shift, lead.is_ours())
        if _is_done(shift, number):
            ended = time.time()
    _relieved(ctx, shift, False)


def _relieved(ctx: Context, shift: Shift | None, leads: bool) -> Shift | None:
    """Return the shift that goes on: none where another sweep leads."""
    if leads:
        return shift or Shift(ctx)
    if shift is not None:
        shift.end()
    return None


def _is_done(shift: Shift | None, number: int) -> bool:
    """Do a round; return whether all that it should look at was looked at."""
    try:
        if shift is not None:
            shift.round(number)
        return number % ROUNDS == 0
    except RedisError as error:
        log.warning("a store does not answer: %s", error)
    except Exception:  # what is due elsewhere does not wait for what went wrong here
        log.exception("a round of the sweep was cut short")
    return False


if __name__ == "__main__":
    sys.exit(main())
