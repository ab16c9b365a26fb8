"""Says who plays: callers that ask until they are answered, and people at a table who also undo."""

import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from http.client import HTTPException
from typing import Any, Final

from tests.fuzz.faulty import Line, Player, Told
from tests.trials.met import Met

PATIENCE_S: Final = 10.0
"""After so long without an answer a request is sent again."""
ASK_AGAIN: Final = (429, 500, 502, 503)
LOOK_S: Final = 2.0
"""A person looks again after so long, whether or not they heard of anything new."""
MOST_UNDONE: Final = 5
WAITING: Final = "Prefer"
"""A request with this header asks to be answered late."""
ENDED: Final = ("finished", "failed")


class GaveUp(Exception):
    """The time is up, and there is still no answer."""


@dataclass
class Deadline:
    """Holds when everybody gives up; it may be moved."""

    at: float = float("inf")

    def is_over(self) -> bool:
        """Return whether it has passed."""
        return time.monotonic() > self.at


@dataclass
class Caller(Line):
    """Represents a way to the API that keeps what it meets, and gives up at a deadline (raises GaveUp)."""

    met: Met = field(default_factory=Met)
    deadline: Deadline = field(default_factory=Deadline)
    busy: Sequence[int] = ASK_AGAIN
    limit_s: float = PATIENCE_S

    def once(self, method: str, path: str, headers: dict[str, str], body: Any) -> tuple[int, Any]:
        """One answer, noted."""
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
        """Return the document of a job once it has ended; one that is not known any more has the status `unknown`."""
        while job["status"] not in ENDED:
            status, job = self.ask("GET", f"/v1/jobs/{job['id']}", token, Prefer="wait=5")
            if status != 200:
                return {"status": "unknown", "problem": job}
        return job


def slug_of(answer: Any) -> str:
    """Return the problem that an answer tells; nothing where it tells none."""
    kind = answer.get("type") if isinstance(answer, dict) else None
    return kind.removeprefix("/problems/") if isinstance(kind, str) and kind.startswith("/problems/") else ""


@dataclass
class Asked:
    """Holds what was told about a job: its kind, and the document of its end."""

    kind: str
    end: dict[str, Any]

    @property
    def word(self) -> str:
        """Return what it was and how it ended, with the problem where there was one."""
        return f"{self.kind} {self.end['status']} {slug_of(self.end.get('problem'))}".strip()

    @property
    def moved_at(self) -> int | None:
        """Return the version in which an undo was told to have moved the head."""
        is_done = self.kind == "undo" and self.end["status"] == "finished"
        return int(self.end["result"]["version"]) if is_done else None


@dataclass
class Person(Player):
    """Holds somebody at a table, who builds rather than trades, and takes back a move with some probability.

    `heard` knows the newest `version` of the game that there is news of.
    """

    line: Caller
    undoing: float = 0.0
    heard: Any = None
    asked: list[Asked] = field(default_factory=list)

    def choose(self, commands: list[Any]) -> Any:
        """Rather something to build, so that games end."""
        building = [command for command in commands if command["type"].startswith("Build")]
        return self.rng.choice(building or commands)

    def rest(self, version: int) -> None:
        """Wait for news of the game."""
        until = time.monotonic() + LOOK_S
        while time.monotonic() < until and self.heard.version <= version:
            time.sleep(0.05)

    def send(self, commands: list[Any], version: int) -> Told:
        """Send a command, and sometimes take it back."""
        told = super().send(commands, version)
        if told.status == 201:
            self.line.met.accept()
            if len(self.asked) < MOST_UNDONE and self.rng.random() < self.undoing:
                self.undo()
        return told

    def undo(self) -> None:
        """Take back the newest command, where that takes no vote."""
        path, key = f"/v1/games/{self.game}/undo", f"undo {self.seat} {len(self.asked)}"
        status, answer = self.line.ask("POST", path, self.token, {}, Idempotency_Key=key)
        if status in (200, 202):
            self.asked.append(Asked("undo", self.line.job(answer["job"], self.token)))
