"""Describes the seats of a game to be created, and orders them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from domain.core.chance import Chance
from domain.core.ruleset import Ruleset
from service.game.debts import PATIENCE_S
from service.handlers.checks import agent_at, find_leveled, name_agent
from service.problems import invalid
from workers.agents.catalog import default_agent

ORDER_STREAM: Final = "seat_order"
PEOPLE: Final = ("human", "bot")


@dataclass(frozen=True, slots=True)
class NewSeat:
    """Describes who sits on a seat: human, ai, bot or open.

    `agent` plays an AI seat (None: the strongest), or stands in for a bot that is `deadline_s` seconds late, at a
    `level` where one is given. `webhook` is the id of the webhook through which a bot plays; `votes` says how a person
    or bot answers votes beforehand.
    """

    kind: str
    name: str | None = None
    agent: str | None = None
    webhook: str | None = None
    deadline_s: int | None = None
    level: int | None = None
    votes: Mapping[str, str] | None = None


def with_agents(ruleset: Ruleset, wanted: Sequence[NewSeat]) -> list[NewSeat]:
    """Return the seats, each AI seat with an agent, named with its level; raises Problem for one that cannot play."""
    return [with_agent(ruleset, f"seats.{number}", seat) for number, seat in enumerate(wanted)]


def with_agent(ruleset: Ruleset, place: str, seat: NewSeat) -> NewSeat:
    """Return a seat at `place` in the body, an AI seat with a named agent; raises Problem for one that cannot play."""
    check_members(place, seat)
    asks = seat.agent or seat.level or seat.webhook or seat.deadline_s
    if seat.kind not in ("ai", "bot") or (seat.kind == "bot" and not asks):
        return seat
    patience = (seat.deadline_s or PATIENCE_S) if seat.kind == "bot" else None
    return replace(seat, agent=_agent(ruleset, f"{place}.", seat), level=None, deadline_s=patience)


def _agent(ruleset: Ruleset, place: str, seat: NewSeat) -> str:
    if seat.level is None:
        return name_agent(ruleset, seat.agent or default_agent(ruleset.name), f"{place}agent")
    agent = seat.agent or find_leveled(ruleset) or default_agent(ruleset.name)
    return agent_at(ruleset, agent, seat.level, place)


def check_members(place: str, seat: NewSeat) -> None:
    """Raise Problem if a kind of seat cannot have a member.

    AI seats and bots have agents, bots have webhooks and deadlines, people and bots answer votes.
    """
    for name in ("agent", "level"):
        if getattr(seat, name) is not None and seat.kind not in ("ai", "bot"):
            raise invalid(f"{place}.{name}", "not_ai")
    if seat.votes is not None and seat.kind not in PEOPLE:
        raise invalid(f"{place}.votes", "no_holder")
    for name in ("webhook", "deadline_s"):
        if getattr(seat, name) is not None and seat.kind != "bot":
            raise invalid(f"{place}.{name}", "not_bot")


def shuffle(wanted: Sequence[NewSeat], chance: Chance) -> list[NewSeat]:
    """Return the seats in a random order."""
    left, order = list(wanted), []
    for n in range(len(wanted)):
        order.append(left.pop(chance.pick(ORDER_STREAM, n, [1] * len(left))))
    return order
