"""Keeps a number of identical forked processes running: replaces those that die, and stops all together.

It writes a heartbeat for each living worker, so that one that was killed is noticed within seconds. RQ's own heartbeat
takes minutes for that, because a worker that is busy with a job cannot write it.
"""

import logging
import multiprocessing
import os
import signal
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from types import FrameType
from typing import Final

from redis import Redis
from redis.exceptions import RedisError

from eventstore.append_counts import TALLY
from service.process.signals import hold_signals, take_signals
from service.queue import keys
from service.queue.ai_jobs import AI_QUEUE
from service.queue.thinking import note_workers
from workers.emergency_stops import STOPS
from workers.serving.allowed_jobs import REFUSALS

TICK_S: Final = 0.1
PAUSE_S: Final = 1.0
SIGNED_S: Final = 10
"""Sets after which time without a heartbeat a worker counts as dead."""
RENEW_S: Final = 2.0
_TALLIES: Final = (TALLY, STOPS, REFUSALS)

log = logging.getLogger(__name__)


class Pool:
    """Keeps `count` processes running `serve`; forked, so that they share what the parent has imported.

    Each has a row of its own, from 0, which another process takes over when it dies, and which `serve` receives.
    `report` receives every `TICK_S` which processes are alive: their ids by row.
    """

    def __init__(self, count: int, serve: Callable[[int], None], report: Callable[[Mapping[int, int]], None]) -> None:
        self.count = count
        self.serve = serve
        self.report = report
        self.processes: list[multiprocessing.process.BaseProcess] = []
        self._rows: dict[int, multiprocessing.process.BaseProcess] = {}
        self._stopping = False

    def run(self) -> None:
        """Keep the processes running until TERM or INT; returns when all have ended."""
        for name in (signal.SIGTERM, signal.SIGINT):
            signal.signal(name, self._stop)
        for tally in _TALLIES:
            tally.share(self.count)
        self._fill()
        while self.processes:
            time.sleep(TICK_S)
            self._tend()
            alive = {*self.processes}
            self.report({row: process.pid for row, process in self._rows.items() if process in alive and process.pid})

    def _stop(self, _signal: int, _frame: FrameType | None) -> None:
        self._stopping = True
        for process in self.processes:
            process.terminate()

    def _tend(self) -> None:
        dead = [process for process in self.processes if not process.is_alive()]
        self.processes = [process for process in self.processes if process not in dead]
        if dead and not self._stopping:
            time.sleep(PAUSE_S if any(process.exitcode for process in dead) else 0)
            self._fill()

    def _fill(self) -> None:
        while len(self.processes) < self.count and not self._stopping:
            self._start()

    def _start(self) -> None:
        context = multiprocessing.get_context("fork")
        row = next(row for row in range(self.count) if self._rows.get(row) not in self.processes)
        process = context.Process(target=_serve, args=(self.serve, os.getpid(), row))
        with hold_signals():
            process.start()
        self.processes.append(process)
        self._rows[row] = process
        if self._stopping:  # the pool was stopped while this process was being started
            process.terminate()


def _serve(serve: Callable[[int], None], parent: int, row: int) -> None:
    take_signals()
    if os.getppid() != parent:
        return
    for tally in _TALLIES:
        tally.take(row)
    try:
        serve(row)
    except RedisError as error:
        log.warning("a worker ends, for RQ's store does not answer: %s", error)
        sys.exit(1)
    except Exception:  # the process ends here, so that no other code could log the exception
        log.exception("a worker ends")
        sys.exit(1)


class Attendance:
    """Names the workers of one pool that serve one of RQ's stores, and writes their heartbeats to it."""

    def __init__(self, redis: Redis, queue: str) -> None:
        self._redis = redis
        self._queue = queue
        self._pool = f"{queue}-{os.urandom(4).hex()}"
        self._signed_at = -RENEW_S

    def name(self, pid: int) -> str:
        """Return the name of the worker in a process of the pool."""
        return f"{self._pool}-{pid}"

    def sign(self, pid: int) -> None:
        """Write the heartbeat of one process; raises RedisError if the store does not answer."""
        self._redis.set(keys.worker(self.name(pid)), b"", ex=SIGNED_S)

    def renew(self, pids: Sequence[int]) -> None:
        """Write the heartbeats of all living processes, at most every two seconds; a failure is only logged."""
        if time.monotonic() - self._signed_at < RENEW_S:
            return
        self._signed_at = time.monotonic()
        try:
            for pid in pids:
                self.sign(pid)
            if self._queue == AI_QUEUE:
                note_workers(self._redis, [self.name(pid) for pid in pids])
        except RedisError as error:
            log.warning("no heartbeat of the workers can be written: %s", error)


def is_alive(redis: Redis, worker: str) -> bool:
    """Return whether a worker of this name had a heartbeat within the last `SIGNED_S` seconds."""
    return bool(redis.exists(keys.worker(worker)))
