"""Defines imports and exports of other programs' files. docs/positions.md lists what is read and written."""

from typing import Any, Final

from domain.core.kinds import Kind, array, json_value
from service.records.exports import TARGETS
from service.records.foreign import MOST_LISTED
from service.records.imports import SOURCES
from service.schemas.fields import KindField, Reference, always, choice, flag, nested, objects, sometimes, string, whole
from service.schemas.messages import SEATS, SHOWN
from service.schemas.new_games import ChosenDrawSchema
from service.schemas.positions import PositionBodySchema
from service.schemas.shapes import Answer, Strict, reference

WRITER: Final = "The program that wrote the file."


def _object(value: Any) -> dict[str, Any]:
    """Return an object as it is; raises ValueError for anything else."""
    if not isinstance(value, dict):
        raise ValueError("not an object")
    return value


FILE: Final = Kind({"type": "object", "additionalProperties": True}, dict, _object)
"""Represents a file, which its reader checks."""
EVENT: Final = Kind(SHOWN.schema, dict, _object)


class ForeignFileSchema(Strict):
    """A file of another program."""

    source = choice(SOURCES, always(WRITER) | {"data_key": "from"})
    document = KindField(FILE, "The file as JSON, as the program writes it.")


class ImportedCommandSchema(Answer):
    """A command of a game that was imported."""

    seat = whole(*SEATS, "The seat whose command it is.")
    command = KindField(json_value(reference("Command")), "The command, as the seat would send it.")
    draws = objects(ChosenDrawSchema, sometimes("What its draws bring. Absent if nothing is drawn."))


class ImportedGameSchema(Answer):
    """A game of another program, as the commands that play it here."""

    start = Reference("PositionDocument", "The position at which the commands begin.")
    commands = objects(ImportedCommandSchema, "The commands in order, as far as the rules here allow them.")
    whole = flag("Whether they lead to the position of the file.")


class LossSchema(Answer):
    """Something that cannot be carried over."""

    pointer = string("Where it is in the request, as a JSON pointer.")
    code = string("What it is, as a code.")
    message = string("What it is, in words.")


class ImportedSchema(Answer):
    """What a file of another program brings."""

    source = choice(SOURCES, always(WRITER) | {"data_key": "from"})
    position = Reference(
        "PositionDocument", sometimes("The position of the file. Absent if the rules here allow no such position.")
    )
    game = nested(ImportedGameSchema, sometimes("The game. Absent if the file holds only a position."))
    lost = objects(LossSchema, "What cannot be carried over; nothing is guessed in its place.")


class ForeignWishSchema(PositionBodySchema):
    """A position, and perhaps the game that led to it, to write for another program."""

    to = choice(TARGETS, always("The program to write for."))
    events = KindField(
        array(EVENT, MOST_LISTED),
        sometimes("The events of the game from its beginning to the position, as the list of its events shows them."),
    )


class ExportedSchema(Answer):
    """A file for another program."""

    to = choice(TARGETS, "The program that the file is for.")
    document = KindField(FILE, "The file as JSON, as the program writes it.")
    lost = objects(LossSchema, "What the file cannot hold.")
