"""Provides callers that repeat a request until it is answered, and people at a table who also undo and vote."""

import time
from collections.abc import Sequence
from contextlib import AbstractContextManager, suppress
from dataclasses import dataclass, field, replace
from http import HTTPStatus
from http.client import HTTPException
from typing import Any, Final

from tests.fuzz.faulty import Line, Player, Told
from tests.linearizability.model import Write
from tests.linearizability.recording import Call, Recorder
from tests.trials.met import Met
from tests.trials.votes import Votes

PATIENCE_S: Final = 10.0
"""A request is sent again after this long without an answer."""
ASK_AGAIN: Final = (429, 500, 502, 503)
LOOK_S: Final = 2.0
"""A person looks again after this long, whether or not there was news."""
MOST_UNDONE: Final = 5
MOST_DENIED: Final = 10
DROPPED_WITHIN_S: Final = 0.3
"""A person who drops a command hangs up within this time, whether or not an answer has come."""
WAITING: Final = "Prefer"
"""A request with this header wants a late answer, so its time is not measured."""
ENDED: Final = ("finished", "failed")


class GaveUp(Exception):
    """Says that the deadline has passed and there is still no answer."""


@dataclass
class Deadline:
    """Holds the time at which everybody gives up; it may be moved."""

    at: float = float("inf")

    def is_over(self) -> bool:
        """Return whether the deadline has passed."""
        return time.monotonic() > self.at


@dataclass
class Caller(Line):
    """Represents a line to the API that notes what it meets and raises GaveUp at its deadline."""

    met: Met = field(default_factory=Met)
    deadline: Deadline = field(default_factory=Deadline)
    busy: Sequence[int] = ASK_AGAIN
    limit_s: float = PATIENCE_S
    ports: Sequence[int] = ()
    recorder: Recorder | None = None

    def ask(self, method: str, path: str, token: str | None, body: Any = None, **headers: str) -> tuple[int, Any]:
        """Return status and body of the answer, however often it takes to get one, and record it."""
        if self.recorder is None:
            return super().ask(method, path, token, body, **headers)
        with self.recorder.call(method, path, headers, body) as call:
            call.status, call.answer = super().ask(method, path, token, body, **headers)
            return call.status, call.answer

    def once(self, method: str, path: str, headers: dict[str, str], body: Any) -> tuple[int, Any]:
        """Send a request once and note its answer or its failure."""
        if self.deadline.is_over():
            raise GaveUp(f"{method} {path}")
        began = time.monotonic()
        try:
            status, found = super().once(method, path, headers, body)
        except (OSError, HTTPException, ValueError):
            self.met.miss()
            self.roam()
            raise
        if status >= HTTPStatus.INTERNAL_SERVER_ERROR:
            self.roam()
        self.met.answer(began, status, slug_of(found), is_timed=WAITING not in headers)
        return status, found

    def roam(self) -> None:
        """Ask another host from now on, where there are several."""
        if self.ports:
            self.port = self.ports[(self.ports.index(self.port) + 1) % len(self.ports)]

    def job(self, job: dict[str, Any], token: str | None) -> dict[str, Any]:
        """Wait until a job has ended and return its document; its status is `unknown` if the service forgot it."""
        while job["status"] not in ENDED:
            status, job = self.ask("GET", f"/v1/jobs/{job['id']}", token, Prefer="wait=5")
            if status != 200:
                return {"status": "unknown", "problem": job}
        return job


def slug_of(answer: Any) -> str:
    """Return the slug of the problem in an answer, or an empty string if the answer is no problem."""
    kind = answer.get("type") if isinstance(answer, dict) else None
    return kind.removeprefix("/problems/") if isinstance(kind, str) and kind.startswith("/problems/") else ""


@dataclass
class Asked:
    """Holds the kind of a request beside the commands, and the document with which it ended."""

    kind: str
    end: dict[str, Any]

    @property
    def word(self) -> str:
        """Return the kind and the outcome, with the slug of the problem if there was one."""
        return f"{self.kind} {self.end['status']} {slug_of(self.end.get('problem'))}".strip()

    @property
    def is_unknown_undo(self) -> bool:
        """Return whether it is an undo of which the queues cannot say any more how it ended."""
        has_no_result = self.end["status"] == "unknown" or slug_of(self.end.get("problem")) == "job_failed"
        return self.kind == "undo" and has_no_result

    @property
    def moved_at(self) -> int | None:
        """Return the version in which a finished undo moved the head, or None."""
        is_done = self.kind == "undo" and self.end["status"] == "finished"
        return int(self.end["result"]["version"]) if is_done else None


@dataclass
class Person(Player):
    """Represents a person at a table who builds if possible, and takes back a move with some probability.

    `heard` has the newest `version` of which the stream brought news. A person thinks for `pace_s` seconds before each
    look, answers the open `votes`, goes to another host with the probability `roaming`, and drops a command, which is
    sent once and not waited for, with the probability `dropping`.
    """

    line: Caller
    undoing: float = 0.0
    heard: Any = None
    pace_s: float = 0.0
    dropping: float = 0.0
    roaming: float = 0.0
    votes: Votes | None = None
    asked: list[Asked] = field(default_factory=list)
    denied: list[str] = field(default_factory=list)

    def choose(self, commands: list[Any]) -> Any:
        """Choose a command that builds something if there is one, so that games end."""
        building = [command for command in commands if command["type"].startswith("Build")]
        return self.rng.choice(building or commands)

    def step(self) -> bool:
        """Think, answer the open votes, and look at the game."""
        time.sleep(self.pace_s)
        if self.rng.random() < self.roaming:
            self.line.roam()
        if self.votes is not None:
            self.votes.answer(self)
        return super().step()

    def bear(self, status: int, answer: Any) -> bool:
        """Note that the service did not know the game; return whether to ask again, a limited number of times."""
        self.denied.append(f"{time.strftime('%H:%M:%S')} {status} {slug_of(answer)}")
        time.sleep(LOOK_S)
        return len(self.denied) < MOST_DENIED

    def rest(self, version: int) -> None:
        """Wait some seconds for news of the game."""
        until = time.monotonic() + LOOK_S
        while time.monotonic() < until and self.heard.version <= version:
            time.sleep(0.05)

    def send(self, commands: list[Any], version: int) -> Told:
        """Send a command, and sometimes undo it."""
        if self.rng.random() < self.dropping:
            return self.drop(commands)
        told = super().send(commands, version)
        if told.status == HTTPStatus.CREATED:
            self.line.met.accept(self.game)
            if len(self.asked) < MOST_UNDONE and self.rng.random() < self.undoing:
                self.undo()
        return told

    def undo(self) -> None:
        """Undo the newest command, where that takes no vote, and wait for the job."""
        path, key = f"/v1/games/{self.game}/undo", f"undo {self.seat} {len(self.asked)}"
        began = time.monotonic()
        status, answer = self.line.ask("POST", path, self.token, {}, Idempotency_Key=key)
        if status in (200, 202):
            self.asked.append(Asked("undo", self.line.job(answer["job"], self.token)))
            self._record(began, self.asked[-1].moved_at)
        elif status == HTTPStatus.CREATED and self.votes is not None:
            self.asked.append(Asked("undo", {"status": "voted on"}))
            self.votes.note(answer["vote"])

    def _record(self, began: float, moved_at: int | None) -> None:
        if self.line.recorder is not None and moved_at is not None:
            self.line.recorder.add(began, Write(first=moved_at, last=moved_at))

    def drop(self, commands: list[Any]) -> Told:
        """Send a command once and hang up early; the checks at the end find out what became of it."""
        path, key, body = f"/v1/games/{self.game}/commands", f"{self.seat}-{len(self.told)}", self._body(commands)
        line = replace(self.line, limit_s=self.rng.uniform(0.01, DROPPED_WITHIN_S))
        status, events = 0, []
        with self._recorded(path, body) as call, suppress(OSError, HTTPException, ValueError):
            sent = {"Content-Type": "application/json", "Authorization": f"Bearer {self.token}", "Idempotency-Key": key}
            found, answer = line.once("POST", path, sent, body)
            if found < HTTPStatus.INTERNAL_SERVER_ERROR:
                call.status, call.answer = status, _ = found, answer
                events = answer["events"] if found == HTTPStatus.CREATED else []
        self.told.append(Told(path, key, body, False, status, events))
        return self.told[-1]

    def _recorded(self, path: str, body: Any) -> AbstractContextManager[Call]:
        recorder = self.line.recorder or Recorder()
        return recorder.call("POST", path, {}, body)
