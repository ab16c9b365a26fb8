"""Provides the proxy of a scenario: it keeps a log, and lets chosen requests meet the fault of the scenario."""

from __future__ import annotations

from collections import Counter
from http.client import HTTPException
from random import Random
from threading import Lock
from typing import Final

from longroad_client.kit.exchanges import Exchange, Log
from longroad_client.kit.passage import Passage
from longroad_client.kit.passing import Answer, Line, Proxy, Request
from longroad_client.kit.scenarios import Scenario

AGAIN: Final = 0.3
"""Says how often a request meets the fault that is not the first of its kind."""


class Watch(Proxy):
    """Represents the proxy between a client and the server in one scenario."""

    def __init__(self, upstream: str, scenario: Scenario, seed: str) -> None:
        super().__init__(upstream)
        self.scenario = scenario
        self.log = Log()
        self.elsewhere = Elsewhere(self.log)
        self._rng = Random(f"{seed} {scenario.name}")
        self._met: Counter[str] = Counter()
        self._lock = Lock()

    def meet(self, request: Request, line: Line) -> None:
        """Note a request, and let it meet the fault, or the server."""
        kept = {name: value for name, value in request.headers.items() if name.lower() != "accept-encoding"}
        exchange = self.log.begin(request._replace(headers=kept))
        passage = Passage(self, self.log, exchange, line, self.elsewhere.url)
        try:
            if self._is_chosen(exchange):
                exchange.fault = self.scenario.name
                self.scenario.fault(passage)
            else:
                passage.plainly()
        except HTTPException:
            passage.give(Answer(502, {}, b""))

    def _is_chosen(self, exchange: Exchange) -> bool:
        """Return whether a request meets the fault: the first of a kind does, and some of the others."""
        scenario, kind = self.scenario, f"{exchange.method} {exchange.kind}"
        with self._lock:
            if not scenario.hits(exchange) or self._met[kind] >= scenario.most:
                return False
            if scenario.is_rare and self._met[kind] and (self._is_again(exchange) or self._rng.random() > AGAIN):
                return False
            self._met[kind] += 1
            return True

    def _is_again(self, exchange: Exchange) -> bool:
        """Return whether the same request has just met the fault: one that is sent again gets through."""
        before = next((each for each in self.log.earlier(exchange) if each.is_same(exchange)), None)
        return before is not None and before.fault != ""


class Elsewhere(Proxy):
    """Represents another host, which keeps what is sent to it and has nothing to give."""

    def __init__(self, log: Log) -> None:
        super().__init__("")
        self.log = log

    def meet(self, request: Request, line: Line) -> None:
        """Keep a request, and answer that there is nothing."""
        self.log.elsewhere.append(request)
        line.give(Answer(404, {"Content-Type": "application/json"}, b"{}"))
