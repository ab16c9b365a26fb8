"""Provides a bad network: a proxy that loses requests or answers, repeats requests, or delays them.

If told to, it also cuts answers off in the middle, sends a request twice at once, or sends it again much later, or
answers in the server's place that it is busy. Streams it passes on as they come, and cuts them off after a message.
"""

import http.client
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from random import Random
from socket import SHUT_RDWR
from threading import Lock, Thread
from typing import Any

from longroad_client.kit.passing import Answer, Line, Proxy, Request

FAULTS = ("request lost", "answer lost", "repeated", "delayed")
ALL_FAULTS = (*FAULTS, "answer cut off", "sent twice at once", "repeated later")
DELAY_S = 0.2
CUT = "stream cut off"
BUSY = "answered as busy"
BUSY_ANSWER = Answer(
    503,
    {"Content-Type": "application/problem+json", "Retry-After": "1"},
    b'{"type": "/problems/busy", "title": "Busy", "status": 503, "detail": "Later.", "instance": ""}',
)


class Network(Proxy):
    """Represents a proxy in front of a port, which lets `rate` of the requests meet a fault and holds `busy` of them.

    `made` holds, by path and Idempotency-Key, each 201 that the server answered, whether or not it came through.
    """

    def __init__(self, upstream: int, rate: float, seed: int, faults: Sequence[str] = FAULTS) -> None:
        super().__init__(f"http://127.0.0.1:{upstream}")
        self.rate = rate
        self.faults = faults
        self.busy = 0
        self.met: Counter[str] = Counter()
        self.made: dict[tuple[str, str], bytes] = {}
        self._rng = Random(seed)
        self._lock = Lock()

    def fault(self) -> str:
        """Return the fault that the next request meets, or `none`."""
        with self._lock:
            met = self._rng.choice(self.faults) if self._rng.random() < self.rate else "none"
            self.met[met] += 1
            return met

    def lines(self, came: Iterator[bytes]) -> Iterator[bytes]:
        """Yield the lines of a stream, until it is cut off after a message."""
        for line in came:
            yield line
            if not line.strip() and self._cuts():
                return

    def _cuts(self) -> bool:
        with self._lock:
            is_cut = self._rng.random() < self.rate
            self.met[CUT] += is_cut
            return is_cut

    @contextmanager
    def in_hand(self) -> Iterator[None]:
        """Count a request as busy while the proxy has it."""
        self._count(1)
        try:
            yield
        finally:
            self._count(-1)

    def _count(self, change: int) -> None:
        with self._lock:
            self.busy += change

    def forward(self, request: Request) -> Answer:
        """Pass a request on to the server, and return its answer, noting what it made."""
        answer = super().forward(request)
        if answer.status == 201:
            self.made.setdefault((request.target, request.header("Idempotency-Key")), answer.body)
        return answer

    def meet(self, request: Request, line: Line) -> None:
        """Pass a request on, or not, as its fault says."""
        with self.in_hand():
            fault = self.fault()
            if fault == "request lost":
                return
            if fault == "delayed":
                time.sleep(DELAY_S)
            if fault == BUSY:
                line.give(BUSY_ANSWER)
            elif request.is_stream:
                self._stream(request, line)
            else:
                self._exchange(fault, request, line)

    def _exchange(self, fault: str, request: Request, line: Line) -> None:
        """Forward a request, and pass its answer on unless the fault prevents it."""
        forward = partial(self.forward, request)
        if fault == "sent twice at once":
            Thread(target=self._once_more, args=(forward,), daemon=True).start()
        for _ in range(2 if fault == "repeated" else 1):
            answer = forward()
        if fault != "answer lost":
            line.give(answer, 0.5 if fault == "answer cut off" else 1.0)
        if fault == "repeated later":
            line.connection.shutdown(SHUT_RDWR)
            time.sleep(DELAY_S)
            forward()

    def _stream(self, request: Request, line: Line) -> None:
        if refused := self.relay(request, line, self.lines):
            line.give(refused)

    def _once_more(self, forward: Callable[[], Any]) -> None:
        """Forward a request again, and ignore what comes of it."""
        with self.in_hand(), suppress(OSError, http.client.HTTPException):
            forward()


@contextmanager
def bad_network(upstream: int, rate: float, seed: int, faults: Sequence[str] = FAULTS) -> Iterator[Network]:
    """Yield a proxy on a free port."""
    network = Network(upstream, rate, seed, faults)
    with network.open():
        yield network
