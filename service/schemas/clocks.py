"""The clocks that a table may have, one schema a kind."""

from collections.abc import Mapping
from typing import Any, Final

from marshmallow import ValidationError, fields, post_load

from service.clock_events import TIMEOUTS
from service.nearest import offered
from service.schemas.faults import Fault, wrong_type
from service.schemas.fields import choice, whole
from service.schemas.shapes import Strict
from service.timesheets import BANK, DAYS, MOVE

LONGEST_CLOCK_S = 14 * 86_400
LONGEST_INCREMENT_S = 86_400
MOST_DAYS = 14
MOST_HOLIDAYS = 30
ON_TIMEOUT: Final = {
    "metadata": {
        "description": "`default`: the tamest command; `agent`: one plays until the seat is taken back; `resign`",
        "default": TIMEOUTS[0],
    }
}


class _Clock(Strict):
    """What all clocks have in common."""

    usual: Mapping[str, Any] = {}

    @post_load
    def fill(self, clock: dict[str, Any], **kwargs: Any) -> dict[str, Any]:
        """With what was not said filled in, but for the kind."""
        return {"on_timeout": TIMEOUTS[0], **self.usual, **clock}


class MoveClockSchema(_Clock):
    """A limit for each thing that a seat owes."""

    kind = choice((MOVE,), metadata={"description": "This one where none is named"})
    seconds = whole(1, LONGEST_CLOCK_S, required=True)
    on_timeout = choice(TIMEOUTS, **ON_TIMEOUT)


class BankClockSchema(_Clock):
    """A budget for the whole game."""

    usual = {"increment_s": 0}

    kind = choice((BANK,), required=True)
    seconds = whole(1, LONGEST_CLOCK_S, required=True, metadata={"description": "What each bank holds at first"})
    increment_s = whole(
        0, LONGEST_INCREMENT_S, metadata={"description": "What a seat gets for each turn it ends", "default": 0}
    )
    on_timeout = choice(TIMEOUTS, **ON_TIMEOUT)


class DaysClockSchema(_Clock):
    """Days for each thing that a seat owes, and holidays."""

    usual = {"holidays": 0}

    kind = choice((DAYS,), required=True)
    days = whole(1, MOST_DAYS, required=True, metadata={"description": "Of 24 hours, for each thing that a seat owes"})
    holidays = whole(
        0, MOST_HOLIDAYS, metadata={"description": "Days by which each seat may put off what it owes", "default": 0}
    )
    on_timeout = choice(TIMEOUTS, **ON_TIMEOUT)


class ClockField(fields.Field[Any]):
    """A clock of any kind; without a kind it is one for each move."""

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
            raise ValidationError({"kind": [Fault("choice", **offered(kind, self.schemas))]})
        return schema.load(value)
