"""Sends webhooks beside the sweep: one thread follows the feeds and makes deliveries, others try to deliver them.

Every delivery has a deadline in the log's store, so if this process dies, the next one sends what it had yet to send.
The slow targets of one owner do not hold up others: owners take turns, and each has only a few attempts under way.
"""

import logging
import threading
from collections import OrderedDict, deque
from collections.abc import Callable
from functools import partial
from typing import Final

from redis.exceptions import RedisError

from eventstore.feed import Runner
from service.game.context import Context
from service.game.quarantine import make_good
from service.webhooks.deliveries import DELIVERY, FIRST_TRY_MS
from service.webhooks.notices import Notices
from service.webhooks.registry import find_hook
from workers.serving.shares import ALL, Shares
from workers.webhooks.delivery_attempts import attempt

THREADS: Final = 24
OF_OWNER: Final = 6
"""Limits the attempts of one owner that are under way at a time."""
MOST_WAITING: Final = 2_000
"""Limits the deliveries of one owner that wait here; the others come again with their deadlines."""
PAUSE_MS: Final = 500
TROUBLE_S: Final = 0.5
SOON_S: Final = 3.0

log = logging.getLogger(__name__)
Work = tuple[str, int]


class Turns:
    """Hands out work by owner: owners take turns, and none has more than `most` pieces under way."""

    def __init__(self, most: int = OF_OWNER) -> None:
        self._most = most
        self._changed = threading.Condition()
        self._waiting: OrderedDict[str, deque[Work]] = OrderedDict()
        self._running: dict[str, int] = {}
        self._known: set[Work] = set()

    def add(self, owner: str, work: Work) -> bool:
        """Add a piece of work; return False if it is known already, or too much work of the owner waits."""
        with self._changed:
            pieces = self._waiting.setdefault(owner, deque())
            if work in self._known or len(pieces) >= MOST_WAITING:
                return False
            pieces.append(work)
            self._known.add(work)
            self._changed.notify()
            return True

    def take(self, seconds: float) -> tuple[str, Work] | None:
        """Take the next piece of work of the owner whose turn it is; return None if none comes within this time."""
        with self._changed:
            self._changed.wait_for(lambda: self._next() is not None, seconds)
            owner = self._next()
            if owner is None:
                return None
            work = self._waiting[owner].popleft()
            self._waiting.move_to_end(owner)
            self._running[owner] = self._running.get(owner, 0) + 1
            return owner, work

    def finish(self, owner: str, work: Work) -> None:
        """Note that a piece of work has ended."""
        with self._changed:
            self._running[owner] -= 1
            self._known.discard(work)
            if not self._running[owner]:
                del self._running[owner]
            if not self._waiting.get(owner):
                self._waiting.pop(owner, None)
            self._changed.notify()

    def waiting(self) -> int:
        """Return how many pieces of work wait for their turn."""
        with self._changed:
            return sum(map(len, self._waiting.values()))

    def _next(self) -> str | None:
        ready = (owner for owner, pieces in self._waiting.items() if pieces)
        return next((owner for owner in ready if self._running.get(owner, 0) < self._most), None)


class Courier:
    """Makes and tries deliveries until it is stopped."""

    def __init__(self, ctx: Context, stop: threading.Event, shares: Shares = ALL) -> None:
        self.ctx = ctx
        self.stop = stop
        self.shares = shares
        self.turns = Turns()

    def start(self) -> None:
        """Start the threads; they end with the process."""
        programs: list[Callable[[], None]] = [self._follow, *[self._serve] * THREADS]
        for program in programs:
            threading.Thread(target=program, daemon=True).start()

    def offer(self, hook_id: str, n: int) -> None:
        """Queue a delivery, to be tried as soon as its owner has a turn."""
        hook = find_hook(self.ctx, hook_id)
        self.turns.add(hook.owner if hook else hook_id, (hook_id, n))

    def fall_due(self, hook_id: str, n: int) -> None:
        """Queue a delivery whose deadline has passed; the deadline is set again first, and so holds up no others."""
        self.ctx.store.set_deadlines(hook_id, {f"{DELIVERY}{n}": self.ctx.clock() + FIRST_TRY_MS})
        self.offer(hook_id, n)

    def _follow(self) -> None:
        notices = Notices(self.ctx, self.offer)
        while not self.stop.is_set():
            shards = self.shares.shards
            try:
                if shards:
                    make_good(self.ctx.games.quarantine, notices, shards)
                    runner = Runner(self.ctx.store, notices, sorted(shards))
                    runner.follow(partial(self._is_interrupted, shards), PAUSE_MS)
                    continue
            except RedisError as error:
                log.warning("the feeds cannot be read now: %s", error)
            except Exception:  # after any exception the thread must go on for all other webhooks
                log.exception("a notice to webhooks could not be made")
            self.stop.wait(TROUBLE_S)

    def _is_interrupted(self, shards: frozenset[int]) -> bool:
        """Return whether to leave the feeds now: to stop, for other shards, or for games released from quarantine."""
        if self.stop.is_set() or self.shares.shards != shards:
            return True
        return bool(self.ctx.games.quarantine.list_missed(Notices.name, shards))

    def _serve(self) -> None:
        while not self.stop.is_set():
            taken = self.turns.take(1.0)
            if taken is not None:
                self._try(*taken)

    def _try(self, owner: str, work: Work) -> None:
        after = None
        try:
            after = attempt(self.ctx, *work)
        except Exception:  # after any exception the thread must go on; by its deadline this delivery is tried again
            log.exception("delivery %d failed", work[1], extra={"webhook": work[0]})
        finally:
            self.turns.finish(owner, work)
        if after is not None and after.status == "pending":
            self._soon(work, (after.due - self.ctx.clock()) / 1000)

    def _soon(self, work: Work, seconds: float) -> None:
        """Queue the next attempt from here if it is due soon; the sweep looks only once a second."""
        if seconds < SOON_S:
            timer = threading.Timer(max(0.0, seconds), self.offer, work)
            timer.daemon = True
            timer.start()
