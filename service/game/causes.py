"""What a version came of: the command that was given and the draws that it took, kept in the version's header.

Nobody is shown a cause before the game is over. With the seed, causes prove every draw, and the whole game again.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import orjson

from domain.core.chance import Draw


@dataclass(frozen=True, slots=True)
class Cause:
    """The command, as JSON, of the seat in `seat` (None where no command was given), and the draws in order."""

    seat: int | None = None
    command: dict[str, Any] | None = None
    draws: Sequence[Draw] = ()

    @property
    def document(self) -> dict[str, Any]:
        """The cause as records hold it; members that say nothing are absent."""
        body: dict[str, Any] = {}
        if self.command is not None:
            body |= {"by": self.seat, "command": self.command}
        if self.draws:
            body["draws"] = [draw_document(draw) for draw in self.draws]
        return body

    def written(self) -> bytes:
        """The cause as a header holds it; empty where there is nothing to say."""
        body = self.document
        return orjson.dumps(body) if body else b""


NO_CAUSE: Final = Cause()


def read_cause(written: bytes) -> Cause:
    """The cause that a header holds."""
    return cause_of(orjson.loads(written)) if written else NO_CAUSE


def cause_of(body: Mapping[str, Any]) -> Cause:
    """A cause from its document; raises KeyError, TypeError or ValueError for one of another form."""
    draws = [
        Draw(str(d["stream"]), int(d["number"]), tuple(int(w) for w in d["weights"]), int(d["outcome"]))
        for d in body.get("draws", ())
    ]
    return Cause(body.get("by"), body.get("command"), draws)


def draw_document(draw: Draw) -> dict[str, Any]:
    """A draw as the API shows it."""
    return {"stream": draw.stream, "number": draw.n, "weights": list(draw.weights), "outcome": draw.outcome}
