"""`python -m workers.sweep`: nothing that is due stays undone, whatever became of the queue or of a worker."""

import itertools
import logging
import signal
import sys
import threading
import time
from collections.abc import Sequence
from contextlib import suppress
from typing import Final

from redis.exceptions import RedisError

from service.game.context import Context, build
from service.measuring.reports import Reporter, Sample
from service.process import logs
from service.settings import SettingsError, read_settings
from service.tracing import spans
from service.views.lobby_projection import Lobby
from service.views.owed_games import OwedGames
from service.views.rated_games import RatedGames
from workers.serving.lost_jobs import LostJobs
from workers.serving.shares import ALL, COMMON, LeasedShares, Shares
from workers.sweeping.background import Background
from workers.sweeping.clearing import Clearing
from workers.sweeping.due_work import count_late_games, sweep, wake_deferred
from workers.sweeping.indexing import Indexing
from workers.sweeping.list_filing import ListFiling
from workers.sweeping.long_logs import LongLogs
from workers.sweeping.long_work import LongWork
from workers.sweeping.projection_rows import Counting, Renewal, RowPacking, RowTrimming
from workers.sweeping.retention import Retention
from workers.sweeping.scrub import Scrub
from workers.sweeping.sealing import Forgetting, Sealing
from workers.sweeping.segment_scrub import SegmentScrub
from workers.sweeping.shelving import Shelving
from workers.sweeping.tidying import AppTidying, Tidying, Trimming, UsageTidying
from workers.webhooks.delivery_queue import Courier

PERIOD_S: Final = 0.25
ROUNDS: Final = 4
"""Sets how often a round does everything: every fourth one; the others handle only deferred games."""

log = logging.getLogger(__name__)


class Shift:
    """Holds what a sweep needs to serve its shares, and remembers from round to round."""

    def __init__(self, ctx: Context, shares: Shares = ALL) -> None:
        self._ctx = ctx
        self.shares = shares
        self._over = threading.Event()
        self.courier = Courier(ctx, self._over, shares)
        self.courier.start()
        self._lost = [LostJobs(queues.redis) for queues in ctx.jobs.all]
        self._long = LongLogs(ctx, shares)
        self._lobby = Lobby(ctx, self._long.hear, self._long.hear_end)
        self._ratings = RatedGames(ctx)
        self._owed = OwedGames(ctx, self._lobby.seen)
        self.retention = Retention(ctx, shares)
        self.scrubs = Scrub(ctx, shares), SegmentScrub(ctx, shares)
        beside = [kind(ctx, shares) for kind in (Shelving, ListFiling, Clearing, Tidying)]
        self._walks: tuple[LongWork, ...] = (
            self.scrubs[0],
            Background(self.retention, *beside),
            Background(self.scrubs[1]),
            Background(Indexing(ctx, shares)),
            self._long,
            Trimming(ctx, shares),
            *(kind(ctx, shares) for kind in (Renewal, RowTrimming, RowPacking, UsageTidying, AppTidying)),
            *(kind(ctx, shares) for kind in (Forgetting, Sealing, Counting)),
        )

    def round(self, number: int) -> None:
        """Look at deferred games, and in every fourth round at everything that is due."""
        if number % ROUNDS:
            wake_deferred(self._ctx, self.shares)
            return
        sweep(self._ctx, self.courier.fall_due, self._lobby, self._ratings, self._owed, self.shares)
        for lost in self._lost if self.shares.has(COMMON) else ():
            with suppress(RedisError):
                lost.begin_again()
        for walk in self._walks:
            served = self.shares.has(COMMON) if walk.is_common else self.shares.shards
            if served:
                _go_on(walk)

    def end(self) -> None:
        """Stop the courier."""
        self._over.set()


def _go_on(walk: LongWork) -> None:
    """Do the next step of a walk; its exceptions do not stop the others."""
    try:
        walk.step()
    except RedisError as error:
        log.warning("%s waits for the store: %s", type(walk).__name__, error)
    except Exception:  # after any exception of one walk the others must go on
        log.exception("%s was cut short", type(walk).__name__)


def _measure(shift: Shift, ended: float) -> list[Sample]:
    return [
        Sample("longroad_sweep_leads", (), int(shift.shares.has(COMMON))),
        Sample("longroad_sweep_shards", (), len(shift.shares.shards)),
        Sample("longroad_sweep_round_timestamp_seconds", (), ended),
        Sample("longroad_scrub_behind", (), float(any(one.pace.is_behind for one in shift.scrubs))),
        Sample("longroad_games_with_late_agents", (), count_late_games()),
        Sample("longroad_finished_games_deleted_total", (), shift.retention.deleted),
        Sample("longroad_webhook_deliveries_waiting", (), shift.courier.turns.waiting()),
    ]


def main(_arguments: Sequence[str] = ()) -> int:
    """Sweep every second what this sweep serves, until TERM; 0 then, 2 when a setting cannot be used."""
    logs.begin("sweep")
    try:
        settings = read_settings()
        logs.begin("sweep", settings.log_format)
        ctx = build(settings, prompt_queues=True)  # clocks do not wait for the queues
    except SettingsError as error:
        log.error("%s", error)
        return 2
    stop = threading.Event()
    for name in (signal.SIGTERM, signal.SIGINT):
        signal.signal(name, lambda *_: stop.set())
    spans.begin("sweep")
    shares = LeasedShares(ctx.store)
    shares.start()
    _serve(ctx, shares, stop)
    shares.leave()
    spans.end()
    return 0


def _serve(ctx: Context, shares: LeasedShares, stop: threading.Event) -> None:
    reporter, ended = Reporter(ctx.settings.data_dir, "sweep"), time.time()
    shift = Shift(ctx, shares)
    for number in itertools.count():
        reporter.report(_measure(shift, ended))
        if stop.wait(PERIOD_S):
            break
        shares.ask()
        if _is_done(shift, number):
            ended = time.time()
    shift.end()


def _is_done(shift: Shift, number: int) -> bool:
    """Do a round; return whether all that it should look at was looked at."""
    try:
        shift.round(number)
        return number % ROUNDS == 0
    except RedisError as error:
        log.warning("a store does not answer: %s", error)
    except Exception:  # whatever one round raises, the next one must come
        log.exception("a round of the sweep was cut short")
    return False


if __name__ == "__main__":
    sys.exit(main())
