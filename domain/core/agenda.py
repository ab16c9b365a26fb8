"""The agenda: a stack of frames, each naming who still has to act and on what; no mode flags."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from domain.core.kinds import Kind


class Frame(NamedTuple):
    """One open obligation: its kind, the mask of seats still to act, and one number that the kind explains."""

    kind: int
    seats: int
    data: int = 0


class Awaited(NamedTuple):
    """A seat that may or must act, in the frame named; `must` is false where play can go on without it."""

    seat: int
    frame: str
    must: bool


def frames_kind(names: Mapping[int, str], most: int) -> Kind:
    """How a stack of frames is written: bottom first, kinds by name, seats as numbers."""
    index = {name: number for number, name in names.items()}

    def encode(value: tuple[Frame, ...]) -> list[dict[str, Any]]:
        return [
            {"frame": names[f.kind], "seats": [s for s in range(most) if f.seats >> s & 1], "data": f.data}
            for f in value
        ]

    def decode(value: Any) -> tuple[Frame, ...]:
        return tuple(Frame(index[f["frame"]], sum(1 << s for s in f["seats"]), f["data"]) for f in value)

    frame = {
        "type": "object",
        "properties": {
            "frame": {"type": "string", "enum": list(names.values())},
            "seats": {"type": "array", "items": {"type": "integer"}},
            "data": {"type": "integer"},
        },
        "required": ["frame", "seats", "data"],
    }
    return Kind({"type": "array", "items": frame}, encode, decode)
