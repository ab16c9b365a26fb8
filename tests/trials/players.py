"""Provides callers that repeat a request until it is answered, and people at a table who also undo."""

import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from http.client import HTTPException
from typing import Any, Final

from tests.fuzz.faulty import Line, Player, Told
from tests.trials.met import Met

PATIENCE_S: Final = 10.0
"""A request is sent again after this long without an answer."""
ASK_AGAIN: Final = (429, 500, 502, 503)
LOOK_S: Final = 2.0
"""A person looks again after this long, whether or not there was news."""
MOST_UNDONE: Final = 5
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

    def once(self, method: str, path: str, headers: dict[str, str], body: Any) -> tuple[int, Any]:
        """Send a request once and note its answer or its failure."""
        if self.deadline.is_over():
            raise GaveUp(f"{method} {path}")
        began = time.monotonic()
        try:
            status, found = super().once(method, path, headers, body)
        except (OSError, HTTPException, ValueError):
            self.met.miss()
            raise
        self.met.answer(began, status, slug_of(found), is_timed=WAITING not in headers)
        return status, found

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
    def moved_at(self) -> int | None:
        """Return the version in which a finished undo moved the head, or None."""
        is_done = self.kind == "undo" and self.end["status"] == "finished"
        return int(self.end["result"]["version"]) if is_done else None


@dataclass
class Person(Player):
    """Represents a person at a table who builds if possible, and takes back a move with some probability.

    `heard` has the newest `version` of the game that there was news of.
    """

    line: Caller
    undoing: float = 0.0
    heard: Any = None
    asked: list[Asked] = field(default_factory=list)

    def choose(self, commands: list[Any]) -> Any:
        """Choose a command that builds something if there is one, so that games end."""
        building = [command for command in commands if command["type"].startswith("Build")]
        return self.rng.choice(building or commands)

    def rest(self, version: int) -> None:
        """Wait some seconds for news of the game."""
        until = time.monotonic() + LOOK_S
        while time.monotonic() < until and self.heard.version <= version:
            time.sleep(0.05)

    def send(self, commands: list[Any], version: int) -> Told:
        """Send a command, and sometimes undo it."""
        told = super().send(commands, version)
        if told.status == 201:
            self.line.met.accept()
            if len(self.asked) < MOST_UNDONE and self.rng.random() < self.undoing:
                self.undo()
        return told

    def undo(self) -> None:
        """Undo the newest command, where that takes no vote, and wait for the job."""
        path, key = f"/v1/games/{self.game}/undo", f"undo {self.seat} {len(self.asked)}"
        status, answer = self.line.ask("POST", path, self.token, {}, Idempotency_Key=key)
        if status in (200, 202):
            self.asked.append(Asked("undo", self.line.job(answer["job"], self.token)))
