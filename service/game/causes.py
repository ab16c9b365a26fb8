"""Keeps in each version's header its cause: the command and the random draws.

Causes stay hidden until the game is over. With the seed they prove every draw, and that the game can be replayed.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import orjson

from domain.core.chance import Draw
from eventstore.records import Header


@dataclass(frozen=True, slots=True)
class Cause:
    """Holds the command as JSON, the seat that gave it (None if there was no command), and the draws in order."""

    seat: int | None = None
    command: dict[str, Any] | None = None
    draws: Sequence[Draw] = ()

    @property
    def document(self) -> dict[str, Any]:
        """Return the cause as a JSON object, as in records; empty members are left out."""
        body: dict[str, Any] = {}
        if self.command is not None:
            body |= {"by": self.seat, "command": self.command}
        if self.draws:
            body["draws"] = [draw_document(draw) for draw in self.draws]
        return body

    def write(self, seat: int | None) -> bytes:
        """Serialize the cause for the header of a version of a seat; an empty cause is empty bytes.

        It is a list: the command's type, its other members if it has any, and a list for each draw, in which a number
        stands for that many equal weights. If the command was given by another seat, it is the JSON object of
        `document`.
        """
        body = self.document
        if not body:
            return b""
        if self.command is None or self.seat != seat:
            return orjson.dumps(body)
        members = {name: value for name, value in self.command.items() if name != "type"}
        draws = [(draw.stream, draw.n, _short(draw.weights), draw.outcome) for draw in self.draws]
        return orjson.dumps([self.command["type"], *([members] if members else []), *draws])


NO_CAUSE: Final = Cause()


def read_cause(header: Header) -> Cause:
    """Parse the cause in a version's header, in either form."""
    body = orjson.loads(header.cause) if header.cause else {}
    if isinstance(body, dict):
        return cause_of(body) if body else NO_CAUSE
    kind, *rest = body
    members = rest.pop(0) if rest and isinstance(rest[0], dict) else {}
    draws = [Draw(stream, n, _long(weights), outcome) for stream, n, weights, outcome in rest]
    return Cause(header.seat, {"type": kind, **members}, draws)


def _short(weights: Sequence[int]) -> int | list[int]:
    return len(weights) if set(weights) == {1} else list(weights)


def _long(weights: int | list[int]) -> tuple[int, ...]:
    return (1,) * weights if isinstance(weights, int) else tuple(weights)


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
