"""Defines what becomes of seats that stay open, and of those whose players are late, as chosen at creation."""

from collections.abc import Mapping
from typing import Any

from marshmallow import ValidationError

from service.faults import Fault
from service.schemas.fields import date_time, sometimes, string, whole, words
from service.schemas.seats import AGENT_VERSION, LEVEL, MOST_LEVEL
from service.schemas.shapes import Answer, Strict
from service.table.terms import SeatKind, Timeout

LONGEST_FILL_S = 86_400


class StandInSchema(Strict):
    """An agent that plays for players who are late."""

    agent = words(64, sometimes("The id of the agent; by default the usual one, or one that has levels."))
    level = whole(1, MOST_LEVEL, sometimes("The level at which the agent plays, one that `GET /v1/agents` lists."))


class FillSchema(StandInSchema):
    """Agents that take the seats that are left."""

    after_s = whole(1, LONGEST_FILL_S, "The seconds after which agents take the seats that are still open.")


class StandInPolicySchema(Answer):
    """Which agent plays for players who are late, until they come back."""

    agent = string("The id of the agent.")
    level = LEVEL
    agent_version = AGENT_VERSION


class FillPolicySchema(StandInPolicySchema):
    """Which agent takes the open seats, and when."""

    after_s = whole(1, LONGEST_FILL_S, "The seconds that the table waits for people.")
    at = date_time(
        sometimes(
            "When agents take the seats that are still open, in ISO 8601: so long after the first person sat down. "
            "Absent while nobody sits there, and once the game runs."
        )
    )


def check_policies(wish: Mapping[str, Any]) -> None:
    """Raise ValidationError for a policy that could never apply."""
    if "fill" in wish and all(seat["kind"] != SeatKind.OPEN.word for seat in wish["seats"]):
        raise ValidationError({"fill": [Fault("needs_open_seat")]})
    clock = wish.get("clock")
    if "stand_in" in wish and clock is not None and clock["on_timeout"] != Timeout.AGENT.word:
        raise ValidationError({"stand_in": [Fault("needs_agent_on_timeout")]})
