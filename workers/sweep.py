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
from workers.sweeping.background import Background
from workers.sweeping.clearing import Clearing
from workers.sweeping.due_work import count_late_games, sweep, wake_deferred
from workers.sweeping.leading import Lead
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
    """Holds what a sweep needs and remembers while it leads."""

    def __init__(self, ctx: Context) -> None:
        self._ctx = ctx
        self._over = threading.Event()
        self.courier = Courier(ctx, self._over)
        self.courier.start()
        self._lost = LostJobs(ctx.jobs.redis)
        self._long = LongLogs(ctx)
        self._lobby = Lobby(ctx, self._long.hear, self._long.hear_end)
        self._ratings = RatedGames(ctx)
        self._owed = OwedGames(ctx)
        self.retention = Retention(ctx)
        self._walks: tuple[LongWork, ...] = (
            Scrub(ctx),
            Renewal(ctx),
            Background(self.retention, Shelving(ctx), Clearing(ctx), SegmentScrub(ctx), Tidying(ctx)),
            self._long,
            RowTrimming(ctx),
            RowPacking(ctx),
            Trimming(ctx),
            UsageTidying(ctx),
            AppTidying(ctx),
            Forgetting(ctx),
            Sealing(ctx),
            Counting(ctx),
        )

    def round(self, number: int) -> None:
        """Look at deferred games, and in every fourth round at everything that is due."""
        if number % ROUNDS:
            wake_deferred(self._ctx)
            return
        sweep(self._ctx, self.courier.fall_due, self._lobby, self._ratings, self._owed)
        with suppress(RedisError):
            self._lost.begin_again()
        for walk in self._walks:
            _go_on(walk)

    def end(self) -> None:
        """Stop the courier, because another sweep leads."""
        self._over.set()


def _go_on(walk: LongWork) -> None:
    """Do the next step of a walk; its exceptions do not stop the others."""
    try:
        walk.step()
    except RedisError as error:
        log.warning("%s waits for the store: %s", type(walk).__name__, error)
    except Exception:  # after any exception of one walk the others must go on
        log.exception("%s was cut short", type(walk).__name__)


def _measure(shift: Shift | None, ended: float) -> list[Sample]:
    return [
        Sample("longroad_sweep_leads", (), int(shift is not None)),
        Sample("longroad_sweep_round_timestamp_seconds", (), ended),
        Sample("longroad_games_with_late_agents", (), count_late_games() if shift else 0),
        Sample("longroad_finished_games_deleted_total", (), shift.retention.deleted if shift else 0),
        Sample("longroad_webhook_deliveries_waiting", (), shift.courier.turns.waiting() if shift else 0),
    ]


def main(_arguments: Sequence[str] = ()) -> int:
    """Sweep every second while this sweep leads, until TERM; 0 then, 2 when a setting cannot be used."""
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
    lead = Lead(ctx.jobs.redis)
    lead.start()
    _serve(ctx, lead, stop)
    lead.leave()
    spans.end()
    return 0


def _serve(ctx: Context, lead: Lead, stop: threading.Event) -> None:
    reporter, ended = Reporter(ctx.settings.data_dir, "sweep"), time.time()
    shift: Shift | None = None
    for number in itertools.count():
        reporter.report(_measure(shift, ended))
        if stop.wait(PERIOD_S):
            break
        shift = _relieve(ctx, shift, lead.is_ours())
        if _is_done(shift, number):
            ended = time.time()
    _relieve(ctx, shift, False)


def _relieve(ctx: Context, shift: Shift | None, leads: bool) -> Shift | None:
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
    except Exception:  # whatever one round raises, the next one must come
        log.exception("a round of the sweep was cut short")
    return False


if __name__ == "__main__":
    sys.exit(main())
