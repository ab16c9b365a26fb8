"""Describes who will sit on the seats of a game to be made, and in which order."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from domain.core.chance import Chance
from domain.core.ruleset import Ruleset
from service.game.late_seats import PATIENCE_S
from service.handlers.checks import known_agent
from service.problems import invalid
from workers.agents.catalog import default_agent

ORDER_STREAM: Final = "seat_order"


@dataclass(frozen=True, slots=True)
class NewSeat:
    """Describes who sits on a seat: human, ai, bot or open.

    `agent` plays an AI seat (None: the strongest), or stands in for a bot that is `deadline_s` seconds late. `webhook`
    is the id of the webhook through which a bot plays.
    """

    kind: str
    name: str | None = None
    agent: str | None = None
    webhook: str | None = None
    deadline_s: int | None = None


def with_agents(ruleset: Ruleset, wanted: Sequence[NewSeat]) -> list[NewSeat]:
    """Return the seats, each AI seat with an agent; raises Problem for an agent that cannot play the ruleset."""
    return [_with_agent(ruleset, number, seat) for number, seat in enumerate(wanted)]


def _with_agent(ruleset: Ruleset, number: int, seat: NewSeat) -> NewSeat:
    check_members(number, seat)
    if seat.kind not in ("ai", "bot") or (seat.kind == "bot" and not (seat.agent or seat.webhook or seat.deadline_s)):
        return seat
    agent = known_agent(ruleset, seat.agent or default_agent(ruleset.name), f"seats.{number}.agent")
    patience = (seat.deadline_s or PATIENCE_S) if seat.kind == "bot" else None
    return replace(seat, agent=agent, deadline_s=patience)


def check_members(number: int, seat: NewSeat) -> None:
    """Raise Problem unless only AI seats and bots have agents, and only bots have webhooks and deadlines."""
    if seat.agent is not None and seat.kind not in ("ai", "bot"):
        raise invalid(f"seats.{number}.agent", "not_ai")
    for name in ("webhook", "deadline_s"):
        if getattr(seat, name) is not None and seat.kind != "bot":
            raise invalid(f"seats.{number}.{name}", "not_bot")


def shuffled(wanted: Sequence[NewSeat], chance: Chance) -> list[NewSeat]:
    """Return the seats in a random order."""
    left, order = list(wanted), []
    for n in range(len(wanted)):
        order.append(left.pop(chance.pick(ORDER_STREAM, n, [1] * len(left))))
    return order
