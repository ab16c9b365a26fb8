"""Describes and orders the seats of a requested game, and checks its ruleset, configuration and agents."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any, Final

from domain.core.chance import Chance
from domain.core.config import Config
from domain.core.errors import InvalidConfiguration
from domain.core.ruleset import Ruleset
from service.faults import offer_names
from service.game.context import Context
from service.game.debts import PATIENCE_S
from service.problems import invalid, misconfiguration
from service.table.terms import PEOPLE
from workers.agents.catalog import (
    BY_ID,
    AgentName,
    default_agent,
    newest,
    seat_agent,
    split_name,
    successor,
    without_version,
)
from workers.agents.standings import published_levels

ORDER_STREAM: Final = "seat_order"


def ruleset_named(ctx: Context, name: str) -> Ruleset:
    """Return a ruleset; raises Problem (422) if there is none of this name."""
    ruleset = ctx.rulesets.get(name)
    if ruleset is None:
        raise invalid("ruleset", "choice", **offer_names(name, ctx.rulesets))
    return ruleset


def configure(
    ruleset: Ruleset,
    seats: int,
    place: str | None,
    modules: Sequence[str],
    options: Mapping[str, Any],
    member: str = "seats",
) -> Config:
    """Return a configuration, on the map `place`; raises Problem as `configuring` does."""
    with configuring(member):
        return ruleset.configure(seats, place, modules, dict(options))


@contextmanager
def configuring(member: str = "seats") -> Iterator[None]:
    """Raise Problem (422) if a ruleset refuses a configuration; the length of `member` is the number of seats."""
    try:
        yield
    except InvalidConfiguration as error:
        error.field = member if error.field == "seats" else error.field
        raise misconfiguration(error) from None


def require_agent(ruleset: Ruleset, name: str, member: str = "agent") -> str:
    """Return an agent that plays the ruleset, by its id or with a version that is served (`planner@2`).

    The answer names the version, the newest where the name has none. Raises Problem (422), which names the member of
    the body, for others and for a name with a level.
    """
    return str(_pinned(ruleset, name, member, at_level=False))


def name_agent(ruleset: Ruleset, name: str, member: str = "agent") -> str:
    """Return an agent as `require_agent` does, but also take a name with a published level.

    `graded@2` is level 2 of the newest version, `graded@2@1` the same level of version 1.
    """
    found = _pinned(ruleset, name, member, at_level=True)
    if found.level is not None and found.level not in published_levels(found.id, found.version):
        raise invalid(member, "choice", **offer_names(name, _agents_for(ruleset.name)))
    return str(found)


def _pinned(ruleset: Ruleset, name: str, member: str, *, at_level: bool) -> AgentName:
    """Return the parts of a name with a version that is served."""
    found = split_name(name)
    entry = BY_ID.get(found.id)
    if entry is None or not entry.plays(ruleset.name) or (found.level is not None and not at_level):
        raise invalid(member, "choice", **offer_names(name, _agents_for(ruleset.name)))
    if found.version is not None and not entry.serves(found.version):
        served = [str(found._replace(version=one.version)) for one in entry.served()]
        raise invalid(member, "choice", **offer_names(name, served))
    return found._replace(version=found.version or entry.version)


def agent_at(ruleset: Ruleset, agent: str, level: int, place: str) -> str:
    """Return an agent at a level; `place` is where both stand in the body. Raises Problem (422) for others."""
    found = _pinned(ruleset, agent, f"{place}agent", at_level=False)
    levels = sorted(published_levels(found.id, found.version))
    if not levels:
        raise invalid(f"{place}level", "no_levels")
    if level not in levels:
        raise invalid(f"{place}level", "choice", allowed=[str(number) for number in levels])
    return str(found._replace(level=level))


def still_served(ruleset: Ruleset, agent: str) -> str:
    """Return the agent of an earlier game for a new one: the same, or the newest version if its own has ended."""
    return successor(agent, ruleset.name) or agent


def newest_default(ruleset: Ruleset) -> str:
    """Return the default agent of a ruleset, with its version."""
    return newest(default_agent(ruleset.name))


def agent_fields(name: str | None) -> dict[str, Any]:
    """Return the fields of an event that name an agent with its version: `agent` and `agent_version`."""
    agent, version = without_version(name or "")
    return {"agent": agent, "agent_version": version}


def name_policy(ruleset: Ruleset, member: str, wish: Mapping[str, Any] | None) -> dict[str, Any] | None:
    """Return what a creator wishes for seats as it is stored, with level and version of the agent.

    Raises Problem (422), which names the `member`, for an agent that cannot play.
    """
    if wish is None:
        return None
    rest = {name: value for name, value in wish.items() if name not in ("agent", "level")}
    return rest | agent_fields(agent_of_wish(ruleset, member, wish))


def agent_of_wish(ruleset: Ruleset, member: str, wish: Mapping[str, Any]) -> str:
    """Return the agent that a wish for one names, with level and version; raises Problem (422)."""
    seat = with_agent(ruleset, member, NewSeat("ai", agent=wish.get("agent"), level=wish.get("level")))
    return seat.agent or ""


def _agents_for(ruleset: str) -> list[str]:
    return [agent for agent, entry in BY_ID.items() if entry.plays(ruleset)]


@dataclass(frozen=True, slots=True)
class NewSeat:
    """Describes who sits on a seat: human, ai, bot or open.

    `agent` plays an AI seat (None: the strongest), or stands in for a bot that is `deadline_s` seconds late, at a
    `level` where one is given; once it is known to be served, its name has level and version. `webhook` is the id of
    the webhook through which a bot plays; `votes` says how a person or bot answers votes beforehand. The `player` who
    shall have the seat is one of the maker's, or of the API key `app`. The agent `is_usual` if the seat named none.
    """

    kind: str
    name: str | None = None
    agent: str | None = None
    webhook: str | None = None
    deadline_s: int | None = None
    level: int | None = None
    votes: Mapping[str, str] | None = None
    player: str = ""
    app: str = ""
    is_usual: bool = False


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
    is_usual = seat.kind == "ai" and seat.agent is None and seat.level is None
    agent = _agent(ruleset, f"{place}.", seat)
    return replace(seat, agent=agent, level=None, deadline_s=patience, is_usual=is_usual)


def _agent(ruleset: Ruleset, place: str, seat: NewSeat) -> str:
    if seat.level is None:
        usual = seat_agent(ruleset.name) if seat.kind == "ai" else default_agent(ruleset.name)
        return name_agent(ruleset, seat.agent or usual, f"{place}agent")
    leveled = next((name for name in _agents_for(ruleset.name) if BY_ID[name].levels), None)
    agent = seat.agent or leveled or default_agent(ruleset.name)
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
    if seat.player and (seat.kind not in PEOPLE or seat.webhook):
        raise invalid(f"{place}.player", "no_holder")
    for name in ("webhook", "deadline_s"):
        if getattr(seat, name) is not None and seat.kind != "bot":
            raise invalid(f"{place}.{name}", "not_bot")


def shuffle(wanted: Sequence[NewSeat], chance: Chance) -> list[NewSeat]:
    """Return the seats in a random order."""
    left, order = list(wanted), []
    for n in range(len(wanted)):
        order.append(left.pop(chance.pick(ORDER_STREAM, n, [1] * len(left))))
    return order
