"""Defines what API keys used, and their budgets."""

from datetime import date
from typing import Any, Final

from domain.core.kinds import Kind, array, text
from service.clients.usage import KEPT_MONTHS, MOST_DAYS, USUAL_DAYS
from service.schemas.fields import (
    KindField,
    QueryField,
    date_time,
    nested,
    number,
    objects,
    sometimes,
    string,
    unbounded,
    whole,
    words,
)
from service.schemas.seats import MOST_LEVEL
from service.schemas.shapes import Answer, Query, Strict
from service.usage.budgets import MOST_AGENTS, MOST_CPU_S, MOST_GAMES

LONGEST_AGENT: Final = 64
YEARS: Final = range(2000, 3000)


def _day(value: Any) -> date:
    found = date.fromisoformat(value)
    if str(found) != value or found.year not in YEARS:
        raise ValueError("not a day")
    return found


DAY: Final = Kind({"type": "string", "format": "date"}, str, _day)
"""Reads and writes a day by UTC, such as 2026-01-31."""


class BudgetSchema(Strict):
    """What an API key may use; a member that is absent limits nothing."""

    cpu_seconds = whole(
        0, MOST_CPU_S, sometimes("How many seconds of processor time the key may use a day (by UTC), of all processes.")
    )
    games = whole(0, MOST_GAMES, sometimes("How many games that the key made may be open or running at a time."))
    agents = KindField(
        array(text(LONGEST_AGENT), MOST_AGENTS, unique=True),
        sometimes(
            "The ids of the agents that the key may name, at any level, or names with a level such as `graded@3`."
        ),
    )


class UsageQuery(Query):
    """Of which days the usage is shown."""

    since = QueryField(
        DAY,
        sometimes(f"The first day, by UTC; by default {USUAL_DAYS - 1} days before the last.", example="2026-11-01"),
    )
    until = QueryField(DAY, sometimes(f"The last day; by default today. At most {MOST_DAYS} days are shown."))


class UsedSchema(Answer):
    """What was used."""

    requests = unbounded("How many requests were answered, refused ones too.")
    api_seconds = number("The processor time of the API, in seconds.")
    worker_seconds = number("The processor time of workers: moves of agents, analyses, arenas; in seconds.")
    bytes = unbounded("The bytes of the bodies of answers, as they were sent.")


class OperationUsageSchema(UsedSchema):
    """What one operation used on a day."""

    operation = string(
        "The operation, by its id in this contract; `playAgents` is what agents used in games that the key made."
    )


class AgentUsageSchema(Answer):
    """How often an agent decided on a day."""

    agent = string("The id of the agent.")
    level = whole(1, MOST_LEVEL, sometimes("The level at which it played. Absent if it has no levels."))
    version = whole(1, 2**31, sometimes("The version that played. Absent if none was noted."))
    decisions = unbounded("How many decisions it made.")


class DayUsageSchema(UsedSchema):
    """What was used on one day."""

    day = string("The day, by UTC, such as `2026-11-27`.")
    decisions = unbounded("How many decisions agents made.")
    operations = objects(OperationUsageSchema, "The same by operation, for each that used something.")
    agents = objects(AgentUsageSchema, "The decisions by agent and level, for each that decided something.")


class LeftBudgetSchema(Answer):
    """The budget of a key, with what is left of it."""

    cpu_seconds = whole(0, MOST_CPU_S, sometimes("The processor seconds of a day. Absent if they are not limited."))
    left = unbounded(sometimes("The whole processor seconds that are left today. Present with `cpu_seconds`."))
    percent = unbounded(sometimes("How many hundredths of them were used. Present with `cpu_seconds`."))
    games = whole(0, MOST_GAMES, sometimes("The number of games at a time. Absent if it is not limited."))
    agents = KindField(
        array(text(LONGEST_AGENT), MOST_AGENTS),
        sometimes("The agents that may be named. Absent if they are not limited."),
    )
    renews = date_time("When the processor time renews, in ISO 8601.")


class UsageSchema(Answer):
    """What an API key used, by day."""

    key = words(64, "The id of the key.")
    since = string("The first day that was looked at, by UTC.")
    until = string("The last day that was looked at.")
    days = objects(
        DayUsageSchema,
        f"The days on which something was used, the oldest first; at most {MOST_DAYS}. Those of this month and the "
        f"{KEPT_MONTHS} before are kept, and say what was written until some two seconds ago.",
    )
    budget = nested(LeftBudgetSchema, sometimes("The budget of the key. Absent if it has none."))
