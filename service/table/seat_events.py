"""Defines the events of a seat and its holder: tokens renewed, names, seats lent, and left before the start."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from domain.core.kinds import Kind, boolean, text
from domain.core.messages import NOBODY, Field, Message


@dataclass(frozen=True, slots=True)
class TokenRenewed:
    """A seat has a new token, and the old one is revoked; `holder` identifies who has the new one.

    The player who presented the old one holds the seat from here on; `held` is false if the owner renewed the token of
    a seat that is not held.
    """

    seat: int
    holder: str
    held: bool = True


@dataclass(frozen=True, slots=True)
class SeatRenamed:
    """The holder of a seat has another name, which is stored beside the log."""

    seat: int


@dataclass(frozen=True, slots=True)
class SeatLent:
    """The holder of a seat lets an agent play it, and may take it back."""

    seat: int
    agent: str


@dataclass(frozen=True, slots=True)
class SeatLeft:
    """A player left before the game began; the seat is open again."""

    seat: int


ENDING: Final = frozenset({"TokenRenewed", "SeatHandedOver", "SeatLeft", "SeatResigned"})
"""Lists the types of events that invalidate their seat's earlier tokens."""


def ends_sight(event: Mapping[str, Any], seat: int | None) -> bool:
    """Return whether an event, as the API shows it, invalidates a seat's earlier tokens."""
    return seat is not None and event["type"] in ENDING and event["seat"] == seat


def seat_messages(seat: Kind) -> tuple[Message, ...]:
    """Return the rows of these events; `seat` is the type of a seat's number."""
    return (
        Message(
            TokenRenewed,
            (Field("seat", seat), Field("holder", text(32), NOBODY), Field("held", boolean(), required=False)),
        ),
        Message(SeatRenamed, (Field("seat", seat),)),
        Message(SeatLent, (Field("seat", seat), Field("agent", text(64)))),
        Message(SeatLeft, (Field("seat", seat),)),
    )
