"""Defines the agenda: a stack of frames, each with the seats that still have to act. There are no mode flags."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from domain.core.documents import Document, JsonObject, JsonValue
from domain.core.kinds import Kind, seat_mask
from domain.core.messages import Field, Message


class Frame(NamedTuple):
    """Holds one open obligation: its kind, the mask of seats still to act, and a number that the kind defines."""

    kind: int
    seats: int
    data: int = 0


Agenda = tuple[Frame, ...]


def agenda_of(values: Sequence[Sequence[int]]) -> Agenda:
    """Return an agenda from the numbers of its frames."""
    return tuple([Frame(*frame) for frame in values])


@dataclass(slots=True)
class AgendaSet:
    """Sets who has to act now, bottom frame first; empty when the game is over."""

    frames: Agenda


class Awaited(NamedTuple):
    """Names a seat that may or must act, and its frame; `must` is false if play can go on without it."""

    seat: int
    frame: str
    must: bool


class Members(NamedTuple):
    """Describes how the number of a kind of frame encodes named members.

    `kinds` has the kind of value of each member; `split` turns the number into their values, in that order, `join`
    back.
    """

    kinds: Mapping[str, Kind]
    split: Callable[[int], Sequence[int]]
    join: Callable[[Sequence[int]], int]


def member(name: str, kind: Kind) -> Members:
    """Return the number of a frame as one member."""
    return Members({name: kind}, lambda number: (number,), lambda values: values[0])


def two_members(first: str, one: Kind, second: str, other: Kind, base: int) -> Members:
    """Return the number of a frame as two members: the quotient and the remainder of a division by `base`."""
    kinds = {first: one, second: other}
    return Members(kinds, lambda number: divmod(number, base), lambda values: values[0] * base + values[1])


class FramesKind(Kind):
    """Encodes the agenda as JSON; `shapes` are the JSON Schemas of its frames by their names."""

    def __init__(
        self,
        shapes: Mapping[str, JsonObject],
        encode: Callable[[Sequence[Frame]], list[JsonObject]],
        decode: Callable[[JsonValue], tuple[Frame, ...]],
    ) -> None:
        super().__init__({"type": "array", "items": {"oneOf": list(shapes.values())}}, encode, decode)
        self.shapes = shapes


class Frames:
    """Describes all kinds of frames of a ruleset: their names, and the members that their numbers encode."""

    def __init__(self, names: Mapping[int, str], members: Mapping[int, Members], most: int) -> None:
        """`most` is the largest number of seats. The number of a frame without `members` has no meaning."""
        bare = Members({}, lambda number: (), lambda values: 0)
        self._names = names
        self._numbers = {name: number for number, name in names.items()}
        self._members = {number: members.get(number, bare) for number in names}
        self._seats = seat_mask(most)
        shapes = {name: self._shape(number, name) for number, name in names.items()}
        self.kind = FramesKind(shapes, self.documents, lambda found: tuple(map(self._frame, found)))

    def message(self) -> Message[AgendaSet]:
        """Return the row of `AgendaSet` in the table of a ruleset's events."""
        return Message(AgendaSet, (Field("frames", self.kind),), upcasters=(self.upcast,))

    def documents(self, agenda: Sequence[Frame]) -> list[JsonObject]:
        """Return the agenda as views and events show it, the bottom frame first."""
        return [self._document(frame) for frame in agenda]

    def upcast(self, fields: JsonObject) -> JsonObject:
        """Upcast an `AgendaSet` of schema 1, in which every frame has its number as `data`, to schema 2."""
        frames = [
            Frame(self._numbers[document["frame"]], self._seats.decode(document["seats"]), document["data"])
            for document in fields["frames"]
        ]
        return fields | {"frames": self.documents(frames)}

    def _document(self, frame: Frame) -> JsonObject:
        kinds, split, _ = self._members[frame.kind]
        said = {name: kind.encode(value) for (name, kind), value in zip(kinds.items(), split(frame.data), strict=True)}
        return {"frame": self._names[frame.kind], "seats": self._seats.encode(frame.seats), **said}

    def _frame(self, document: Document) -> Frame:
        number = self._numbers[document["frame"]]
        kinds, _, join = self._members[number]
        data = join([kind.decode(document[name]) for name, kind in kinds.items()])
        return Frame(number, self._seats.decode(document["seats"]), data)

    def _shape(self, number: int, name: str) -> JsonObject:
        said = {name: kind.schema for name, kind in self._members[number].kinds.items()}
        properties = {"frame": {"type": "string", "enum": [name]}, "seats": self._seats.schema, **said}
        return {"type": "object", "properties": properties, "required": list(properties)}
