"""Lets a client play a scenario: its game, the proxy, its process and its end, and its result."""

from __future__ import annotations

import os
import signal
import subprocess
import time
from collections.abc import Mapping, Sequence
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any, Final

from longroad_client.kit.case import Case
from longroad_client.kit.checks import Complaint, complaints
from longroad_client.kit.exchanges import Log
from longroad_client.kit.scenarios import Scenario, never
from longroad_client.kit.tables import Table, Wish, table
from longroad_client.kit.watching import Watch

if TYPE_CHECKING:
    from longroad_client import Client

LOOK_S: Final = 0.02
FAREWELL_S: Final = 5.0
LAST: Final = 2000
"""Says how many characters of what a client wrote are kept, the last ones."""


@dataclass(frozen=True)
class Kit:
    """Says what is tried, how, and on which server; `start` is how the client comes to its seat."""

    client: Client
    command: Sequence[str]
    start: str
    wish: Wish = field(default_factory=Wish)
    seed: str = "0"
    idle_s: float = 30.0
    limit_s: float = 300.0


@dataclass(frozen=True)
class Result:
    """Is the result of a scenario: complaints, or why it was not played (`skipped`) or not judged (`trouble`)."""

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


def play_scenario(kit: Kit, scenario: Scenario) -> Result:
    """Let the client play a scenario, and return its result."""
    if kit.start not in scenario.starts:
        return Result(scenario, skipped=scenario.unmet)
    watch = Watch(kit.client.url, scenario, kit.seed)
    with ExitStack() as stack:
        place = Path(stack.enter_context(TemporaryDirectory(prefix="longroad-kit-")))
        stack.enter_context(watch.open())
        stack.enter_context(watch.elsewhere.open())
        game = stack.enter_context(table(kit.client, kit.wish, kit.start, scenario.pause_s, kit.seed))
        watch.log.credentials |= {game.token, game.owner} - {""}
        began = time.monotonic()
        code, wrote = _ran(kit, watch, game, place / "output")
        seconds = time.monotonic() - began
        games = _games(kit.client, watch.log, game)
    limits = {"seconds": seconds, "idle_s": kit.idle_s, "limit_s": kit.limit_s}
    return _judge(Case(scenario, watch.log, code, game.token, games=games, **limits), wrote)


def _judge(case: Case, wrote: str) -> Result:
    said: dict[str, Any] = {
        "seconds": case.seconds,
        "requests": len(case.log.exchanges),
        "faults": len(case.faulty),
        "wrote": wrote,
    }
    if case.code is None and case.scenario.finishes and (others := _others(case)):
        return Result(case.scenario, trouble=others, **said)
    found = complaints(case)
    is_unmet = case.scenario.hits is not never and not case.faulty
    return Result(case.scenario, complaints=found, skipped=case.scenario.unmet if is_unmet else "", **said)


def _ran(kit: Kit, watch: Watch, game: Table, output: Path) -> tuple[int | None, str]:
    """Run the client to its end; returns its exit code, None if it had to be ended, and what it wrote last."""
    told = places(kit, watch.url, game)
    environment = {**os.environ, **{f"LONGROAD_{name.upper()}": value for name, value in told.items()}}
    with output.open("wb") as file:
        process = subprocess.Popen(
            fill_places(kit.command, told), env=environment, stdout=file, stderr=file, stdin=subprocess.DEVNULL,
            start_new_session=True,
        )  # fmt: skip
        code = _await_end(process, kit, watch)
    return code, output.read_text(errors="replace")[-LAST:]


def _await_end(process: subprocess.Popen[bytes], kit: Kit, watch: Watch) -> int | None:
    until = time.monotonic() + kit.limit_s
    while process.poll() is None:
        if time.monotonic() > until or watch.log.now() - watch.log.active > _idle_s(kit, watch):
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


def _idle_s(kit: Kit, watch: Watch) -> float:
    """Return for how many seconds the client may do nothing: not so long once it may end."""
    is_done = not watch.scenario.finishes and any(each.fault for each in watch.log.exchanges)
    return min(kit.idle_s, FAREWELL_S) if is_done else kit.idle_s


def places(kit: Kit, url: str, game: Table) -> Mapping[str, str]:
    """Return what a client is given, by the names that stand for it in its command line."""
    known = {"url": url, "game": game.id, "seat": "0" if game.token else "", "token": game.token}
    return known | {"ruleset": kit.wish.ruleset, "seed": kit.seed}


def fill_places(command: Sequence[str], told: Mapping[str, str]) -> list[str]:
    """Return a command line with what stands for its places, such as `{url}`."""
    words = list(command)
    for name, value in told.items():
        words = [word.replace(f"{{{name}}}", value) for word in words]
    return words


def _games(client: Client, log: Log, game: Table) -> dict[str, Any]:
    """Return the games of the client as they stand."""
    known = {game.id: game.owner} if game.id else log.games
    return {name: client.with_token(token or None).get_game(name) for name, token in known.items()}


def _others(case: Case) -> str:
    """Return whom a game waits for if it is none of the client's doing, or an empty text."""
    running = [game for game in case.games.values() if game["status"] == "running"]
    for game in running:
        waits = [row["seat"] for row in game["awaiting"]]
        kinds = {game["seats"][seat]["kind"] for seat in waits}
        if waits and kinds == {"ai"}:
            return f"game {game['id']} waits for seat {waits[0]}, an agent of the server: do its workers run?"
    return ""
