"""Records what the clients of a game send and are answered, while it is played."""

import re
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from http import HTTPStatus
from math import inf
from typing import Any, Final

from tests.linearizability.history import Operation
from tests.linearizability.model import Act, Read, Write

GAME: Final = re.compile(r"/v1/games/[^/?]+")
COMMANDS: Final = re.compile(r"/v1/games/[^/?]+/commands")
READS: Final = re.compile(r"/v1/games/[^/?]+(/legal-actions)?")
NUMBER: Final = re.compile(r"\d+")


@dataclass
class Call:
    """Holds one request, and its answer once that is there."""

    method: str
    path: str
    base: int | None
    count: int = 1
    status: int | None = None
    answer: Any = None

    @property
    def act(self) -> Act | None:
        """Return what the request did to the game's log or saw of it; None where the answer says nothing about it."""
        if self.method == "POST" and COMMANDS.fullmatch(self.path):
            return self._command()
        is_read = self.method == "GET" and READS.fullmatch(self.path) and self.status == HTTPStatus.OK
        return Read(self.answer["version"]) if is_read else None

    def _command(self) -> Act | None:
        if self.status is None:
            return Write(self.base, count=self.count)
        if self.status == HTTPStatus.CREATED:
            events = self.answer["events"]
            return Write(self.base, events[0]["version"], events[-1]["version"], mark_of(events))
        is_stale = self.status == HTTPStatus.PRECONDITION_FAILED and "version" in self.answer
        return Read(self.answer["version"], is_refusal=True) if is_stale else None


def mark_of(events: list[dict[str, Any]]) -> str:
    """Return what tells a version from another one of its number: the time of its first event."""
    newest = events[-1]["version"]
    return str(next(event["time"] for event in events if event["version"] == newest))


@dataclass
class Recorder:
    """Holds the history of one game; many threads add to it."""

    operations: list[Operation] = field(default_factory=list)

    @contextmanager
    def call(self, method: str, path: str, headers: Mapping[str, str], body: Any = None) -> Iterator[Call]:
        """Record a request from here to the end of the block; without an answer its outcome is unknown."""
        found = NUMBER.search(headers.get("If_Match", ""))
        several = body.get("commands", ()) if isinstance(body, dict) else ()
        call = Call(method, path, int(found[0]) if found else None, max(1, len(several)))
        began = time.monotonic()
        try:
            yield call
        finally:
            act = call.act
            if act is not None:
                self.add(began, act, is_certain=call.status is not None)

    def add(self, began: float, act: Act, *, is_certain: bool = True) -> None:
        """Add something that ends now, or of which nobody knows whether it was done."""
        self.operations.append(Operation(began, time.monotonic() if is_certain else inf, act))
