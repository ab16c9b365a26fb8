"""Defines imports of other programs' files, and what they bring. docs/positions.md lists what is read."""

from typing import Final

from domain.core.kinds import json_value
from service.records.imports import SOURCES
from service.schemas.fields import KindField, Reference, always, choice, flag, nested, objects, sometimes, string, whole
from service.schemas.messages import SEATS
from service.schemas.new_games import ChosenDrawSchema
from service.schemas.shapes import Answer, Strict, reference

WRITER: Final = "The program that wrote the file."
FILE: Final = {"type": "object", "additionalProperties": True}


class ForeignFileSchema(Strict):
    """A file of another program."""

    source = choice(SOURCES, always(WRITER) | {"data_key": "from"})
    document = KindField(json_value(FILE), "The file, as JSON.")


class ImportedCommandSchema(Answer):
    """A command of a game that was imported."""

    seat = whole(*SEATS, "The seat whose command it is.")
    command = KindField(json_value(reference("Command")), "The command.")
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
