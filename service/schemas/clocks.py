"""Defines the clocks of a table, one schema per kind, with their holidays and pauses."""

from collections.abc import Mapping
from typing import Any, Final

from marshmallow import ValidationError, fields, post_load

from service.faults import Fault
from service.schemas.faults import wrong_type
from service.schemas.fields import MOMENT, KindField, always, choice, explain_members, sometimes, string, whole
from service.schemas.shapes import Answer, Strict
from service.table.clock_events import CLOCK_SCHEMA
from service.table.terms import TIMEOUTS, Timeout
from service.table.timesheets import BANK, DAYS, MOVE

LONGEST_CLOCK_S = 14 * 86_400
LONGEST_INCREMENT_S = 86_400
MOST_DAYS = 14
MOST_HOLIDAYS = 30
LEAST_GRACE_S, LONGEST_GRACE_S = 5, 300
LATE: Final = (
    "What happens when a seat's time runs out: `default` passes or plays a legal command, `agent` lets an agent play, "
    "`resign` resigns."
)
ON_TIMEOUT: Final = choice(TIMEOUTS, sometimes(LATE, default=Timeout.DEFAULT.word))


class _Clock(Strict):
    """Holds what all clocks have in common."""

    usual: Mapping[str, Any] = {}

    @post_load
    def fill(self, clock: dict[str, Any], **kwargs: Any) -> dict[str, Any]:
        """Fill in the defaults, except the kind."""
        return {"on_timeout": Timeout.DEFAULT.word, **self.usual, **clock}


class MoveClockSchema(_Clock):
    """A clock with a limit for each action of a seat."""

    kind = choice((MOVE,), sometimes("The kind of clock: a limit for each action. It can be omitted."))
    seconds = whole(1, LONGEST_CLOCK_S, "The seconds that a seat has for each entry in `awaiting`, up to 14 days.")
    grace_s = whole(
        LEAST_GRACE_S,
        LONGEST_GRACE_S,
        sometimes(
            "The seconds that a seat gets on top if its holder, who has agreed to show `presence`, lost the connection "
            "meanwhile: once a turn at most, and three times in a game. By default none."
        ),
    )
    on_timeout = ON_TIMEOUT


class BankClockSchema(_Clock):
    """A clock with a budget for the whole game."""

    usual = {"increment_s": 0}

    kind = choice((BANK,), "The kind of clock that limits the whole game.")
    seconds = whole(1, LONGEST_CLOCK_S, "The seconds that each seat has for the whole game, up to 14 days.")
    increment_s = whole(
        0, LONGEST_INCREMENT_S, sometimes("The seconds that a seat gains for each turn that it ends.", default=0)
    )
    on_timeout = ON_TIMEOUT


class DaysClockSchema(_Clock):
    """A clock with days for each action of a seat, and holidays."""

    usual = {"holidays": 0}

    kind = choice((DAYS,), "The kind of clock that gives days for each action.")
    days = whole(1, MOST_DAYS, "The days of 24 hours that a seat has for each entry in `awaiting`.")
    holidays = whole(
        0, MOST_HOLIDAYS, sometimes("The days of holiday that each seat may take during the game.", default=0)
    )
    on_timeout = ON_TIMEOUT


class ClockField(fields.Field[Any]):
    """Reads a clock of any kind; without a kind, its limit is per action."""

    schemas: Final[Mapping[str, Strict]] = {
        MOVE: MoveClockSchema(),
        BANK: BankClockSchema(),
        DAYS: DaysClockSchema(),
    }
    default_error_messages = {"null": wrong_type(["object"], None)}

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> Any:
        if not isinstance(value, dict):
            raise ValidationError([wrong_type(["object"], value)])
        kind = value.get("kind", MOVE)
        schema = self.schemas.get(kind) if isinstance(kind, str) else None
        if schema is None:
            raise ValidationError({"kind": [Fault("choice", among=(kind, self.schemas))]})
        return schema.load(value)


IN_VIEWS: Final[Mapping[str, Mapping[str, str]]] = {
    MOVE: {
        "kind": "The kind of clock that limits each action. Absent in old games.",
        "seconds": "The seconds that a seat has for each entry in `awaiting`.",
        "grace_s": "The seconds that a seat gets on top after a lost connection. Absent if there are none.",
    },
    BANK: {"seconds": "The seconds that each seat has for the whole game."},
    DAYS: {"holidays": "The days of holiday that each seat has for the whole game."},
}
"""Explains the members of a clock that mean something else in a view than in a request, by its kind."""


def clock_schema() -> dict[str, Any]:
    """Return the JSON Schema of a game's clock, as in views."""
    described = []
    for schema in CLOCK_SCHEMA["anyOf"]:
        kind = schema["properties"]["kind"]["const"]
        asked = {name: one.metadata["description"] for name, one in ClockField.schemas[kind].fields.items()}
        described.append(explain_members(schema, **{**asked, **IN_VIEWS[kind]}))
    return {"anyOf": described}


class HolidaySchema(Strict):
    """A holiday to take."""

    days = whole(1, MOST_HOLIDAYS, "How many days of 24 hours the holiday lasts, starting now.")


class PauseSchema(Strict):
    """A pause to request."""

    until = KindField(
        MOMENT,
        always("When the pause shall end, at most 30 days ahead, in ISO 8601.", example="2026-01-31T18:00:00.000Z"),
    )


class PausedSchema(Answer):
    """A pause of the game."""

    until = string("When the pause ends by itself, in ISO 8601.")
