"""The fields of both tables of a data set: their types, units and meaning, and when the seat knows them."""

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

import pyarrow as pa

from domain.core.documents import Document

THEN: Final = "yes"
LATER: Final = "no"
"""Says that a seat did not know a field when it chose, so that a program that plays fairly must not see it."""


class Field(NamedTuple):
    """Describes a field: its name, type and unit, what it means, and whether the seat knew it when it chose."""

    name: str
    kind: Any
    unit: str
    meaning: str
    known: str = THEN

    def document(self) -> Document:
        """Return the field as JSON."""
        return {
            "name": self.name,
            "type": str(self.kind),
            "unit": self.unit,
            "meaning": self.meaning,
            "known_to_the_seat": self.known,
        }


def _list(kind: Any, width: int = -1) -> Any:
    """Return the type of a list; its items are called as they will be in the file."""
    return pa.list_(pa.field("element", kind), width)


GAMES: Final = (
    Field("game", pa.int32(), "number", "The number of the game in this data set, from 0."),
    Field("seed", pa.string(), "text", "The seed of the game: whoever has it computes every draw.", LATER),
    Field("agents", _list(pa.string()), "ids", "Who played, by seat.", LATER),
    Field("commands", pa.int32(), "count", "How many commands were carried out.", LATER),
    Field("decisions", pa.int32(), "count", "How many rows of the other table belong to the game.", LATER),
    Field("turns", pa.int16(), "count", "The number of the last turn.", LATER),
    Field("winners", _list(pa.int8()), "seats", "Who won; null if the game was broken off.", LATER),
    Field("points", _list(pa.int16()), "points", "The final points, by seat; null if it was broken off.", LATER),
)


def decision_fields(width: int) -> Sequence[Field]:
    """Return the fields of decisions, for observations of so many columns."""
    return (
        Field("game", pa.int32(), "number", "The game, as in the table of games."),
        Field("step", pa.int32(), "number", "The number of the decision in its game, from 0; passes count.", LATER),
        Field("version", pa.int32(), "number", "The version of the game: 1 at first, one more for every command."),
        Field("turn", pa.int16(), "number", "The turn, counted over all seats; 0 before the first."),
        Field("seat", pa.int8(), "seat", "Who had to choose, and whose observation this is."),
        Field("agent", pa.string(), "id", "Who played the seat."),
        Field("must_act", pa.bool_(), "yes or no", "False where the seat may pass, which is action 0."),
        Field(
            "observation",
            _list(pa.int32(), width),
            "see the columns",
            "What the seat saw, and nothing else. Columns that tell each seat something else are 0 where the seat "
            "does not see them: the data sheet lists them.",
        ),
        Field("legal", _list(pa.int32()), "actions", "The numbers of the legal actions: those whose mask is 1."),
        Field(
            "action",
            pa.int32(),
            "action",
            "The action that was taken, the first that stands for the command; null if no action does.",
        ),
        Field("command", pa.string(), "JSON", "The command that was sent, exactly; null if the seat passed."),
        Field("reward", pa.float32(), "reward", "1 if the seat won, -1 if not; null if broken off.", LATER),
        Field("points", pa.int16(), "points", "The final points of the seat; null if broken off.", LATER),
    )


def schema_of(fields: Sequence[Field]) -> Any:
    """Return the schema of a table, in which each field says what it means."""
    return pa.schema([pa.field(field.name, field.kind, metadata=field.document()) for field in fields])
