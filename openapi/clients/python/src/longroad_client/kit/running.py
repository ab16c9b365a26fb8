"""Lets a client play a scenario: its game, the proxy, its process and its end, and its result."""

from __future__ import annotations

import os
import signal
import subprocess
import time
from collections import Counter
from collections.abc import Sequence
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from http.client import HTTPException
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from threading import Lock
from typing import Any, Final

from longroad_client.kit.cases import Case
from longroad_client.kit.checks import Complaint, complaints
from longroad_client.kit.exchanges import Exchange, Log
from longroad_client.kit.faults import Passage
from longroad_client.kit.hosting import Kit, Table, table
from longroad_client.kit.passing import Answer, Line, Proxy, Request
from longroad_client.kit.scenarios import Scenario

LOOK_S: Final = 0.02
FAREWELL_S: Final = 5.0
LAST: Final = 2000
"""Limits how many characters of a client's output are kept; they are the last ones."""
AGAIN: Final = 0.3
"""Sets the probability with which a request meets the fault if it is not the first of its kind."""


@dataclass(frozen=True)
class Result:
    """Holds the result of a scenario: complaints, or why it was not played (`skipped`) or not judged (`trouble`)."""

    scenario: Scenario
    seconds: float = 0.0
    complaints: Sequence[Complaint] = ()
    skipped: str = ""
    trouble: str = ""
    wrote: str = ""
    requests: int = 0
    faults: int = 0

    @property
    def verdict(self) -> str:
        """Return `passed`, `failed`, `skipped` or `error`."""
        if self.trouble:
            return "error"
        return "failed" if self.complaints else "skipped" if self.skipped else "passed"


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
            if scenario.hits is None or not scenario.hits(exchange) or self._met[kind] >= scenario.most:
                return False
            sent = self.log.exchanges[: exchange.number - 1]
            before = next((each for each in reversed(sent) if each.is_same(exchange)), None)
            is_again = before is not None and before.fault != ""  # one that is sent again gets through
            if scenario.is_rare and self._met[kind] and (is_again or self._rng.random() > AGAIN):
                return False
            self._met[kind] += 1
            return True


class Elsewhere(Proxy):
    """Represents another host, which keeps what is sent to it and has nothing to give."""

    def __init__(self, log: Log) -> None:
        super().__init__("")
        self.log = log

    def meet(self, request: Request, line: Line) -> None:
        """Keep a request, and answer that there is nothing."""
        self.log.elsewhere.append(request)
        line.give(Answer(404, {"Content-Type": "application/json"}, b"{}"))


def play_scenario(kit: Kit, scenario: Scenario) -> Result:
    """Let the client play a scenario, and return its result."""
    if kit.start not in scenario.starts:
        return Result(scenario, skipped=scenario.unmet)
    watch = Watch(kit.client.url, scenario, kit.seed)
    with ExitStack() as stack:
        place = Path(stack.enter_context(TemporaryDirectory(prefix="longroad-kit-")))
        stack.enter_context(watch.open())
        stack.enter_context(watch.elsewhere.open())
        game = stack.enter_context(table(kit, scenario.pause_s))
        watch.log.credentials |= {game.token, game.owner} - {""}
        began = time.monotonic()
        code, wrote = _ran(kit, watch, game, place / "output")
        seconds = time.monotonic() - began
        owners = {game.id: game.owner} if game.id else watch.log.games
        games = {name: kit.client.with_token(owner or None).get_game(name) for name, owner in owners.items()}
    limits = {"seconds": seconds, "idle_s": kit.idle_s, "limit_s": kit.limit_s}
    return _judge(Case(scenario, watch.log, code, game.token, games=games, **limits), wrote)


def _judge(case: Case, wrote: str) -> Result:
    counts = {"requests": len(case.log.exchanges), "faults": len(case.faulty)}
    said: dict[str, Any] = {"seconds": case.seconds, "wrote": wrote, **counts}
    if case.code is None and case.scenario.finishes and (others := _others(case)):
        return Result(case.scenario, trouble=others, **said)
    found = complaints(case)
    is_unmet = case.scenario.hits is not None and not case.faulty
    return Result(case.scenario, complaints=found, skipped=case.scenario.unmet if is_unmet else "", **said)


def _ran(kit: Kit, watch: Watch, game: Table, output: Path) -> tuple[int | None, str]:
    """Run the client to its end; returns its exit code, None if it had to be ended, and what it wrote last."""
    told = {"url": watch.url, "game": game.id, "seat": "0" if game.token else "", "token": game.token}
    told |= {"ruleset": kit.ruleset, "seed": kit.seed}
    words = list(kit.command)
    for name, value in told.items():
        words = [word.replace(f"{{{name}}}", value) for word in words]
    environment = {**os.environ, **{f"LONGROAD_{name.upper()}": value for name, value in told.items()}}
    with output.open("wb") as file:
        process = subprocess.Popen(
            words, env=environment, stdout=file, stderr=file, stdin=subprocess.DEVNULL, start_new_session=True
        )
        code = _await_end(process, kit, watch)
    return code, output.read_text(errors="replace")[-LAST:]


def _await_end(process: subprocess.Popen[bytes], kit: Kit, watch: Watch) -> int | None:
    until = time.monotonic() + kit.limit_s
    while process.poll() is None:
        may_end = not watch.scenario.finishes and any(each.fault for each in watch.log.exchanges)
        idle_s = min(kit.idle_s, FAREWELL_S) if may_end else kit.idle_s
        if time.monotonic() > until or watch.log.now() - watch.log.active > idle_s:
            _end(process)
            return None
        time.sleep(LOOK_S)
    return process.returncode


def _end(process: subprocess.Popen[bytes]) -> None:
    """End the client and all that it started."""
    for name in (signal.SIGTERM, signal.SIGKILL):
        with suppress(ProcessLookupError):
            os.killpg(process.pid, name)
        with suppress(subprocess.TimeoutExpired):
            process.wait(FAREWELL_S)
            return


def _others(case: Case) -> str:
    """Return whom a game waits for if it is none of the client's doing, or an empty text."""
    for game in case.games.values():
        waits = [row["seat"] for row in game["awaiting"]] if game["status"] == "running" else []
        kinds = {game["seats"][seat]["kind"] for seat in waits}
        if waits and kinds == {"ai"}:
            return f"game {game['id']} waits for seat {waits[0]}, an agent of the server: do its workers run?"
    return ""
