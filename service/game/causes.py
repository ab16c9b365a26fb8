"""Keeps in each version's header why it came about: the command that was given and the random draws that it took.

Causes stay hidden until the game is over. With the seed they prove every draw, and that the game can be replayed.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import orjson

from domain.core.chance import Draw


@dataclass(frozen=True, slots=True)
class Cause:
    """Holds the command as JSON, the seat that gave it (None if there was no command), and the draws in order."""

    seat: int | None = None
    command: dict[str, Any] | None = None
    draws: Sequence[Draw] = ()

    @property
    def document(self) -> dict[str, Any]:
        """Return the cause in the form of records; empty members are left out."""
        body: dict[str, Any] = {}
        if self.command is not None:
            body |= {"by": self.seat, "command": self.command}
        if self.draws:
            body["draws"] = [draw_document(draw) for draw in self.draws]
        return body

    def written(self) -> bytes:
        """Serialize the cause for a version's header; an empty cause is empty bytes."""
        body = self.document
        return orjson.dumps(body) if body else b""


NO_CAUSE: Final = Cause()


def read_cause(written: bytes) -> Cause:
    """Parse the cause in a version's header."""
    return cause_of(orjson.loads(written)) if written else NO_CAUSE


def cause_of(body: Mapping[str, Any]) -> Cause:
    """Parse a cause; raises KeyError, TypeError or ValueError if it is malformed."""
    draws = [
        Draw(str(d["stream"]), int(d["number"]), tuple(int(w) for w in d["weights"]), int(d["outcome"]))
        for d in body.get("draws", ())
    ]
    return Cause(body.get("by"), body.get("command"), draws)


def draw_document(draw: Draw) -> dict[str, Any]:
    """Return a draw as the API shows it."""
    return {"stream": draw.stream, "number": draw.n, "weights": list(draw.weights), "outcome": draw.outcome}
