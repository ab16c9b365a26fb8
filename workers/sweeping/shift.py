"""Runs the work of a leading sweep, round by round."""

import logging
import threading
from contextlib import suppress
from typing import Final, Protocol

from redis.exceptions import RedisError

from service.game.context import Context
from service.views.lobby_projection import Lobby
from workers.serving.lost_jobs import LostJobs
from workers.sweeping.due_work import sweep, wake_deferred
from workers.sweeping.retention import Retention
from workers.sweeping.rows import Counting, Renewal, RowPacking
from workers.sweeping.scrub import Scrub
from workers.sweeping.sealing import Forgetting, Sealing
from workers.sweeping.shelving import Shelving
from workers.sweeping.tidying import Tidying, Trimming
from workers.webhooks.courier import Courier

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
        self._lobby = Lobby(ctx)
        self.retention = Retention(ctx)
        self._walks = (
            Scrub(ctx),
            Renewal(ctx),
            self.retention,
            Shelving(ctx),
            RowPacking(ctx),
            Tidying(ctx),
            Trimming(ctx),
            Forgetting(ctx),
            Sealing(ctx),
            Counting(ctx),
        )

    def round(self, number: int) -> None:
        """Look at deferred games, and in every fourth round at everything that is due."""
        if number % ROUNDS:
            wake_deferred(self._ctx)
            return
        sweep(self._ctx, self.courier.fall_due, self._lobby)
        with suppress(RedisError):
            self._lost.begin_again()
        for walk in self._walks:
            _go_on(walk)

    def end(self) -> None:
        """Stop the courier, because another sweep leads."""
        self._over.set()


class _Walk(Protocol):
    """Represents long work that is done in small steps."""

    def step(self) -> object:
        """Do the next step."""


def _go_on(walk: _Walk) -> None:
    """Do the next step of a walk; its exceptions do not stop the others."""
    try:
        walk.step()
    except RedisError as error:
        log.warning("%s waits for the store: %s", type(walk).__name__, error)
    except Exception:  # after any exception of one walk the others must go on
        log.exception("%s was cut short", type(walk).__name__)
