"""Defines the events of a seat and its holder: taken, lent, left and returned to; tokens and names."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from domain.core.kinds import boolean, integer, text, word
from domain.core.messages import NOBODY, Field, Message
from service.table.terms import SEAT, SEAT_KINDS, SEAT_OR_NONE
from workers.agents.catalog import with_version

MOST_ENTROPY: Final = 64
CLIENT: Final = text(32)
MOST_AGENT_VERSION: Final = 2**31
_VERSION: Final = Field("agent_version", integer(0, MOST_AGENT_VERSION), required=False)


@dataclass(frozen=True, slots=True)
class SeatTaken:
    """A player sat down on an open seat; `holder` identifies them, for the token that goes with it.

    `entropy` is their contribution to the seed, if they sat down before the game began; `client` stands for the key
    that acts for the seat, if one does: seats with the same are one party.
    """

    seat: int
    holder: str
    entropy: str = ""
    client: str = ""


@dataclass(frozen=True, slots=True)
class SeatHandedOver:
    """The owner gave a seat to an agent, or opened it again.

    `agent` is its id, with its level if it has levels; here and in other events `agent_version` is the version that
    plays, 0 in logs from before agents had versions.
    """

    seat: int
    kind: int
    agent: str
    agent_version: int = 0


@dataclass(frozen=True, slots=True)
class SeatResigned:
    """A player resigned for good; from here on an agent has the seat."""

    seat: int
    agent: str
    agent_version: int = 0


@dataclass(frozen=True, slots=True)
class SeatStoodIn:
    """An agent plays for an absent player, who may take the seat back; `by` is the party that put it there.

    It is -1 if it was the clock.
    """

    seat: int
    agent: str
    by: int = -1
    agent_version: int = 0


@dataclass(frozen=True, slots=True)
class SeatReturned:
    """An absent player plays again."""

    seat: int


@dataclass(frozen=True, slots=True)
class TokenRenewed:
    """A seat has a new token, and the old one is revoked; `holder` identifies who has the new one.

    The player who presented the old one holds the seat from here on; `held` is false if the owner renewed the token of
    a seat that is not held. `client` stands for the key that acts for the seat from here on, if one does.
    """

    seat: int
    holder: str
    held: bool = True
    client: str = ""


@dataclass(frozen=True, slots=True)
class SeatRenamed:
    """The holder of a seat has another name, which is stored beside the log."""

    seat: int


@dataclass(frozen=True, slots=True)
class SeatLent:
    """The holder of a seat lets an agent play it, and may take it back."""

    seat: int
    agent: str
    agent_version: int = 0


@dataclass(frozen=True, slots=True)
class AgentReplaced:
    """From here on another agent plays a seat: its version has ended, or the budget of the game's key is used up."""

    seat: int
    agent: str
    agent_version: int = 0


@dataclass(frozen=True, slots=True)
class SeatLeft:
    """A player left before the game began; the seat is open again."""

    seat: int


ENDING: Final = frozenset({"TokenRenewed", "SeatHandedOver", "SeatLeft", "SeatResigned"})
"""Lists the types of events that invalidate their seat's earlier tokens."""
CHANGES_OF_SEATS: Final = (SeatRenamed, SeatLent, TokenRenewed, SeatHandedOver)
"""Lists the changes of a seat that its holder, or the owner, may request again and again."""


def agent_named_in(event: Any) -> str:
    """Return the name of the agent in an event, with its version if the event has it; empty without an agent."""
    return with_version(event.agent, event.agent_version)


def agent_named_by(policy: Mapping[str, Any]) -> str:
    """Return the agent that a policy of a table's creator names for seats, with its version."""
    return with_version(policy["agent"], policy.get("agent_version", 0))


def ends_sight(event: Mapping[str, Any], seat: int | None) -> bool:
    """Return whether an event, as the API shows it, invalidates a seat's earlier tokens."""
    return seat is not None and event["type"] in ENDING and event["seat"] == seat


SEAT_MESSAGES: Final = (
    Message(
        SeatTaken,
        (
            Field("seat", SEAT),
            Field("holder", text(32), NOBODY),
            Field("entropy", text(MOST_ENTROPY), required=False),
            Field("client", CLIENT, required=False),
        ),
    ),
    Message(SeatHandedOver, (Field("seat", SEAT), Field("kind", word(SEAT_KINDS)), Field("agent", text(64)), _VERSION)),
    Message(SeatResigned, (Field("seat", SEAT), Field("agent", text(64)), _VERSION)),
    Message(
        SeatStoodIn,
        (Field("seat", SEAT), Field("agent", text(64)), Field("by", SEAT_OR_NONE, required=False), _VERSION),
    ),
    Message(SeatReturned, (Field("seat", SEAT),)),
    Message(
        TokenRenewed,
        (
            Field("seat", SEAT),
            Field("holder", text(32), NOBODY),
            Field("held", boolean(), required=False),
            Field("client", CLIENT, required=False),
        ),
    ),
    Message(SeatRenamed, (Field("seat", SEAT),)),
    Message(SeatLent, (Field("seat", SEAT), Field("agent", text(64)), _VERSION)),
    Message(AgentReplaced, (Field("seat", SEAT), Field("agent", text(64)), _VERSION)),
    Message(SeatLeft, (Field("seat", SEAT),)),
)
