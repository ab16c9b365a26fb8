"""Defines records to import, in the shape in which a replay writes them as `json`."""

import re
from collections.abc import Mapping
from typing import Any, Final

from marshmallow import ValidationError, fields, validates_schema

from domain.core.kinds import OPTIONS, Kind, array, integer, json_value, text
from eventstore.log.codec import canonical
from eventstore.records import check_game
from service.faults import Fault
from service.problems import refusal
from service.records.replay import RECORD
from service.records.time_slices import Slices
from service.schemas.fields import (
    MOMENT,
    KindField,
    Pointed,
    always,
    choice,
    flag,
    or_null,
    sometimes,
    string,
    whole,
    words,
)
from service.schemas.messages import SAMPLE_TIME, VERSIONS
from service.schemas.new_games import FIRST_DRAWS, GIVEN, LISTED, PRIVATE, SEED, UNDO, GameDraftSchema
from service.schemas.positions import PositionBodySchema
from service.schemas.seats import AGENT_VERSION, LEVEL, SeatDraftSchema
from service.schemas.shapes import Answer, Inner, Listed, Strict
from service.table.events import LONGEST_MAP
from service.table.seat_events import MOST_AGENT_VERSION
from service.table.terms import ABSENT, LENT, MOST_SEATS, RESIGNED, SEAT_KINDS

MOST_EVENTS = 200  # per version; the rules make at most 100, the table a few more
MOST_DRAWS = 1000  # per version
UNFINISHED = ("open", "running")
ASKED = (
    *("ruleset", "map", "modules", "options", "seats"),
    *("undo", "private", "clock", "spectator_delay", "analyses", "hot_seat", "overdue_after_s", "offer_wait_s"),
    *("agent_talk", "agent_pace_ms", "fill", "stand_in", "phrases", "listed"),
)
OPTIONAL = ("clock", "spectator_delay", "fill", "stand_in")
_HASH = re.compile("[0-9a-f]{32}")
_SEED = re.compile("([0-9a-f]{2}){0,256}")
_COMMITMENT = re.compile("[0-9a-f]{64}")


def _matching(form: re.Pattern[str]) -> Kind:
    def decode(value: Any) -> str:
        if not isinstance(value, str) or not form.fullmatch(value):
            raise ValueError("of another form")
        return value

    return Kind({"type": "string", "pattern": f"^{form.pattern}$"}, str, decode)


def _place() -> Kind:
    def decode(value: Any) -> str:
        check_game(value if isinstance(value, str) else "")
        return str(value)

    return Kind({"type": "string", "pattern": "^[A-Za-z0-9_-]{1,64}$"}, str, decode)


def _object(needed: Mapping[str, Kind], description: str, **texts: str) -> Kind:
    def decode(value: Any) -> dict[str, Any]:
        if not isinstance(value, dict) or not needed.keys() <= value.keys():
            raise ValueError("not such an object")
        return value | {name: kind.decode(value[name]) for name, kind in needed.items()}

    properties = {name: kind.schema | {"description": texts[name]} for name, kind in needed.items()}
    schema = {"type": "object", "description": description, "properties": properties, "required": list(needed)}
    return Kind(schema, dict, decode)


EVENT = _object(
    {"type": text(64), "schema": integer(1, 2**31)},
    "An event with all its members, in the schema it was written in.",
    type="The type of the event.",
    schema="The number of the schema in which the event was written, counted from 1.",
)
EVENT.schema["additionalProperties"] = True
DRAW = _object(
    {
        "stream": text(64),
        "number": integer(0, 2**53),
        "weights": json_value({"type": "array", "items": {"type": "integer"}}),
        "outcome": integer(0, 2**31),
    },
    "A random draw that the version made.",
    stream="The name of the stream of chance, such as one for the dice.",
    number="The place of the draw in its stream, counted from 0.",
    weights="The relative probability of each possible outcome.",
    outcome="The outcome that was drawn, as an index into the weights from 0.",
)
_SEAT = {"$ref": "#/components/schemas/RecordSeat"}
DIGEST = or_null(_matching(_HASH))


class RecordSeatSchema(Answer):
    """Who played a seat, according to a record."""

    seat = whole(0, MOST_SEATS - 1, "The number of the seat, counted from 0.")
    kind = choice(SEAT_KINDS, "Who played the seat in the end: a person, an agent or a bot.")
    agent = string(sometimes("The id of the agent that played the seat in the end. Absent without one."))
    level = LEVEL
    agent_version = AGENT_VERSION
    left = choice(
        (RESIGNED, ABSENT, LENT), sometimes("Why an agent replaced the seat's holder. Absent if the holder played.")
    )


def _without_versions(name: str, chosen: Any) -> Any:
    """Return a member of an opened table as it was asked for, without the versions that its agents got."""
    if name == "seats" and isinstance(chosen, list):
        return [_without_version(seat) for seat in chosen]
    return _without_version(chosen) if name in ("fill", "stand_in") else chosen


def _without_version(chosen: Any) -> Any:
    if not isinstance(chosen, dict) or "agent" not in chosen:
        return chosen
    return {name: value for name, value in chosen.items() if name != "agent_version" or not _is_version(value)}


def _is_version(value: Any) -> bool:
    return type(value) is int and 1 <= value <= MOST_AGENT_VERSION


class RecordVersionSchema(Strict):
    """One version of a record."""

    version = whole(*VERSIONS, "The number of the version, counted from 1 without gaps.")
    seat = KindField(or_null(integer(0, MOST_SEATS - 1)), "The number of the seat that acted; null if none did.")
    time = KindField(MOMENT, always("When the version was made, in ISO 8601.", example=SAMPLE_TIME))
    events = KindField(array(EVENT, MOST_EVENTS), "The events of the version, in order and complete.")
    digest = KindField(DIGEST, "The hash of the position after this version; null before the game starts.")
    digest_tag = words(16, "The version of the format in which the position was hashed.")
    chain = KindField(_matching(_HASH), "The hash of all events up to and including this version.")
    by = whole(0, MOST_SEATS - 1, sometimes("The seat for which a command was given. Absent if none was given."))
    command = Pointed("Command", sometimes("The command that made this version. Absent if none did."))
    draws = KindField(
        array(DRAW, MOST_DRAWS), sometimes("The random draws of this version. Absent if there were none.")
    )


class Versions(fields.List):
    """Reads the versions of a record one by one, serving other requests in between."""

    def __init__(self) -> None:
        super().__init__(
            fields.Nested(RecordVersionSchema), **always("All versions of the game in order, including undone ones.")
        )
        self.reader = RecordVersionSchema()

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> list[Any]:
        if not isinstance(value, list) or not value:
            raise ValidationError([Fault("other")])
        slices = Slices()
        return [self._version(number, version, slices) for number, version in enumerate(value)]

    def _version(self, number: int, version: Any, slices: Slices) -> Any:
        slices.pause()
        try:
            return self.reader.load(version)
        except ValidationError as error:
            raise ValidationError({number: error.messages}) from None


class GameRecordSchema(Strict):
    """The record of a finished game."""

    record = whole(RECORD, RECORD, "The version of this format, which is 1.")
    game = KindField(_place(), "The id of the game on the server where it was played.")
    ruleset = words(64, "The id of the ruleset by which the game was played.")
    ruleset_version = whole(1, 2**31, "The version of the rules when the game was created.")
    map = words(LONGEST_MAP, "The id of the map on which the game was played.")
    modules = KindField(array(text(64), 16), "The ids of the modules that the game was played with.")
    options = Pointed(OPTIONS.name, "The options of the game, as they were stored when it was created.")
    seats = KindField(array(json_value(_SEAT), MOST_SEATS), "Who played each seat, in the order of the seats.")
    status = choice(("finished",), "The state of the game; a record to import is always `finished`.")
    commitment = KindField(_matching(_COMMITMENT), "The SHA-256 hash of the salt and the seed, in hexadecimal.")
    sandbox = flag(sometimes("True if the game was a sandbox, which cannot be imported. Absent otherwise."))
    versions = Versions()
    result = Pointed("Result", "How the game ended and who won.")
    seed = KindField(_matching(_SEED), "The seed of all chance, in hexadecimal.")
    salt = KindField(
        _matching(_SEED), sometimes("The salt of a seed that the creator chose, in hexadecimal. Absent otherwise.")
    )
    chain = KindField(_matching(_HASH), "The hash of all events of the game, equal to that of the last version.")

    @validates_schema
    def check_opening(self, record: dict[str, Any], **kwargs: Any) -> None:
        """Check that the game's configuration has the shape of a request for a new game."""
        opened = record["versions"][0]["events"][:1]
        asked = {name: event[name] for event in opened for name in ASKED if name in event}
        asked = {name: value for name, value in asked.items() if value is not None or name not in OPTIONAL}
        asked = {name: _without_versions(name, value) for name, value in asked.items()}
        try:
            faults: Any = [Fault("other")] if canonical(GameDraftSchema().load(asked)) != canonical(asked) else None
        except ValidationError as error:
            faults = error.messages
        if faults:
            raise ValidationError({"versions": {0: {"events": {0: faults}}}})


FINISHED: Final = Inner(
    GameRecordSchema(), "The record of a finished game, as a replay in the format `json` returns it."
)


class ImportSchema(Strict):
    """A record to import, without any other member."""

    error_messages = {"unknown": Fault("beside_record"), "type": Fault("object")}

    record = FINISHED


class _SandboxOnly:
    """Refuses a body that begins anything but a sandbox."""

    @validates_schema
    def check_sandbox(self, start: dict[str, Any], **kwargs: Any) -> None:
        """Refuse to begin anything but a sandbox here."""
        if not start["sandbox"]:
            raise ValidationError({"sandbox": [Fault("choice", allowed=["true"])]})


class SandboxStartSchema(_SandboxOnly, Strict):
    """A sandbox game to begin at a version of a record."""

    record = FINISHED
    version = whole(*VERSIONS, "The version of the record after which the sandbox game begins.")
    sandbox = flag("True, which distinguishes this from a record to import.")
    seats = Listed(
        SeatDraftSchema(), MOST_SEATS, sometimes("The seats of the sandbox game; by default those of the record.")
    )
    undo = UNDO
    private = PRIVATE
    listed = LISTED
    seed = SEED
    given = GIVEN
    draws = FIRST_DRAWS


class PositionStartSchema(_SandboxOnly, PositionBodySchema):
    """A sandbox game to begin at a position."""

    sandbox = flag("True: only a sandbox game begins at a position.")
    seats = Listed(SeatDraftSchema(), MOST_SEATS, sometimes("The seats of the sandbox game; by default all human."))
    undo = UNDO
    private = PRIVATE
    listed = LISTED
    seed = SEED
    given = GIVEN
    draws = FIRST_DRAWS


def read_start(body: dict[str, Any]) -> dict[str, Any]:
    """Parse a sandbox game that begins with a record; raises what `read_record` does."""
    require_finished(body["record"])
    wish: dict[str, Any] = SandboxStartSchema().load(body)
    return wish


def require_finished(record: Any) -> None:
    """Raise Problem for the record of a running game."""
    if isinstance(record, dict) and record.get("status") in UNFINISHED:
        raise refusal("record.running")


def read_record(body: dict[str, Any]) -> dict[str, Any]:
    """Parse the record in a body; raises ValidationError, and Problem for the record of a running game."""
    require_finished(body["record"])
    found: dict[str, Any] = ImportSchema().load(body)["record"]
    return found
